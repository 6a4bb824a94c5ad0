"""A good file -> a hostile one, by a seed: what the fuzzers feed to readers.

raw             bytes flipped, lost, inserted, doubled, cut off; patterns that make a careless parser quadratic;
                random bytes
lines           cells and lines of a text replaced, lost, doubled; control characters, huge numbers, long lines
JSON            values, names and nesting changed: 400 digits, Infinity, wrong types, duplicate names, missing fields
array files     the same in the header, and values, shapes and lengths of the arrays, with right checksums
compression     any of these inside gzip, xz or bzip2, and damage to the compressed bytes

`mutated(content, chance)` chooses among those that fit the content.
"""

import bz2
import gzip
import hashlib
import json
import lzma
import random
import struct
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import numpy as np

__all__ = ["HOSTILE_WORDS", "bomb", "forged_array_file", "mutated"]

_Mutation = Callable[[bytes, random.Random], bytes]
_PREFIX = struct.Struct("<8sQ32s")
_MAGIC = b"perpend\0"
_ALIGN = 64

HOSTILE_WORDS = (
    *("", " ", "nan", "-inf", "inf", "Infinity", "1e308", "-1e308", "1e999", "1e-400", "-0", "-1", "0", "1_000", "٣"),
    *("9" * 400, "9" * 5_000, f"-{2**63}", str(2**64), "0x10", "1.5.5", "--5", "+", "3 4", "true", "null"),
    *("\0", "\x1b[31m", "\x9b31m", "\u202e", "\u2028", "\x85", "\r", "\x0b", "\ud800", "\udcff", "\ufeff", "\ufffe"),
    *(
        "a" * 300,
        "a" * 70_000,
        "e" + "\u0301" * 2_000,
        "👩‍👩‍👧‍👦" * 20,
        "ش",
        "日本語",
        '"',
        '""',
        "'",
        "`",
        "\\",
        "\\x",
        "%s",
        "{}",
    ),
    *("<p>", "</p>", "<seg id=1>", "<!ENTITY a 'b'>", "&a;", "&#0;", "|||", "||", "((", "[[]]", "0-0", "../../x"),
)
_PATTERNS = (
    b"<",
    b'"',
    b"'",
    b"(",
    b"[",
    b"{",
    b"\n",
    b"\r",
    b"\t",
    b",",
    b"\\",
    b"&",
    b"<p>",
    b"<seg>",
    b"\0",
    b"|||",
    b"a ",
    b"-",
)


def mutated(content: bytes, chance: random.Random) -> bytes:
    """A hostile variant of `content`."""
    ways: list[_Mutation] = [_raw, _raw, _raw, _random, _compressed, *_forms(content)]
    found = chance.choice(ways)(content, chance)
    return _raw(found, chance) if chance.random() < 0.05 else found


@cache
def _forms(content: bytes) -> tuple[_Mutation, ...]:
    """The ways that know the form of the content, each as often as it should be chosen."""
    if content.startswith(_MAGIC):
        return (_forged_header,) * 3 + (_forged_payload,) * 5
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return ()
    try:
        json.loads(text)
    except ValueError:
        pass
    else:
        return (_json,) * 8
    try:
        json.loads(text.partition("\n")[0])
    except ValueError:
        return (_lines,) * 5
    return (_lines,) * 3 + (_json_lines,) * 5


@cache
def bomb(kind: int) -> bytes:
    """64 MB of one byte in some kilobytes of gzip or xz."""
    packed = (b"\0", b"a", b"\n")[kind % 3] * (64 << 20)
    return gzip.compress(packed, 1) if kind % 2 else lzma.compress(packed, preset=0)


def _raw(content: bytes, chance: random.Random) -> bytes:
    result = bytearray(content)
    for _ in range(chance.choice((1, 1, 1, 2, 8))):
        place, length = chance.randrange(len(result) + 1), chance.choice((1, 1, 2, 7, 64, 1_000))
        match chance.randrange(8):
            case 0:
                del result[place:]
            case 1 | 2 if result:
                result[place % len(result)] ^= 1 << chance.randrange(8)
            case 3:
                result[place : place + length] = chance.choice((b"\0", b"\xff")) * length
            case 4:
                del result[place : place + length]
            case 5:
                result[place:place] = chance.randbytes(length)
            case 6:
                result[place:place] = result[place : place + length] * chance.choice((1, 2, 50))
            case _:
                result[place:place] = chance.choice(_PATTERNS) * chance.choice((1, 100, 20_000))
    return bytes(result)


