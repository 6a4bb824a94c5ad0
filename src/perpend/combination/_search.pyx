# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The best paths through a graph: the compiled twin of `search.search_plainly`, with the same order at equal scores.

States, the ways into them and the queue are growing arrays. States are found by a hash of node and history, and word
scores are cached by a hash of history and word.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc, qsort, realloc
from libc.string cimport memset

import numpy as np

from perpend.combination.search import Found

__all__ = ["search"]

cdef uint64_t HISTORY = 0xFFFFFFFFFFFF


cdef struct State:
    uint64_t history
    double score
    int32_t node
    int32_t next_at_node
    int32_t first_way, last_way
    int32_t ways
    int32_t sorted_from  # index in `ranked`, -1 before the ways are sorted


cdef struct Way:
    double score
    int32_t origin, arc, next


cdef struct Ranked:
    double score
    int32_t number


cdef struct Deviation:
    double score
    int64_t order
    int32_t state, rank
    int32_t behind


cdef struct Link:
    int32_t arc, next


cdef struct Known:
    uint64_t key
    double value


cdef int by_score(const void *left, const void *right) noexcept nogil:
    cdef Ranked *a = <Ranked *>left
    cdef Ranked *b = <Ranked *>right
    if a.score != b.score:
        return -1 if a.score > b.score else 1
    return -1 if a.number < b.number else 1


cdef inline uint64_t mixed(uint64_t key) noexcept nogil:
    key ^= key >> 31
    key *= <uint64_t>0x9E3779B97F4A7C15
    key ^= key >> 29
    key *= <uint64_t>0xBF58476D1CE4E5B9
    return key ^ (key >> 32)


cdef inline bint goes_first(Deviation *a, Deviation *b) noexcept nogil:
    return a.score > b.score or (a.score == b.score and a.order < b.order)


cdef void *grown(void *block, size_t count, size_t size) except NULL:
    cdef void *larger = realloc(block, count * size)
    if larger == NULL:
        raise MemoryError()
    return larger


cdef class _Table:
    """A hash table from keys to numbers with open addressing; key 0 marks an empty slot."""

    cdef Known *places
    cdef uint64_t mask
    cdef size_t count

    def __cinit__(self, size_t least):
        cdef size_t size = 64
        while size < 2 * least:
            size *= 2
        self.places = NULL
        self.mask = size - 1
        self.count = 0
        self.places = <Known *>grown(NULL, size, sizeof(Known))
        memset(self.places, 0, size * sizeof(Known))

    def __dealloc__(self):
        free(self.places)

    cdef inline Known *place(self, uint64_t key) noexcept nogil:
        cdef uint64_t at = mixed(key) & self.mask
        while self.places[at].key != 0 and self.places[at].key != key:
            at = (at + 1) & self.mask
        return &self.places[at]

    cdef int put(self, uint64_t key, double value) except -1:
        cdef Known *found = self.place(key)
        if found.key == 0:
            self.count += 1
        found.key, found.value = key, value
        if 2 * self.count > self.mask:
            self.grow()
        return 0

    cdef int grow(self) except -1:
        cdef Known *old = self.places
        cdef uint64_t size = self.mask + 1, at
        self.places = <Known *>grown(NULL, 2 * size, sizeof(Known))
        memset(self.places, 0, 2 * size * sizeof(Known))
        self.mask = 2 * size - 1
        for at in range(size):
            if old[at].key != 0:
                self.place(old[at].key)[0] = old[at]
        free(old)
        return 0


