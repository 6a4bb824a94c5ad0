/* Totals of several alignments at once.
 *
 * The search for shifts needs the cost of the cheapest edits for many orders of the same hypothesis words, and nothing
 * else of them. Two ways, both exact to the last bit:
 *
 *   lane_totals   eight orders side by side, one in each lane of a vector register; the compiler turns the inner loops
 *                 over LANES into vector instructions. Sums are formed in the order of the definition, so each lane
 *                 holds the very doubles that the plain programme would.
 *   bit_total     when every edit costs the same and a match nothing: Myers' bit-vector algorithm (1999), 64 reference
 *                 words in one machine word; the caller turns the number of edits into the sum of that many costs.
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

typedef struct {
  int32_t column, lane, source_column, source_row, row;
  double cost;
} Landing;

/* Column `first_column` of each lane is given in `history`; computes the columns up to m.
 *   cost      [m][n]            cost of hypothesis word w against reference word i
 *   words     [m][LANES]        hypothesis word at each position of each lane
 *   history   [depth][n + 1][LANES], a ring: column j lies at j % depth
 *   landings  phrase edges that end in a column, sorted by column; they begin less than `depth` columns before
 */
PERPEND_CLONES
static void lane_totals(int n, int m, int first_column, int depth, const double *cost, const double *insertion,
                        const double *deletion, const int32_t *words, double *history, const Landing *landings,
                        int landing_count, double *pack, double *totals) {
  int next = 0;
  const int rows = n + 1;
  for (int j = first_column; j < m; j++) {
    const double *restrict before = history + (int64_t)(j % depth) * rows * LANES;
    double *restrict now = history + (int64_t)((j + 1) % depth) * rows * LANES;
    const int32_t *word = words + (int64_t)j * LANES;
    double insert[LANES], value[LANES];
    int same = 1;
    for (int l = 0; l < LANES; l++) {
      insert[l] = insertion[word[l]];
      same &= word[l] == word[0];
    }
    const int landed = next < landing_count && landings[next].column == j + 1;
    if (landed) {
      for (int k = 0; k < rows * LANES; k++) now[k] = INFINITY;
      while (next < landing_count && landings[next].column == j + 1) {
        const Landing *e = &landings[next++];
        double c = history[((int64_t)(e->source_column % depth) * rows + e->source_row) * LANES + e->lane] + e->cost;
        double *target = &now[(int64_t)e->row * LANES + e->lane];
        if (c < *target) *target = c;
      }
    }
    if (!same)
      for (int l = 0; l < LANES; l++) {
        const double *column = cost + (int64_t)word[l] * n;
        for (int i = 0; i < n; i++) pack[i * LANES + l] = column[i];
      }
    for (int l = 0; l < LANES; l++) {
      value[l] = before[l] + insert[l];
      if (landed && now[l] < value[l]) value[l] = now[l];
      now[l] = value[l];
    }
    const double *column = cost + (int64_t)word[0] * n;
    for (int i = 0; i < n; i++) {
      const double *restrict diagonal = before + i * LANES, *restrict above = before + (i + 1) * LANES;
      double *restrict cell = now + (i + 1) * LANES;
      const double delete_cost = deletion[i];
      double step[LANES];
      if (same)
        for (int l = 0; l < LANES; l++) step[l] = diagonal[l] + column[i];
      else
        for (int l = 0; l < LANES; l++) step[l] = diagonal[l] + pack[i * LANES + l];
      if (landed)
        for (int l = 0; l < LANES; l++) step[l] = cell[l] < step[l] ? cell[l] : step[l];
      for (int l = 0; l < LANES; l++) {
        double c = above[l] + insert[l];
        c = c < step[l] ? c : step[l];
        double d = value[l] + delete_cost;
        value[l] = d < c ? d : c;
        cell[l] = value[l];
      }
    }
  }
  for (int l = 0; l < LANES; l++) totals[l] = history[((int64_t)(m % depth) * rows + n) * LANES + l];
}

typedef struct {
  uint64_t plus, minus;
  int64_t edits;
} BitColumn;

/* The next column: `equal` has bit i set when reference word i equals the hypothesis word; 1 <= n <= 64. */
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

#endif