def _random(_: bytes, chance: random.Random) -> bytes:
    """Bytes of any length, some of them behind the first bytes of a format that is known here."""
    start = chance.choice(
        (b"", b"\x1f\x8b", b"\xfd7zXZ\x00", b"BZh9", b"PAR1", _MAGIC, b"{", b"[", b"<", b"\xef\xbb\xbf")
    )
    return start + chance.randbytes(chance.choice((0, 1, 7, 60, 500, 5_000)))


def _compressed(content: bytes, chance: random.Random) -> bytes:
    pack = chance.choice(
        (lambda data: gzip.compress(data, 1), lambda data: lzma.compress(data, preset=0), bz2.compress)
    )
    packed = pack(content if len(content) < 1 << 16 else content[: 1 << 16])
    return _raw(packed, chance) if chance.random() < 0.7 else packed


def _lines(content: bytes, chance: random.Random) -> bytes:
    lines = content.decode("utf-8").split("\n")
    for _ in range(chance.choice((1, 1, 2, 5))):
        place = chance.randrange(len(lines))
        match chance.randrange(7):
            case 0 | 1 | 2:
                lines[place] = _changed_cell(lines[place], chance)
            case 3:
                lines[place : place + 1] = [lines[place]] * chance.choice((0, 2, 3, 1_000))
            case 4:
                lines.insert(place, chance.choice(HOSTILE_WORDS))
            case 5:
                other = chance.randrange(len(lines))
                lines[place], lines[other] = lines[other], lines[place]
            case _:
                lines[place] += chance.choice(("\t", ",", "\r", " ", "\t\t\t", '"', "\\", "|||", "\0"))
        lines = lines or [""]
    mark = chance.choice(("\n",) * 8 + ("\r\n", "\r", "\n\n"))
    return (chance.choice(("",) * 8 + ("\ufeff",)) + mark.join(lines)).encode("utf-8", "surrogatepass")


def _changed_cell(line: str, chance: random.Random) -> str:
    delimiter = chance.choice([one for one in ("\t", ",", " ", ":", "|||") if one in line] or [" "])
    cells = line.split(delimiter)
    place = chance.randrange(len(cells))
    match chance.randrange(5):
        case 0:
            del cells[place]
        case 1:
            cells.insert(place, cells[place])
        case _:
            cells[place] = chance.choice(HOSTILE_WORDS)
    return delimiter.join(cells)


# Written into the text of a document where a value cannot be made of Python's objects.
_LITERALS = {
    "\ue000": "9" * 400, "\ue001": "9" * 5_000, "\ue002": "1e999", "\ue003": "NaN", "\ue004": "-Infinity",
    "\ue005": "[" * 150 + "]" * 150, "\ue006": '{"a":' * 100_000, "\ue007": "1" + "0" * 30, "\ue008": "01",
}  # fmt: skip
_JSON_VALUES: tuple[Any, ...] = (
    *(
        *_LITERALS,
        None,
        True,
        False,
        0,
        1,
        -1,
        2,
        0.5,
        -0.0,
        1e308,
        -1e308,
        5e-324,
        2**31,
        2**53 + 1,
        2**63,
        2**64 - 1,
        -(2**63),
    ),
    *([], {}, [[]], [None], {"": None}, {"a": {"b": [1]}}, [1, "a"], [0] * 1_000, *HOSTILE_WORDS),
)


def _json(content: bytes, chance: random.Random) -> bytes:
    value = json.loads(content)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        value = _changed(value, chance)
    return _dumped(value, chance)


def _json_lines(content: bytes, chance: random.Random) -> bytes:
    lines = content.split(b"\n")
    place = chance.choice([number for number, line in enumerate(lines) if line.strip()])
    try:
        lines[place] = _json(lines[place], chance)
    except ValueError:
        lines[place] = b"{}"
    return b"\n".join(lines)


def _changed(value: Any, chance: random.Random) -> Any:
    """The document with one value, name or member changed; values near the root are chosen more often."""
    place = value
    while isinstance(place, dict | list) and place:
        key = chance.choice(list(place) if isinstance(place, dict) else range(len(place)))
        if not isinstance(place[key], dict | list) or not place[key] or chance.random() < 0.25:
            return _altered(value, place, key, chance)
        place = place[key]
    return _any_value(chance)


def _any_value(chance: random.Random) -> Any:
    """A value of its own, so that a document that is changed again does not come to contain itself."""
    return deepcopy(chance.choice(_JSON_VALUES))


