/* The loops in which an alignment spends its time, in C so that the compiler turns them into vector instructions.
 *
 *   next_column       one column of the table of cheapest edits
 *   lane_totals       the totals of eight orders of the hypothesis words, side by side, one in each lane of a register
 *   lane_estimates    the same but for rounding, from columns computed in part and what remains to be paid
 *   beam_lane_totals  the same with the beam
 *   bit_step          one column where every edit costs the same and a match nothing: Myers' bit-vector algorithm (1999),
 *                     64 reference words in one machine word
 *   lowest_total      what no order of the words can cost less than
 *
 * Sums are formed in the order of the definition, so each value is the very double that the plain programme has. All
 * costs are finite here; an unset cell is infinite.
 */
#ifndef PERPEND_LANES_H
#define PERPEND_LANES_H

#include <math.h>
#include <stdint.h>

#define LANES 8

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
#define PERPEND_CLONES __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define PERPEND_CLONES
#endif

static inline double smaller(double a, double b) { return a < b ? a : b; }

/* One column from the one before it. Where phrases have landed in it, `now` holds their values and INFINITY elsewhere. */
PERPEND_CLONES
static void next_column(int n, const double *restrict before, const double *restrict cost, double insertion,
                        const double *restrict deletion, double *restrict now, int landed) {
  double value = before[0] + insertion;
  if (landed && now[0] < value) value = now[0];
  if (landed)
    for (int i = 0; i < n; i++)
      now[i + 1] = smaller(now[i + 1], smaller(before[i + 1] + insertion, before[i] + cost[i]));
  else
    for (int i = 0; i < n; i++) now[i + 1] = smaller(before[i + 1] + insertion, before[i] + cost[i]);
  now[0] = value;
  for (int i = 0; i < n; i++) {
    value = smaller(value + deletion[i], now[i + 1]);
    now[i + 1] = value;
  }
}

/* What remains to be paid from the cells of one column on, by the one after it; deletions and phrases come later. */
PERPEND_CLONES
static void earlier_column(int n, const double *restrict after, const double *restrict cost, double insertion,
                           double *restrict now) {
  for (int i = 0; i < n; i++) now[i] = smaller(after[i] + insertion, after[i + 1] + cost[i]);
  now[n] = after[n] + insertion;
}

/* A phrase that ends in a column of one lane; `next` leads to another one that ends in the same column. */
typedef struct {
  int32_t next, lane, source_column, source_row, row, one_to_one;
  double cost;
} Landing;

/* Many orders of the same words; what the functions below work on.
 *   cost      [m][n]                cost of hypothesis word w against reference word i
 *   kind      [m][n]                0 where the two are equal
 *   words     [m][LANES]            hypothesis word at each position of each lane
 *   history   [depth][n + 1][LANES] a ring: column j lies at j % depth; columns up to `first_column` are given
 *   head      [m + 1]               first landing of each column, or -1
 */
typedef struct {
  int n, m, first_column, last_column, depth;
  const double *cost, *insertion, *deletion;
  const uint8_t *kind;
  const int32_t *words;
  double *history, *pack;
  const int32_t *head;
  const Landing *landings;
} Lanes;

static inline double *lane_column(const Lanes *g, int j) {
  return g->history + (int64_t)(j % g->depth) * (g->n + 1) * LANES;
}

/* Cost of each lane's word at position j against each reference word; returns 1 when it is one word in all lanes. */
static inline int pack_costs(const Lanes *g, int j, double insert[LANES]) {
  const int32_t *word = g->words + (int64_t)j * LANES;
  int same = 1;
  for (int l = 0; l < LANES; l++) {
    insert[l] = g->insertion[word[l]];
    same &= word[l] == word[0];
  }
  if (!same)
    for (int l = 0; l < LANES; l++) {
      const double *column = g->cost + (int64_t)word[l] * g->n;
      for (int i = 0; i < g->n; i++) g->pack[i * LANES + l] = column[i];
    }
  return same;
}

static inline void land(const Lanes *g, int j, int one_to_one, double *now) {
  for (int32_t k = g->head[j]; k >= 0; k = g->landings[k].next) {
    const Landing *e = &g->landings[k];
    if (e->one_to_one != one_to_one && one_to_one >= 0) continue;
    double c = lane_column(g, e->source_column)[(int64_t)e->source_row * LANES + e->lane] + e->cost;
    double *target = &now[(int64_t)e->row * LANES + e->lane];
    if (c < *target) *target = c;
  }
}

