"""Combines several translations of one sentence, or several answers to one question, into one text.

    candidates -> words -> Segment -> losses -> backbone -> network or lattice -> Graph -> search -> one text
                                                                                  ↑
                                                      weights, tuned on segments with references

The paper is "TERp-based augmented system combination"; each module names the section that it follows.
"""

__all__: list[str] = []
