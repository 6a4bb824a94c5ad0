"""Formats numbers like Java, for TERp's files.

    java_double      0.1 -> 0.1    1e-9 -> 1.0E-9    12345678.0 -> 1.2345678E7    inf -> Infinity
    java_fixed(x,3)  1.0005 -> 1.001    2.6692444592165843 -> 2.669

Java's `%.3f` rounds half up, and what it rounds is the shortest decimal form of the number, not its exact binary value:
the double nearest to 1.0005 lies a little below it, so that Python's own formatting gives 1.000.

For numbers from 1e-3 to 1e7 all releases of Java agree with this. Outside, releases before 19 print a few numbers
(about one in 400) with more digits than needed; here the fewest digits are printed, as Java 19 and later do.
"""

from decimal import ROUND_HALF_UP, Context, Decimal
from math import isinf, isnan

__all__ = ["java_double", "java_fixed"]

_EXACT = Context(prec=800, rounding=ROUND_HALF_UP)


def java_double(value: float) -> str:
    """Returns what Java's `Double.toString(value)` returns.

    >>> [java_double(x) for x in (0.0, -2.5, 0.001, 0.0001, 1e7, 5e-324, float("nan"))]
    ['0.0', '-2.5', '0.001', '1.0E-4', '1.0E7', '4.9E-324', 'NaN']
    """
    if isnan(value) or isinf(value):
        return _not_finite(value)
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        return repr(value)
    mantissa, exponent = _scientific(value)
    return f"{mantissa}E{exponent}"


def java_fixed(value: float, places: int) -> str:
    """Returns what Java's `String.format("%.<places>f", value)` returns.

    >>> java_fixed(0.1235, 3), java_fixed(1.0005, 3), java_fixed(-0.0001, 3), java_fixed(float("inf"), 2)
    ('0.124', '1.001', '-0.000', 'Infinity')
    """
    if isnan(value) or isinf(value):
        return _not_finite(value)
    return f"{Decimal(repr(value)).quantize(Decimal(1).scaleb(-places), context=_EXACT):f}"


def _not_finite(value: float) -> str:
    if isnan(value):
        return "NaN"
    return "Infinity" if value > 0 else "-Infinity"


def _scientific(value: float) -> tuple[str, int]:
    """Returns the fewest digits that identify the number, at least two, and the power of ten."""
    sign, digits, exponent = Decimal(repr(value)).as_tuple()
    shown = "".join(map(str, digits)).rstrip("0")
    power = len(digits) + int(exponent) - 1
    if len(shown) == 1:
        two_digits, power_text = f"{abs(value):.1e}".split("e")
        shown, power = two_digits.replace(".", ""), int(power_text)
    return f"{'-' if sign else ''}{shown[0]}.{shown[1:]}", power
