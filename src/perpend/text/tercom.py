"""The tokeniser of sacrebleu's TER, which follows that of Tercom: a string -> tokens.

    Tercom()                       Hello, World!        hello,  world!              only blanks separate tokens
    Tercom(normalized=True)        Hello, World!        hello  ,  world  !
    Tercom(no_punct=True)          Hello, World!        hello  world
    Tercom(normalized=True, asian_support=True)  猫が    猫  が                       one token an ideograph

The switches are sacrebleu's and mean what they mean there. `asian_support` has an effect only together with one of the
other two. Beside TERp's own normaliser (`normalize`), periods and commas are split off unless a digit stands on both
sides, and every space of Unicode separates. Each step is one pass over the string.
"""

import re
from dataclasses import dataclass
from functools import cached_property, reduce

from perpend.text.rewrites import Span
from perpend.text.trace import LowerCase, Rewriter, Step, Traced

__all__ = ["Tercom"]

_MARKS = r'[.,?:;!"()]'
_ASIAN_MARKS = (
    r"[\u3001\u3002\u3008-\u3011\u3014-\u301f\u30fb\uff61-\uff65\uff01\uff02\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f]"
)
_IDEOGRAPHS = r"[\u2e80-\u2eff\u31c0-\u31ef\u3200-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f]"

_NORMALIZE: tuple[Rewriter, ...] = (
    Step(r"\n-"),
    Step(r"\n", " "),
    *(Step(entity, sign) for entity, sign in (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))),
    Step(r"\A|\Z", " "),
    Step(r"([ -&(-+/:-@\[-`{-~])", " ", 1, " "),
    Step(r"('s)(?= )", " ", 1),
    Step(r"([^0-9])([.,])", 1, " ", 2, " "),
    Step(r"([.,])([^0-9])", " ", 1, " ", 2),
    Step(r"([0-9])(-)", 1, " ", 2, " "),
)
_ASIAN = (Step(f"({_IDEOGRAPHS})", " ", 1, " "), Step(f"({_ASIAN_MARKS})", " ", 1, " "))


@dataclass(frozen=True)
class Tercom:
    """The switches of sacrebleu's TER.

    >>> Tercom(normalized=True).tokens("It cost $1,000, he said.")
    ('it', 'cost', '$', '1,000', ',', 'he', 'said', '.')
    >>> Tercom(no_punct=True, case_sensitive=True).signature()
    'tercom:case+nopunct'
    """

    normalized: bool = False
    no_punct: bool = False
    asian_support: bool = False
    case_sensitive: bool = False

    def tokens(self, raw: str) -> tuple[str, ...]:
        """The tokens of the string."""
        return tuple(reduce(lambda line, step: step.plain(line), self._steps, raw.rstrip()).split())

    def spans(self, raw: str) -> tuple[Span, ...]:
        """For each token the range [start, end) of the string from its first to its last character."""
        traced = reduce(lambda source, step: step.traced(source), self._steps, Traced.of(raw.rstrip()))
        return tuple(traced.span(*match.span()) for match in re.finditer(r"\S+", traced.text))

    def signature(self) -> str:
        """The settings in short."""
        named = {
            "norm": self.normalized,
            "case": self.case_sensitive,
            "nopunct": self.no_punct,
            "asian": self.asian_support,
        }
        return "tercom:" + ("+".join(name for name, on in named.items() if on) or "plain")

    @cached_property
    def _steps(self) -> tuple[Rewriter, ...]:
        steps: list[Rewriter] = [] if self.case_sensitive else [LowerCase()]
        if self.normalized:
            steps += _NORMALIZE
            steps += _ASIAN if self.asian_support else ()
        if self.no_punct:
            steps.append(Step(_MARKS))
            steps += [Step(_ASIAN_MARKS)] if self.asian_support else []
        return tuple(steps)