PERPEND_CLONES
static void lane_totals(const Lanes *g, double *totals) {
  const int n = g->n, last = g->last_column;
  for (int j = g->first_column; j < last; j++) {
    const double *restrict before = lane_column(g, j);
    double *restrict now = lane_column(g, j + 1);
    double insert[LANES], value[LANES];
    const int same = pack_costs(g, j, insert), landed = g->head[j + 1] >= 0;
    const double *column = g->cost + (int64_t)g->words[(int64_t)j * LANES] * n;
    if (landed) {
      for (int k = 0; k < (n + 1) * LANES; k++) now[k] = INFINITY;
      land(g, j + 1, -1, now);
    }
    for (int l = 0; l < LANES; l++) {
      value[l] = before[l] + insert[l];
      if (landed) value[l] = smaller(now[l], value[l]);
      now[l] = value[l];
    }
    for (int i = 0; i < n; i++) {
      const double *restrict diagonal = before + i * LANES, *restrict left = before + (i + 1) * LANES;
      double *restrict cell = now + (i + 1) * LANES;
      const double delete_cost = g->deletion[i];
      double step[LANES];
      if (same)
        for (int l = 0; l < LANES; l++) step[l] = diagonal[l] + column[i];
      else
        for (int l = 0; l < LANES; l++) step[l] = diagonal[l] + g->pack[i * LANES + l];
      if (landed)
        for (int l = 0; l < LANES; l++) step[l] = smaller(cell[l], step[l]);
      for (int l = 0; l < LANES; l++) {
        double c = smaller(left[l] + insert[l], step[l]);
        value[l] = smaller(value[l] + delete_cost, c);
        cell[l] = value[l];
      }
    }
  }
  for (int l = 0; l < LANES; l++) totals[l] = lane_column(g, last)[(int64_t)n * LANES + l];
}

/* `totals` after lane_totals has gone to the last column that the orders change; `after` holds what remains to be paid
 * from each cell on, [m + 1][n + 1]. Phrases that begin before that column and end behind it are asked one by one. */
PERPEND_CLONES
static void lane_estimates(const Lanes *g, const double *restrict after, double *restrict totals) {
  const int n = g->n, last = g->last_column;
  const double *restrict column = lane_column(g, last), *restrict rest = after + (int64_t)last * (n + 1);
  double least[LANES];
  for (int l = 0; l < LANES; l++) least[l] = INFINITY;
  for (int i = 0; i <= n; i++)
    for (int l = 0; l < LANES; l++) least[l] = smaller(column[i * LANES + l] + rest[i], least[l]);
  for (int j = last + 1; j <= g->m && j < last + g->depth; j++)
    for (int32_t k = g->head[j]; k >= 0; k = g->landings[k].next) {
      const Landing *e = &g->landings[k];
      double c = lane_column(g, e->source_column)[(int64_t)e->source_row * LANES + e->lane] + e->cost;
      least[e->lane] = smaller(c + after[(int64_t)j * (n + 1) + e->row], least[e->lane]);
    }
  for (int l = 0; l < LANES; l++) totals[l] = least[l];
}

/* With the beam: `history` holds INFINITY for every cell that does not go on. Rows are doubles, so that they can be
 * compared in the same registers; `first_row` and `last_row` are those of column first_column + 1. */
