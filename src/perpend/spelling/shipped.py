"""The channel that comes with Perpend: `english`, and its card.

    find_channel(None)             the shipped one
    find_channel("mine.json")      a file of `perpend train spelling`

`make models` makes it anew.
"""

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from perpend.spelling.channel import Channel

__all__ = ["SHIPPED_CHANNEL", "channel_card", "find_channel"]

SHIPPED_CHANNEL = "english"


def find_channel(channel: Channel | Path | str | None = None) -> Channel:
    """The channel that is meant: by name, by file, or the shipped one if nothing is named."""
    if isinstance(channel, Channel):
        return channel
    if channel is None or str(channel) == SHIPPED_CHANNEL:
        with resources.as_file(_folder() / f"{SHIPPED_CHANNEL}.json") as path:
            return Channel.read(path)
    return Channel.read(channel)


def channel_card() -> str:
    """What the shipped channel learned from, what it is good for, and its licence, as Markdown."""
    return (_folder() / f"{SHIPPED_CHANNEL}.md").read_text(encoding="utf-8")


def _folder() -> Traversable:
    return resources.files("perpend.spelling") / "channels"
