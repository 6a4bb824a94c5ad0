"""The tokeniser of sacrebleu's TER, which follows Tercom's: a string -> tokens.

    Tercom()                       Hello, World!        hello,  world!              split at white space only
    Tercom(normalized=True)        Hello, World!        hello  ,  world  !
    Tercom(no_punct=True)          Hello, World!        hello  world
    Tercom(normalized=True, asian_support=True)  猫が    猫  が                       each ideograph is a token

The options are sacrebleu's. `asian_support` has an effect only together with one of the other two. Unlike TERp's
normaliser (`normalize`), it splits off periods and commas unless they are between digits, and splits at every Unicode
space. Each step is one pass over the string.
"""

from dataclasses import dataclass
from functools import cached_property

from perpend.text.rewrites import Span
from perpend.text.trace import ENTITIES, LowerCase, Rewriter, Step, rewritten, traced_words

__all__ = ["Tercom"]

_MARKS = r'[.,?:;!"()]'
_ASIAN_MARKS = (
    r"[\u3001\u3002\u3008-\u3011\u3014-\u301f\u30fb\uff61-\uff65\uff01\uff02\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f]"
)
_IDEOGRAPHS = r"[\u2e80-\u2eff\u31c0-\u31ef\u3200-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f]"

_NORMALIZE: tuple[Rewriter, ...] = (
    Step(r"\n-"),
    Step(r"\n", " "),
    *(Step(*entity) for entity in ENTITIES),
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
    """The options of sacrebleu's TER.

    `normalized` splits off punctuation, `no_punct` removes it, `asian_support` treats ideographs and Asian punctuation
    likewise, `case_sensitive` keeps upper case.

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
        """Returns the tokens of `raw`."""
        return tuple(rewritten(self._steps, raw.rstrip()).split())

    def spans(self, raw: str) -> tuple[Span, ...]:
        """Returns the range [start, end) of `raw` for each token, from its first to its last character."""
        return traced_words(self._steps, raw.rstrip())

    def signature(self) -> str:
        """Returns the settings as a short text."""
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
