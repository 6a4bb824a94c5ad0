/* The loops in which a search among letter counts spends its time: a word's counts are unary in one 64-bit number, so
 * the letters by which two words differ are the bits of an exclusive or.
 *
 *   close_weight    how heavily the pairs of two blocks that differ by at most `limit` bits weigh
 *   find_close      where in a block the numbers stand that differ from one by at most `limit` bits
 *   osa_by_bits     edit distance with transposition (optimal string alignment), 64 letters in one machine word
 *                   (Hyyrö 2003); osa_by_table for longer words
 *   osa_by_lanes    the same for 32 words at once and at most 16 letters
 *
 * The first two exist for AVX-512 with its popcount, for AVX2, and in plain C, the last for AVX-512 alone; `choose_paths`
 * takes what the processor has. All give the same results.
 */
#ifndef PERPEND_SCAN_H
#define PERPEND_SCAN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
#define PERPEND_X86 1
#include <immintrin.h>
#endif

#define MOST_LETTERS 255

typedef int64_t (*CloseWeight)(const uint64_t *, const uint32_t *, ptrdiff_t, const uint64_t *, const uint32_t *,
                               ptrdiff_t, int);
typedef void (*OsaByLanes)(const uint16_t *, int, const uint16_t (*)[32], const uint16_t *, int, uint16_t *);
typedef ptrdiff_t (*FindClose)(uint64_t, const uint64_t *, ptrdiff_t, int, uint32_t *);

static inline int bits_of(uint64_t number) { return __builtin_popcountll(number); }
static inline int lowest_bit(uint64_t number) { return __builtin_ctzll(number); }

static int64_t close_weight_plain(const uint64_t *a, const uint32_t *wa, ptrdiff_t na, const uint64_t *b,
                                  const uint32_t *wb, ptrdiff_t nb, int limit) {
  int64_t total = 0;
  for (ptrdiff_t i = 0; i < na; i++) {
    int64_t sum = 0;
    for (ptrdiff_t j = 0; j < nb; j++) sum += bits_of(a[i] ^ b[j]) <= limit ? wb[j] : 0;
    total += sum * wa[i];
  }
  return total;
}

static ptrdiff_t find_close_plain(uint64_t a, const uint64_t *b, ptrdiff_t n, int limit, uint32_t *found) {
  ptrdiff_t count = 0;
  for (ptrdiff_t j = 0; j < n; j++) {
    found[count] = (uint32_t)j;
    count += bits_of(a ^ b[j]) <= limit;
  }
  return count;
}

#ifdef PERPEND_X86

#define WITH_AVX2 __attribute__((target("avx2,popcnt")))
#define WITH_AVX512 __attribute__((target("avx512f,avx512vl,avx512vpopcntdq,popcnt")))

WITH_AVX2 static inline __m256i bits_of_four(__m256i numbers) {
  const __m256i nibble_bits = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3,
                                               1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i low = _mm256_set1_epi8(15);
  __m256i below = _mm256_shuffle_epi8(nibble_bits, _mm256_and_si256(numbers, low));
  __m256i above = _mm256_shuffle_epi8(nibble_bits, _mm256_and_si256(_mm256_srli_epi16(numbers, 4), low));
  return _mm256_sad_epu8(_mm256_add_epi8(below, above), _mm256_setzero_si256());
}

WITH_AVX2 static int64_t close_weight_avx2(const uint64_t *a, const uint32_t *wa, ptrdiff_t na, const uint64_t *b,
                                           const uint32_t *wb, ptrdiff_t nb, int limit) {
  const __m256i above = _mm256_set1_epi64x(limit + 1);
  int64_t total = 0;
  for (ptrdiff_t i = 0; i < na; i++) {
    const __m256i one = _mm256_set1_epi64x((int64_t)a[i]);
    __m256i sums = _mm256_setzero_si256();
    ptrdiff_t j = 0;
    for (; j + 4 <= nb; j += 4) {
      __m256i bits = bits_of_four(_mm256_xor_si256(one, _mm256_loadu_si256((const __m256i *)(b + j))));
      __m256i weights = _mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)(wb + j)));
      sums = _mm256_add_epi64(sums, _mm256_and_si256(weights, _mm256_cmpgt_epi64(above, bits)));
    }
    int64_t parts[4], sum = 0;
    _mm256_storeu_si256((__m256i *)parts, sums);
    for (; j < nb; j++) sum += bits_of(a[i] ^ b[j]) <= limit ? wb[j] : 0;
    total += (sum + parts[0] + parts[1] + parts[2] + parts[3]) * wa[i];
  }
  return total;
}

