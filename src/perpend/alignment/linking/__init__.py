"""Links between the words of two sentences, as people draw them: `link(sentence1, sentence2)`.

    A man bought two cars .  |  Somebody purchased a pair of automobiles .
    man - somebody  bought - purchased  two - pair  cars - automobiles  . - .

Read `words` (what is known of each token), `cells` (the features of each pair of tokens), `matching` (features and
learned weights -> links), `links` (the result)."""

from perpend.alignment.linking.links import Link, Links, link

__all__ = ["Link", "Links", "link"]