def _altered(value: Any, place: Any, key: Any, chance: random.Random) -> Any:
    match chance.randrange(8):
        case 0:
            del place[key]
        case 1 if isinstance(place, dict):
            place[chance.choice(HOSTILE_WORDS)] = place.pop(key)
        case 2 if isinstance(place, dict):
            place[chance.choice(HOSTILE_WORDS)] = _any_value(chance)
        case 1 | 2:
            place *= chance.choice((0, 2, 3, 100))
        case _:
            place[key] = _any_value(chance)
    return value


def _dumped(value: Any, chance: random.Random) -> bytes:
    text = json.dumps(value, ensure_ascii=chance.random() < 0.5)
    for mark, literal in _LITERALS.items():
        text = text.replace(json.dumps(mark), literal).replace(f'"{mark}"', literal)
    if chance.random() < 0.1 and text.startswith("{") and isinstance(value, dict) and value:
        name = json.dumps(chance.choice(list(value)))
        text = "{" + f"{name}: 1, " + text[1:]
    return text.encode("utf-8", "surrogatepass")


def forged_array_file(header: Any, payload: bytes) -> bytes:
    """An array file of any header and payload, with the right checksum of the header."""
    encoded = header if isinstance(header, bytes) else json.dumps(header).encode("utf-8", "surrogatepass")
    encoded += b" " * (-(_PREFIX.size + len(encoded)) % _ALIGN)
    return _PREFIX.pack(_MAGIC, len(encoded), hashlib.sha256(encoded).digest()) + encoded + payload


def _parts(content: bytes) -> tuple[dict[str, Any], bytes]:
    _, length, _ = _PREFIX.unpack_from(content)
    end = _PREFIX.size + length
    return json.loads(content[_PREFIX.size : end]), content[end:]


def _forged_header(content: bytes, chance: random.Random) -> bytes:
    header, payload = _parts(content)
    value: Any = header
    if chance.random() < 0.5:
        header["meta"] = _changed(header["meta"], chance)
    else:
        for _ in range(chance.choice((1, 1, 2))):
            value = _changed(value, chance)
    return forged_array_file(_dumped(value, chance), payload)


def _forged_payload(content: bytes, chance: random.Random) -> bytes:
    header, payload = _parts(content)
    arrays = {}
    for name, entry in header["arrays"].items():
        dtype, shape = np.dtype(entry["dtype"]), entry["shape"]
        size = int(np.prod(shape, dtype=np.int64))
        arrays[name] = np.frombuffer(payload, dtype, size, entry["offset"]).reshape(shape)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        name = chance.choice(list(arrays))
        arrays[name] = _changed_array(arrays[name], chance)
    blocks, entries, offset = [], {}, 0
    for name, array in arrays.items():
        raw = array.tobytes()
        entries[name] = {"dtype": array.dtype.str, "shape": list(array.shape), "offset": offset}
        blocks.append(raw + b"\0" * (-len(raw) % _ALIGN))
        offset += len(blocks[-1])
    whole = b"".join(blocks)
    header |= {"arrays": entries, "size": offset, "payload_sha256": hashlib.sha256(whole).hexdigest()}
    return forged_array_file(header, whole)


def _changed_array(array: np.ndarray[Any, Any], chance: random.Random) -> np.ndarray[Any, Any]:
    new = array.copy()
    value = _number(new.dtype, chance)
    match chance.randrange(10):
        case 0:
            new[...] = value
        case 1:
            return new[: chance.randrange(len(new) + 1)] if new.ndim else new.reshape(1)
        case 2:
            return np.concatenate([new, new[: chance.choice((1, 3))]]) if new.ndim else new
        case 3:
            return new[:0] if new.ndim else new
        case 4:
            return np.zeros(chance.choice(((), (0,), (1,), (0, 0), (3, 0), (2, 2, 2))), new.dtype)
        case 5:
            return new[::-1].copy() if new.ndim else new
        case _ if new.size:
            for _ in range(chance.choice((1, 1, 5))):
                new.flat[chance.randrange(new.size)] = _number(new.dtype, chance)
    return new


def _number(dtype: np.dtype[Any], chance: random.Random) -> Any:
    if dtype.kind == "f":
        found = chance.choice((np.nan, np.inf, -np.inf, 1e308, -1e308, 1e30, -1.0, 0.0, -0.0, 1e-320, 0.5, 3.0))
        with np.errstate(all="ignore"):
            return np.array(found).astype(dtype)[()]
    if dtype.kind == "b":
        return chance.random() < 0.5
    limits = np.iinfo(dtype)
    near = (int(limits.min), int(limits.max), 0, 1, 2, 10, 13, 9, 0x80, 0xFF, 1_000, 2**31 - 1)
    return min(max(chance.choice(near), int(limits.min)), int(limits.max))