WITH_AVX2 static ptrdiff_t find_close_avx2(uint64_t a, const uint64_t *b, ptrdiff_t n, int limit, uint32_t *found) {
  const __m256i one = _mm256_set1_epi64x((int64_t)a), above = _mm256_set1_epi64x(limit + 1);
  ptrdiff_t count = 0, j = 0;
  for (; j + 4 <= n; j += 4) {
    __m256i bits = bits_of_four(_mm256_xor_si256(one, _mm256_loadu_si256((const __m256i *)(b + j))));
    unsigned mask = (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(above, bits)));
    for (; mask; mask &= mask - 1) found[count++] = (uint32_t)(j + __builtin_ctz(mask));
  }
  for (; j < n; j++)
    if (bits_of(a ^ b[j]) <= limit) found[count++] = (uint32_t)j;
  return count;
}

/* Four numbers against eight at a time, so that each eight are loaded once for the four. */
WITH_AVX512 static int64_t close_weight_avx512(const uint64_t *a, const uint32_t *wa, ptrdiff_t na, const uint64_t *b,
                                               const uint32_t *wb, ptrdiff_t nb, int limit) {
  const __m512i most = _mm512_set1_epi64(limit);
  int64_t total = 0;
  for (ptrdiff_t i = 0; i < na; i += 4) {
    __m512i one[4], sums[4];
    for (int t = 0; t < 4; t++) {
      one[t] = _mm512_set1_epi64((int64_t)a[i + t < na ? i + t : i]);
      sums[t] = _mm512_setzero_si512();
    }
    for (ptrdiff_t j = 0; j < nb; j += 8) {
      const __mmask8 here = nb - j >= 8 ? 0xff : (__mmask8)((1u << (nb - j)) - 1);
      const __m512i eight = _mm512_maskz_loadu_epi64(here, b + j);
      const __m512i weights = _mm512_cvtepu32_epi64(_mm256_maskz_loadu_epi32(here, wb + j));
      for (int t = 0; t < 4; t++) {
        __mmask8 close = _mm512_cmple_epu64_mask(_mm512_popcnt_epi64(_mm512_xor_si512(one[t], eight)), most);
        sums[t] = _mm512_mask_add_epi64(sums[t], close, sums[t], weights);
      }
    }
    for (int t = 0; t < 4 && i + t < na; t++) total += _mm512_reduce_add_epi64(sums[t]) * wa[i + t];
  }
  return total;
}

WITH_AVX512 static ptrdiff_t find_close_avx512(uint64_t a, const uint64_t *b, ptrdiff_t n, int limit,
                                               uint32_t *found) {
  const __m512i one = _mm512_set1_epi64((int64_t)a), most = _mm512_set1_epi64(limit);
  ptrdiff_t count = 0, j = 0;
  for (; j + 16 <= n; j += 16) {
    __m512i first = _mm512_popcnt_epi64(_mm512_xor_si512(one, _mm512_loadu_si512(b + j)));
    __m512i second = _mm512_popcnt_epi64(_mm512_xor_si512(one, _mm512_loadu_si512(b + j + 8)));
    unsigned mask = _mm512_cmple_epu64_mask(first, most) | (unsigned)_mm512_cmple_epu64_mask(second, most) << 8;
    for (; mask; mask &= mask - 1) found[count++] = (uint32_t)(j + __builtin_ctz(mask));
  }
  for (; j < n; j += 8) {
    const __mmask8 here = n - j >= 8 ? 0xff : (__mmask8)((1u << (n - j)) - 1);
    __m512i bits = _mm512_popcnt_epi64(_mm512_xor_si512(one, _mm512_maskz_loadu_epi64(here, b + j)));
    unsigned mask = _mm512_mask_cmple_epu64_mask(here, bits, most);
    for (; mask; mask &= mask - 1) found[count++] = (uint32_t)(j + __builtin_ctz(mask));
  }
  return count;
}

