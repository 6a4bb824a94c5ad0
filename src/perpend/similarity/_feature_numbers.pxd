"""The index of each feature in `features.edits.FEATURES`, for compiled code; `_perceptron` checks it on import."""


cdef enum:
    COUNT = 36
    INTERCEPT = 0
    STEMMING = 1
    SYNONYMY = 2
    SHIFT = 3
    PHRASES = 4  # and the three after it
    INSERTION = 8
    DELETION = 9
    WORD = 10  # an inserted or deleted word: log of frequency, log of length, then one for each class
    WORD_FEATURES = 8
    WORD_LENGTH = 1
    WORD_CLASS = 2
    SUBSTITUTION = 18
    BOTH = 19  # one for each class that both words have, then one for each that only one has
    CLASS_COUNT = 6
    DIFFERENCE = 31
    LIKE = 32  # one word contains the other; they differ by non-word characters; they differ by one character
    DISTANCE = 35
