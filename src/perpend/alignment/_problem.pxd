"""One problem and its answer as the compiled aligner sees them: numbers only; see `problem.Problem` and `Solution`."""

from libc.stdint cimport int32_t, int64_t, uint8_t


cdef enum:
    # The edits, numbered as in `problem.Op`; the first four are the kinds of a pair of words.
    MATCH = 0
    SUBSTITUTE = 1
    STEM = 2
    SYNONYM = 3
    INSERT = 4
    DELETE = 5
    PHRASE = 6


cdef struct Input:
    # One problem. Matrices have a row for each hypothesis word, so that a word's costs lie together.
    int n, m
    const int32_t *hyp_ids
    const double *cost  # NULL: `kind_cost` gives the cost, and no shifts are sought
    const uint8_t *kind
    const uint8_t *agrees
    double kind_cost[4]
    const double *insertion
    const double *deletion
    const uint8_t *ref_stop
    const uint8_t *hyp_stop
    # Phrase edges, sorted by row; `word_edges` lists, for each hypothesis word, those that begin with it.
    int edges, longest_edge
    const int32_t *edge_row
    const int32_t *edge_ref_len
    const int32_t *edge_hyp_len
    const int32_t *edge_ids_start
    const int32_t *edge_ids
    const double *edge_cost
    const int32_t *word_edge_start
    const int32_t *word_edges
    # The search, and what is known of the costs.
    double shift_cost, beam, gain_limit
    int distance, max_block
    bint phrases_in_blocks, mismatch_in_blocks
    int64_t budget, max_shifts, max_cells
    bint finite
    double lowest  # of all costs
    double highest  # of word pairs and deletions
    double highest_insertion


cdef struct Move:
    # One shift; see `problem.ShiftStep`.
    int32_t start, end, newloc, moveto, ref_start, ref_end


cdef struct Answer:
    # Steps stand from the last to the first, shifts from the first to the last; valid until the next problem.
    int64_t steps, shifts
    const uint8_t *step_op
    const int32_t *step_ref
    const int32_t *step_hyp
    const int32_t *step_edge
    const double *step_cost
    const Move *shift
    const int32_t *order
    double cost
    bint complete