PERPEND_CLONES
static void beam_lane_totals(const Lanes *g, double beam, double first_row, double last_row, double *totals) {
  const int n = g->n, m = g->m;
  double first[LANES], last[LANES];
  for (int l = 0; l < LANES; l++) {
    first[l] = first_row;
    last[l] = last_row;
  }
  for (int j = g->first_column; j < m; j++) {
    const double *restrict before = lane_column(g, j);
    double *restrict now = lane_column(g, j + 1);
    double insert[LANES], limit[LANES], above[LANES], next_first[LANES], next_last[LANES];
    const int same = pack_costs(g, j, insert), landed = g->head[j + 1] >= 0, final = j + 1 == m;
    const double *column = g->cost + (int64_t)g->words[(int64_t)j * LANES] * n;
    for (int k = 0; k < (n + 1) * LANES; k++) now[k] = INFINITY;
    if (landed) land(g, j + 1, 0, now);
    for (int l = 0; l < LANES; l++) limit[l] = INFINITY;
    for (int i = 0; i < n; i++) {
      double *restrict cell = now + (i + 1) * LANES;
      for (int l = 0; l < LANES; l++) {
        double c = before[i * LANES + l] + (same ? column[i] : g->pack[i * LANES + l]);
        int counts = c < cell[l];
        if (landed) counts |= g->kind[(int64_t)g->words[(int64_t)j * LANES + l] * n + i] == 0;
        limit[l] = counts ? smaller(c, limit[l]) : limit[l];
        cell[l] = smaller(c, cell[l]);
      }
    }
    if (landed) land(g, j + 1, 1, now);
    for (int l = 0; l < LANES; l++) {
      limit[l] = final ? INFINITY : limit[l] + beam;
      if (final) last[l] = n;
      above[l] = INFINITY;
      next_first[l] = next_last[l] = -1;
    }
    for (int i = 0; i <= n; i++) {
      double *restrict cell = now + (int64_t)i * LANES;
      const double delete_cost = i ? g->deletion[i - 1] : 0.0, row = i;
      for (int l = 0; l < LANES; l++) {
        double c = smaller(before[i * LANES + l] + insert[l], cell[l]);
        double d = above[l] + delete_cost;
        last[l] = d < c && row > last[l] ? row : last[l];
        c = smaller(d, c);
        int goes_on = (c <= limit[l]) & (c < INFINITY) & (row >= first[l]) & (row <= last[l]);
        above[l] = goes_on ? c : INFINITY;
        next_first[l] = goes_on && next_first[l] < 0 ? row : next_first[l];
        next_last[l] = goes_on ? row + 1 : next_last[l];
        cell[l] = above[l];
      }
    }
    for (int l = 0; l < LANES; l++) {
      first[l] = next_first[l];
      last[l] = next_last[l];
    }
  }
  for (int l = 0; l < LANES; l++) totals[l] = lane_column(g, m)[(int64_t)n * LANES + l];
}

typedef struct {
  uint64_t plus, minus;
  int64_t edits;
} BitColumn;

/* The next column: `equal` has bit i set when reference word i equals the hypothesis word; 1 <= n <= 64. Bit i of `plus`
 * (`minus`) says that row i + 1 has one edit more (less) than row i; `edits` is the number in the last row. */
static inline BitColumn bit_step(BitColumn c, uint64_t equal, int n) {
  const uint64_t last = 1ULL << (n - 1);
  uint64_t x = equal | c.minus;
  uint64_t d = (((equal & c.plus) + c.plus) ^ c.plus) | x;
  uint64_t hp = c.minus | ~(d | c.plus);
  uint64_t hm = c.plus & d;
  c.edits += (hp & last) != 0;
  c.edits -= (hm & last) != 0;
  hp = (hp << 1) | 1;
  hm = hm << 1;
  c.plus = hm | ~(d | hp);
  c.minus = hp & d;
  return c;
}

/* The number of edits in row i of column j. */
static inline int64_t bit_cell(BitColumn c, int i, int j) {
  const uint64_t rows = i >= 64 ? ~0ULL : (1ULL << i) - 1;
  return j + __builtin_popcountll(c.plus & rows) - __builtin_popcountll(c.minus & rows);
}

/* A feasible dual of the assignment problem: a value for each word, such that no edit costs less than the values of the
 * words it takes; their sum is the bound. `dual` and `worth` come with upper limits for the values of reference and
 * hypothesis words. */
PERPEND_CLONES
static double lowest_sum(int n, int m, const double *restrict cost, double *restrict dual, const double *restrict worth) {
  double total = 0.0;
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) dual[i] = smaller(cost[(int64_t)j * n + i], dual[i]);
  for (int i = 0; i < n; i++) total += dual[i];
  for (int j = 0; j < m; j++) {
    double least[LANES], value = worth[j];
    int i = 0;
    for (int l = 0; l < LANES; l++) least[l] = INFINITY;
    for (; i + LANES <= n; i += LANES)
      for (int l = 0; l < LANES; l++) least[l] = smaller(cost[(int64_t)j * n + i + l] - dual[i + l], least[l]);
    for (; i < n; i++) value = smaller(cost[(int64_t)j * n + i] - dual[i], value);
    for (int l = 0; l < LANES; l++) value = smaller(least[l], value);
    total += value;
  }
  return total;
}

#endif
