# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Words by number, and which of them are related.

A word gets a number when it is first seen, and with it the list of all words seen so far that share its stem or are its
synonyms:

    numbers   the 0   cats 1   cat 2   feline 3   car 4   automobile 5 ...
    related   cats -> cat (stem)    cat -> cats (stem)    car -> automobile (synonym)
"""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

__all__ = ["Vocabulary"]


cdef class Vocabulary:
    """Words by number, each with the words that are related to it.

    `stem_of` and `synsets_of` are asked once for each word, or never when they are None; so is `phrase_number_of`, the
    word's number in a phrase table.
    """

    def __cinit__(self, *, stem_of, synsets_of, phrase_number_of, stop_words):
        self.numbers, self.by_stem, self.by_synset = {}, {}, {}
        self.stem_of, self.synsets_of, self.phrase_number_of = stem_of, synsets_of, phrase_number_of
        self.stop_words = frozenset(stop_words)

    def __dealloc__(self):
        cdef int64_t k
        for k in range(self.count):
            free(self.items[k].related)
        free(self.items)

    def __len__(self):
        return self.count

    cdef int32_t number(self, word) except -1:
        found = self.numbers.get(word)
        return self.add(word) if found is None else found

    cdef int32_t add(self, word) except -1:
        cdef int32_t number = <int32_t>self.count
        cdef dict related = {}
        if self.stem_of is not None:
            self.relate(self.by_stem, self.stem_of(word), BY_STEM, number, related)
        if self.synsets_of is not None:
            for synset in self.synsets_of(word):
                self.relate(self.by_synset, synset, BY_SYNONYM, number, related)
        self.make_room()
        self.items[number].stop = word in self.stop_words
        self.items[number].phrase_number = -1 if self.phrase_number_of is None else self.phrase_number_of(word)
        self.count += 1
        for other, how in related.items():
            self.link(number, other, how)
            self.link(other, number, how)
        self.numbers[word] = number
        return number

    cdef relate(self, dict index, key, int how, int32_t number, dict related):
        cdef list others = index.setdefault(key, [])
        for other in others:
            related[other] = related.get(other, 0) | how
        others.append(number)

    cdef int make_room(self) except -1:
        cdef int64_t room = 2 * self.room + 1024
        if self.count < self.room:
            return 0
        grown = <Word *>realloc(self.items, room * sizeof(Word))
        if grown == NULL:
            raise MemoryError
        self.items = grown
        memset(self.items + self.room, 0, (room - self.room) * sizeof(Word))
        self.room = room
        return 0

    cdef int link(self, int32_t number, int32_t other, int how) except -1:
        cdef Word *word = &self.items[number]
        if word.count >= word.room:
            grown = <Relation *>realloc(word.related, (2 * word.room + 4) * sizeof(Relation))
            if grown == NULL:
                raise MemoryError
            word.related = grown
            word.room = 2 * word.room + 4
        word.related[word.count].word = other
        word.related[word.count].how = how
        word.count += 1
        return 0