cdef class _Search:
    cdef const int32_t[::1] first, head, word_start, words
    cdef const double[::1] arc_score
    cdef _Table ngrams, known
    cdef list models
    cdef State *states
    cdef Way *ways
    cdef Ranked *ranked
    cdef Ranked *room
    cdef Deviation *queue
    cdef Link *links
    cdef int32_t *slots
    cdef int32_t *first_at
    cdef int32_t *last_at
    cdef size_t state_count, state_room, way_count, way_room, ranked_count, ranked_room, room_size
    cdef size_t queue_count, queue_room, link_count, link_room
    cdef uint64_t slot_mask
    cdef int nodes

    def __cinit__(self, arcs, ngrams):
        cdef int node
        self.first, self.head, self.arc_score = arcs.first, arcs.head, arcs.score
        self.word_start, self.words = arcs.word_start, arcs.words
        self.nodes = len(arcs.first) - 1
        self.ngrams = _Table(len(ngrams.keys))
        self.known = _Table(4096)
        cdef const uint64_t[::1] keys = ngrams.keys
        cdef const double[::1] scores = ngrams.scores
        for node in range(<int>keys.shape[0]):
            self.ngrams.put(keys[node], scores[node])
        self.models = [(weight, model.word, model.end) for weight, model in ngrams.models]
        self.state_room = self.way_room = 1024
        self.ranked_room = self.queue_room = self.link_room = 1024
        self.states = <State *>grown(NULL, self.state_room, sizeof(State))
        self.ways = <Way *>grown(NULL, self.way_room, sizeof(Way))
        self.ranked = <Ranked *>grown(NULL, self.ranked_room, sizeof(Ranked))
        self.queue = <Deviation *>grown(NULL, self.queue_room, sizeof(Deviation))
        self.links = <Link *>grown(NULL, self.link_room, sizeof(Link))
        self.slot_mask = 4095
        self.slots = <int32_t *>grown(NULL, self.slot_mask + 1, sizeof(int32_t))
        memset(self.slots, 0xFF, (self.slot_mask + 1) * sizeof(int32_t))
        self.first_at = <int32_t *>grown(NULL, self.nodes + 1, sizeof(int32_t))
        self.last_at = <int32_t *>grown(NULL, self.nodes + 1, sizeof(int32_t))
        for node in range(self.nodes + 1):
            self.first_at[node] = self.last_at[node] = -1

    def __dealloc__(self):
        free(self.states)
        free(self.ways)
        free(self.ranked)
        free(self.room)
        free(self.queue)
        free(self.links)
        free(self.slots)
        free(self.first_at)
        free(self.last_at)

    cdef double step(self, uint64_t key) except? -1e300:
        cdef Known *found = self.known.place(key)
        if found.key == key:
            return found.value
        cdef double score = 0.0
        cdef int order
        cdef uint64_t part
        for order in range(1, 5):
            if (key >> (16 * (order - 1))) & 0xFFFF:
                part = key if order == 4 else key & ((<uint64_t>1 << (16 * order)) - 1)
                found = self.ngrams.place(part)
                score += found.value if found.key == part else 0.0
        for weight, word, _ in self.models:
            score += <double>weight * <double>word(key)
        self.known.put(key, score)
        return score

    cdef int32_t new_state(self, int node, uint64_t history, double score) except -2:
        if self.state_count == self.state_room:
            self.state_room *= 2
            self.states = <State *>grown(self.states, self.state_room, sizeof(State))
        cdef int32_t number = <int32_t>self.state_count
        self.states[number] = State(history, score, node, -1, -1, -1, 0, -1)
        self.state_count += 1
        if self.last_at[node] < 0:
            self.first_at[node] = number
        else:
            self.states[self.last_at[node]].next_at_node = number
        self.last_at[node] = number
        return number

    cdef int32_t state_at(self, int node, uint64_t history, double score) except -2:
        cdef uint64_t at = mixed(history + <uint64_t>node * <uint64_t>0x9E3779B97F4A7C15) & self.slot_mask
        cdef int32_t number
        while self.slots[at] >= 0:
            number = self.slots[at]
            if self.states[number].node == node and self.states[number].history == history:
                return number
            at = (at + 1) & self.slot_mask
        number = self.new_state(node, history, score)
        self.slots[at] = number
        if 2 * self.state_count > self.slot_mask:
            self.more_slots()
        return number

    cdef int more_slots(self) except -1:
        cdef size_t number
        cdef uint64_t at
        self.slot_mask = 2 * self.slot_mask + 1
        self.slots = <int32_t *>grown(self.slots, self.slot_mask + 1, sizeof(int32_t))
        memset(self.slots, 0xFF, (self.slot_mask + 1) * sizeof(int32_t))
        for number in range(self.state_count):
            at = mixed(self.states[number].history + <uint64_t>self.states[number].node * <uint64_t>0x9E3779B97F4A7C15)
            at &= self.slot_mask
            while self.slots[at] >= 0:
                at = (at + 1) & self.slot_mask
            self.slots[at] = <int32_t>number
        return 0

    cdef int enter(self, int32_t number, double score, int32_t origin, int32_t arc) except -1:
        if self.way_count == self.way_room:
            self.way_room *= 2
            self.ways = <Way *>grown(self.ways, self.way_room, sizeof(Way))
        cdef int32_t way = <int32_t>self.way_count
        cdef State *state = &self.states[number]
        self.ways[way] = Way(score, origin, arc, -1)
        self.way_count += 1
        if state.ways == 0 or score > state.score:
            state.score = score
        if state.ways == 0:
            state.first_way = way
        else:
            self.ways[state.last_way].next = way
        state.last_way = way
        state.ways += 1
        return 0

    cdef int rank(self, int node) except -1:
        """Writes the states of a node into `room`, the best first; returns their number."""
        cdef int32_t number = self.first_at[node]
        cdef int count = 0
        while number >= 0:
            if <size_t>count == self.room_size:
                self.room_size = 2 * self.room_size + 64
                self.room = <Ranked *>grown(self.room, self.room_size, sizeof(Ranked))
            self.room[count] = Ranked(self.states[number].score, number)
            count += 1
            number = self.states[number].next_at_node
        qsort(self.room, count, sizeof(Ranked), by_score)
        return count

    cdef int follow(self, int arc, int32_t number) except -1:
        cdef double score = self.states[number].score + self.arc_score[arc]
        cdef uint64_t history = self.states[number].history, key
        cdef int place
        for place in range(self.word_start[arc], self.word_start[arc + 1]):
            key = history << 16 | <uint64_t>self.words[place]
            score += self.step(key)
            history = key & HISTORY
        cdef int32_t goal = self.state_at(self.head[arc], history, score)
        return self.enter(goal, score, number, arc)

    cdef int forward(self, int beam) except -1:
        cdef int node, count, place, arc
        cdef int32_t number
        cdef double score
        self.new_state(0, 0, 0.0)
        for node in range(self.nodes - 1):
            count = self.rank(node)
            for place in range(min(count, beam)):
                for arc in range(self.first[node], self.first[node + 1]):
                    self.follow(arc, self.room[place].number)
        number = self.first_at[self.nodes - 1]
        cdef int32_t end = self.new_state(self.nodes, 0, 0.0)
        while number >= 0:
            score = 0.0
            for weight, _, ending in self.models:
                score += <double>weight * <double>ending(self.states[number].history)
            self.enter(end, self.states[number].score + score, number, -1)
            number = self.states[number].next_at_node
        return 0

    cdef Ranked *sorted_ways(self, int32_t number) except NULL:
        """Returns the ways into a state, the best first; they are sorted on first use."""
        cdef State *state = &self.states[number]
        cdef int32_t way
        if state.sorted_from < 0:
            while self.ranked_count + state.ways > self.ranked_room:
                self.ranked_room *= 2
                self.ranked = <Ranked *>grown(self.ranked, self.ranked_room, sizeof(Ranked))
            state.sorted_from = <int32_t>self.ranked_count
            way = state.first_way
            while way >= 0:
                self.ranked[self.ranked_count] = Ranked(self.ways[way].score, way)
                self.ranked_count += 1
                way = self.ways[way].next
            qsort(&self.ranked[state.sorted_from], state.ways, sizeof(Ranked), by_score)
        return &self.ranked[state.sorted_from]

    cdef int push(self, double score, int64_t order, int32_t state, int32_t rank, int32_t behind) except -1:
        if self.queue_count == self.queue_room:
            self.queue_room *= 2
            self.queue = <Deviation *>grown(self.queue, self.queue_room, sizeof(Deviation))
        cdef Deviation item = Deviation(score, order, state, rank, behind)
        cdef size_t at = self.queue_count, parent
        self.queue_count += 1
        while at > 0:
            parent = (at - 1) // 2
            if not goes_first(&item, &self.queue[parent]):
                break
            self.queue[at] = self.queue[parent]
            at = parent
        self.queue[at] = item
        return 0

    cdef Deviation pop(self) noexcept:
        cdef Deviation best = self.queue[0]
        self.queue_count -= 1
        cdef Deviation item = self.queue[self.queue_count]
        cdef size_t at = 0, child
        while 2 * at + 1 < self.queue_count:
            child = 2 * at + 1
            if child + 1 < self.queue_count and goes_first(&self.queue[child + 1], &self.queue[child]):
                child += 1
            if not goes_first(&self.queue[child], &item):
                break
            self.queue[at] = self.queue[child]
            at = child
        self.queue[at] = item
        return best

    cdef int32_t linked(self, int32_t arc, int32_t behind) except -2:
        if self.link_count == self.link_room:
            self.link_room *= 2
            self.links = <Link *>grown(self.links, self.link_room, sizeof(Link))
        self.links[self.link_count] = Link(arc, behind)
        self.link_count += 1
        return <int32_t>(self.link_count - 1)

    cdef int64_t deviate(self, double score, int64_t pushed, int32_t state, int32_t rank, int32_t behind) except -1:
        """Pushes the next worse way into this state onto the queue."""
        if rank + 1 >= self.states[state].ways:
            return pushed
        cdef Ranked *choices = self.sorted_ways(state)
        self.push(score + (choices[rank + 1].score - choices[rank].score), pushed, state, rank + 1, behind)
        return pushed + 1

    cdef list read(self, int paths, int tries):
        cdef int32_t end = <int32_t>(self.state_count - 1), origin, behind
        cdef int64_t pushed = 1
        cdef int tried = 0
        cdef Deviation taken
        cdef Way way
        found = {}
        if self.states[end].ways:
            self.push(self.sorted_ways(end)[0].score, 0, end, 0, -1)
        while self.queue_count and len(found) < paths and tried < tries:
            tried += 1
            taken = self.pop()
            pushed = self.deviate(taken.score, pushed, taken.state, taken.rank, taken.behind)
            way = self.ways[self.sorted_ways(taken.state)[taken.rank].number]
            behind = self.linked(way.arc, taken.behind) if way.arc >= 0 else taken.behind
            origin = way.origin
            while self.states[origin].ways:
                pushed = self.deviate(taken.score, pushed, origin, 0, behind)
                way = self.ways[self.sorted_ways(origin)[0].number]
                behind = self.linked(way.arc, behind)
                origin = way.origin
            self.keep(found, taken.score, behind)
        return list(found.values())

    cdef int keep(self, dict found, double score, int32_t behind) except -1:
        arcs, words = [], []
        cdef int place
        while behind >= 0:
            arcs.append(self.links[behind].arc)
            for place in range(self.word_start[self.links[behind].arc], self.word_start[self.links[behind].arc + 1]):
                words.append(self.words[place])
            behind = self.links[behind].next
        key = tuple(words)
        if key not in found:
            found[key] = Found(score, tuple(arcs), key)
        return 0


def search(arcs, ngrams, *, int beam, int paths, int tries):
    """Returns at most `paths` paths with different words, the best first; see `search.search_plainly`."""
    cdef _Search work = _Search(arcs, ngrams)
    work.forward(beam)
    return work.read(paths, tries)