/* Edit distances from a word of at most 16 letters to up to 32 others, one in each 16-bit lane. `texts[j]` has letter j of
 * each, as a place of `places`, where lanes that are shorter have anything. */
__attribute__((target("avx512f,avx512bw"))) static void osa_by_lanes_avx512(const uint16_t *places, int na,
                                                                            const uint16_t (*texts)[32],
                                                                            const uint16_t *lengths, int longest,
                                                                            uint16_t *distances) {
  const __m512i low = _mm512_loadu_si512(places), high = _mm512_loadu_si512(places + 32);
  const __m512i ends = _mm512_loadu_si512(lengths), one = _mm512_set1_epi16(1), all = _mm512_set1_epi16(-1);
  const __m512i last = _mm512_set1_epi16((short)(1u << (na - 1)));
  __m512i up = all, down = _mm512_setzero_si512(), diagonal = down, before = down, distance = _mm512_set1_epi16((short)na);
  for (int j = 0; j < longest; j++) {
    const __m512i here = _mm512_permutex2var_epi16(low, _mm512_loadu_si512(texts[j]), high);
    const __m512i swapped = _mm512_and_si512(_mm512_slli_epi16(_mm512_andnot_si512(diagonal, here), 1), before);
    const __m512i carried = _mm512_xor_si512(_mm512_add_epi16(_mm512_and_si512(here, up), up), up);
    diagonal = _mm512_or_si512(_mm512_or_si512(carried, here), _mm512_or_si512(down, swapped));
    __m512i right = _mm512_or_si512(down, _mm512_andnot_si512(_mm512_or_si512(diagonal, up), all));
    __m512i left = _mm512_and_si512(diagonal, up);
    const __mmask32 there = _mm512_cmpgt_epu16_mask(ends, _mm512_set1_epi16((short)j));
    distance = _mm512_mask_add_epi16(distance, there & _mm512_test_epi16_mask(right, last), distance, one);
    distance = _mm512_mask_sub_epi16(distance, there & _mm512_test_epi16_mask(left, last), distance, one);
    right = _mm512_or_si512(_mm512_slli_epi16(right, 1), one);
    left = _mm512_slli_epi16(left, 1);
    up = _mm512_or_si512(left, _mm512_andnot_si512(_mm512_or_si512(diagonal, right), all));
    down = _mm512_and_si512(right, diagonal);
    before = here;
  }
  _mm512_storeu_si512(distances, distance);
}

#endif

static CloseWeight close_weight = close_weight_plain;
static FindClose find_close = find_close_plain;
static OsaByLanes osa_by_lanes = 0;

/* 0: what every processor has; 1: AVX2; 2: AVX-512. Takes the best that is at most `highest` and says which. */
static int choose_paths(int highest) {
  close_weight = close_weight_plain;
  find_close = find_close_plain;
  osa_by_lanes = 0;
#ifdef PERPEND_X86
  __builtin_cpu_init();
  if (highest >= 2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512vpopcntdq")) {
    close_weight = close_weight_avx512;
    find_close = find_close_avx512;
    if (__builtin_cpu_supports("avx512bw")) osa_by_lanes = osa_by_lanes_avx512;
    return 2;
  }
  if (highest >= 1 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt")) {
    close_weight = close_weight_avx2;
    find_close = find_close_avx2;
    return 1;
  }
#endif
  return 0;
}

