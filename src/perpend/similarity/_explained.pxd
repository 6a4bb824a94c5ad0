from perpend.alignment._problem cimport Answer
from perpend.similarity._packing cimport Example


cdef object aligned(const Example *e, const Answer *a, hyp, ref, double shift_cost, signature)
cdef list explained(const Example *e, const Answer *a, alignment, const double *weights)
