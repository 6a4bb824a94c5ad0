"""Exact exchanges of two groups, found without reading clauses; coordinations and even relations are none."""

import pytest

from perpend.alignment.linking import Links, link
from perpend.features.changes import changes_of
from perpend.features.exchanges import changed_voice, exchange_of
from perpend.text.sentence import Sentence


def links_of(text1: str, text2: str) -> Links:
    return link(Sentence.of(text1, "penn"), Sentence.of(text2, "penn"))


@pytest.mark.parametrize(
    ("text1", "text2"),
    [
        ("Herons eat frogs at dusk and nest in tall trees.", "Frogs eat herons at dusk and nest in tall trees."),
        ("A comet melts here, whereas a planet never does.", "A planet melts here, whereas a comet never does."),
        ("The salt makes ice melt faster.", "Ice makes the salt melt faster."),
        ("We lent you a van; you owe us a favour.", "You lent us a van; we owe you a favour."),
        ("He moved from Gold to Silver, and Silver suits him better than Gold did.",
         "He moved from Silver to Gold, and Gold suits him better than Silver did."),
        ("Our guest paid your bill.", "You paid our guest's bill."),
        ("Nurse Abel sent Tom to Nurse Crane, who weighed him.",
         "Nurse Crane sent Tom to Nurse Abel, who weighed him."),
        ("Their shop is bigger than ours.", "Our shop is bigger than theirs."),
        ("Buy 3 lemons and 5 limes.", "Buy 5 lemons and 3 limes."),
        ("The left tap runs hot and the right tap runs cold.", "The left tap runs cold and the right tap runs hot."),
        ("Bats rest by day and feed at night.", "Bats rest at night and feed by day."),
        ("The wife of the baker hired the judge.", "The judge hired the wife of the baker."),
        ("Salt, sugar or flour is cheaper than saffron.", "Saffron is cheaper than salt, sugar or flour."),
        ("The board reads the plan instead of changing it.", "The board changes the plan instead of reading it."),
        ("A crate holds six jars, and each jar is full.", "A jar holds six crates, and each crate is full."),
        ("A raft moves water that weighs as much as a raft.", "Water moves a raft that weighs as much as water."),
        ("Group A ate more than group B and slept well.", "Group B ate more than group A and slept well."),
        ("Sales in June were higher than in July.", "Sales in July were higher than in June."),
    ],
)  # fmt: skip
def test_an_exchange_is_a_swap(text1: str, text2: str) -> None:
    for one, other in ((text1, text2), (text2, text1)):
        assert exchange_of(links_of(one, other)) is not None
        assert {change.kind for change in changes_of(links_of(one, other)).found} == {"swapped"}


@pytest.mark.parametrize(
    ("text1", "text2"),
    [
        ("Add salt and pepper to the soup.", "Add pepper and salt to the soup."),
        ("Add salt, flour and pepper.", "Add pepper, flour and salt."),
        ("They have shops in Oslo and in Rome.", "They have shops in Rome and in Oslo."),
        ("The cook is the owner.", "The owner is the cook."),
        ("Ruth met Carl at noon.", "Carl met Ruth at noon."),
        ("Ruth is as tall as Carl.", "Carl is as tall as Ruth."),
        ("The bakery is next to the bank.", "The bank is next to the bakery."),
        ("We saw a hawk on Sunday.", "On Sunday we saw a hawk."),
        ("He ran to the bus.", "She ran to the bus."),
        ("On Friday we eat at noon.", "At noon we eat on Friday."),
        ("She hummed while she knitted.", "She knitted while she hummed."),
        ("He reads and writes well.", "He writes and reads well."),
        ("", "Salt"),
    ],
)
def test_what_is_even_or_moved_is_no_exchange(text1: str, text2: str) -> None:
    assert exchange_of(links_of(text1, text2)) is None
    assert exchange_of(links_of(text2, text1)) is None


def test_an_exchange_names_its_groups() -> None:
    found = exchange_of(links_of("Herons eat small frogs.", "Small frogs eat herons."))
    assert found == ((0, 1), (3, 4), (2, 4), (0, 2))


@pytest.mark.parametrize(
    ("text1", "text2"),
    [
        ("The owl hunts other birds at night.", "The owl is hunted by other birds at night."),
        ("The jury has questioned the guard.", "The jury has been questioned by the guard."),
        ("The tenant does not trust the agent.", "The tenant is not trusted by the agent."),
    ],
)
def test_a_changed_voice_is_a_swap(text1: str, text2: str) -> None:
    for one, other in ((text1, text2), (text2, text1)):
        assert changed_voice(links_of(one, other)) is not None
        assert "swapped" in {change.kind for change in changes_of(links_of(one, other)).found}


@pytest.mark.parametrize(
    ("text1", "text2"),
    [
        ("The owl hunts mice.", "Mice are hunted by the owl."),
        ("The firm raised wages by 5 percent.", "Wages were raised by 5 percent."),
        ("Prices increased 5 percent.", "Prices were increased by 5 percent."),
    ],
)
def test_a_passive_that_says_the_same_is_none(text1: str, text2: str) -> None:
    assert changed_voice(links_of(text1, text2)) is None
    assert changed_voice(links_of(text2, text1)) is None