/* By how many of eight sums of letters two blocks differ: never more than their words do. */
static inline int sums_apart(uint64_t a, uint64_t b) {
#ifdef PERPEND_X86
  return _mm_cvtsi128_si32(_mm_sad_epu8(_mm_cvtsi64_si128((int64_t)a), _mm_cvtsi64_si128((int64_t)b)));
#else
  int apart = 0;
  for (int shift = 0; shift < 64; shift += 8) {
    int difference = (int)(a >> shift & 255) - (int)(b >> shift & 255);
    apart += difference < 0 ? -difference : difference;
  }
  return apart;
#endif
}

static int osa_by_table(const uint16_t *a, ptrdiff_t na, const uint16_t *b, ptrdiff_t nb) {
  int rows[3][2 * MOST_LETTERS + 2], *before = rows[0], *last = rows[1], *now = rows[2];
  for (ptrdiff_t j = 0; j <= nb; j++) last[j] = (int)j;
  for (ptrdiff_t i = 1; i <= na; i++) {
    now[0] = (int)i;
    for (ptrdiff_t j = 1; j <= nb; j++) {
      int best = last[j - 1] + (a[i - 1] != b[j - 1]);
      if (last[j] + 1 < best) best = last[j] + 1;
      if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < best)
        best = before[j - 2] + 1;
      now[j] = best;
    }
    int *oldest = before;
    before = last;
    last = now;
    now = oldest;
  }
  return last[nb];
}

/* `places[letter]` has a bit for each place of the letter in a; a has 1 to 64 letters. */
static inline int osa_by_bits(const uint64_t *places, ptrdiff_t na, const uint16_t *b, ptrdiff_t nb) {
  uint64_t up = ~UINT64_C(0), down = 0, diagonal = 0, before = 0;
  const uint64_t last = UINT64_C(1) << (na - 1);
  int distance = (int)na;
  for (ptrdiff_t j = 0; j < nb; j++) {
    const uint64_t here = places[b[j]];
    const uint64_t swapped = ((~diagonal & here) << 1) & before;
    diagonal = (((here & up) + up) ^ up) | here | down | swapped;
    uint64_t right = down | ~(diagonal | up), left = diagonal & up;
    distance += (right & last) != 0;
    distance -= (left & last) != 0;
    right = right << 1 | 1;
    left <<= 1;
    up = left | ~(diagonal | right);
    down = right & diagonal;
    before = here;
  }
  return distance;
}

/* The distances from one word to many, 32 at a time: `places` has the bits of each letter in the word, whose letters and
 * those of the others are numbers; from 63 on they must not be in the word. */
static void osa_to_many(const uint64_t *places, ptrdiff_t letters, ptrdiff_t na, const uint16_t *all,
                        const int64_t *starts, const uint32_t *words, ptrdiff_t count, uint8_t *distances) {
  uint16_t table[64] = {0}, texts[MOST_LETTERS + 1][32], lengths[32], found[32];
  for (ptrdiff_t letter = 0; letter < letters && letter < 63; letter++) table[letter] = (uint16_t)places[letter];
  for (ptrdiff_t first = 0; first < count; first += 32) {
    const int lanes = count - first < 32 ? (int)(count - first) : 32;
    int longest = 0;
    const uint16_t *begins[32];
    /* Words lie anywhere: all are asked for before the first is read. */
    for (int lane = 0; lane < 32; lane++) {
      const int64_t *bounds = starts + (lane < lanes ? words[first + lane] : 0);
      begins[lane] = all + bounds[0];
      lengths[lane] = lane < lanes ? (uint16_t)(bounds[1] - bounds[0]) : 0;
      __builtin_prefetch(begins[lane]);
    }
    for (int lane = 0; lane < lanes; lane++) {
      for (int j = 0; j < lengths[lane]; j++) texts[j][lane] = begins[lane][j] < 63 ? begins[lane][j] : 63;
      if (lengths[lane] > longest) longest = lengths[lane];
    }
    osa_by_lanes(table, (int)na, (const uint16_t(*)[32])texts, lengths, longest, found);
    for (int lane = 0; lane < lanes; lane++) distances[first + lane] = (uint8_t)found[lane];
  }
}

#endif
