"""Draws a network or lattice as a self-contained SVG picture, without scripts or fonts.

    ┌─────┐┌──────┐┌──────┐┌────────────┐┌───┐
    │ the ││ vote ││ will ││ take place ││ . │      the path of the output, in the first row
    └─────┘└──────┘└──────┘└────────────┘└───┘
    ┌─────┐        ┌──────┐┌──────┐┌─────┐          other arcs below, the heaviest first; ∅ is a null arc
    │  a  │        │  ∅   ││ start││  ∅  │
    └─────┘        └──────┘└──────┘└─────┘

Each slot is a column, and each arc a box across its slots, darker the more systems voted for it. Of several networks
side by side, only the one that the path goes through is drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from perpend.combination.graph import Graph

__all__ = ["draw_graph"]

_NULL = "∅"
_CHARACTER, _PADDING, _HEIGHT, _GAP, _MARGIN = 8.2, 16.0, 30.0, 8.0, 16.0
_LEAST = 44.0
_STYLE = (
    "text{font:14px Inter,'Segoe UI',Helvetica,Arial,sans-serif;text-anchor:middle;fill:#1f2937}"
    ".ground{fill:#fff}.arc{fill:#2563eb;stroke:#9ca3af}.path{stroke:#1d4ed8;stroke-width:2.5}"
    "@media(prefers-color-scheme:dark){text{fill:#e5e7eb}.ground{fill:#14171c}.path{stroke:#60a5fa}}"
)


@dataclass(slots=True)
class _Box:
    start: int
    end: int
    label: str
    share: float
    votes: float
    on_path: bool
    row: int = 0


def draw_graph(graph: Graph, forms: Sequence[str], path: Sequence[int]) -> str:
    """Returns an SVG picture of `graph`, with the arcs of `path` marked; `forms` are the words by number."""
    boxes = _boxes(graph, forms, path)
    _stack(boxes)
    edges = _edges(boxes)
    rows = 1 + max(box.row for box in boxes)
    width, height = edges[-1] + _MARGIN, 2 * _MARGIN + rows * (_HEIGHT + _GAP)
    said = sorted((box.start, box.label) for box in boxes if box.on_path and box.label != _NULL)
    title = escape(" ".join(label for _, label in said))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="img"><title>{title}</title><style>{_STYLE}</style>'
        f'<rect class="ground" width="{width:.0f}" height="{height:.0f}"/>'
    )
    return "\n".join([head, *(_drawn(box, edges) for box in boxes), "</svg>"]) + "\n"


def _boxes(graph: Graph, forms: Sequence[str], path: Sequence[int]) -> list[_Box]:
    """Returns boxes for the arcs of the path's network: the path first, then by votes."""
    chosen, marked = _network(graph, int(graph.begins[path[0]])), set(path)
    columns = {node: place for place, node in enumerate(sorted({int(graph.tail[arc]) for arc in chosen}))}
    columns[graph.nodes - 1] = len(columns)
    systems = graph.votes.shape[1]
    boxes = []
    for arc in chosen:
        label = " ".join(forms[word] for word in graph.arc_words(arc)) or _NULL
        votes = float(graph.votes[arc].sum())
        ends = columns[int(graph.tail[arc])], columns[int(graph.head[arc])]
        boxes.append(_Box(*ends, label, min(1.0, votes / systems), votes, arc in marked))
    return sorted(boxes, key=lambda box: (not box.on_path, -box.votes, box.start, box.label))


def _network(graph: Graph, number: int) -> list[int]:
    """Returns the arcs of network `number` of the graph."""
    reached, chosen = set(), []
    for arc in range(len(graph.tail)):
        if graph.begins[arc] == number or (graph.tail[arc] > 0 and int(graph.tail[arc]) in reached):
            chosen.append(arc)
            reached.add(int(graph.head[arc]))
    return chosen


def _stack(boxes: Sequence[_Box]) -> None:
    """Gives each box the highest row with room for it."""
    rows: list[list[_Box]] = []
    for box in boxes:
        for number, row in enumerate(rows):
            if all(box.end <= other.start or box.start >= other.end for other in row):
                box.row = number
                row.append(box)
                break
        else:
            box.row = len(rows)
            rows.append([box])


def _edges(boxes: Sequence[_Box]) -> list[float]:
    """Returns the left edges of the columns, wide enough for every label, and the right edge of the last."""
    edges = [_MARGIN + _LEAST * place for place in range(1 + max(box.end for box in boxes))]
    for box in sorted(boxes, key=lambda box: (box.end, box.start)):
        missing = len(box.label) * _CHARACTER + _PADDING + _GAP - (edges[box.end] - edges[box.start])
        if missing > 0:
            edges[box.end :] = [edge + missing for edge in edges[box.end :]]
    return edges


def _drawn(box: _Box, edges: Sequence[float]) -> str:
    x, y = edges[box.start], _MARGIN + box.row * (_HEIGHT + _GAP)
    width = edges[box.end] - x - _GAP
    kind = "arc path" if box.on_path else "arc"
    return (
        f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{_HEIGHT:.1f}" rx="6" '
        f'fill-opacity="{0.06 + 0.5 * box.share:.2f}"><title>{box.votes:g} votes</title></rect>'
        f'<text x="{x + width / 2:.1f}" y="{y + _HEIGHT / 2 + 5:.1f}">{escape(box.label)}</text>'
    )
