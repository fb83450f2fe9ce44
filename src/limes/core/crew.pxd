"""Games shared out among threads that live for one call: nothing to stop, nothing that a fork could lose.

The threads never touch Python, and the interpreter's own locks tell when they are done.
"""

from cpython.pythread cimport (
    WAIT_LOCK,
    PyThread_acquire_lock,
    PyThread_allocate_lock,
    PyThread_free_lock,
    PyThread_release_lock,
    PyThread_type_lock,
)


cdef extern from "pythread.h":
    unsigned long start_thread "PyThread_start_new_thread"(void (*)(void*) noexcept nogil, void*)


cdef enum:
    MAX_THREADS = 64
    WORTH_A_THREAD = 256  # games; fewer are done before a thread has begun


# What is done with the games from first to last - 1; the share tells the threads apart.
ctypedef void (*Work)(void* block, int share, Py_ssize_t first, Py_ssize_t last) noexcept nogil


ctypedef struct Share:
    Work work
    void* block
    int number
    Py_ssize_t first
    Py_ssize_t last
    PyThread_type_lock busy


cdef inline void _do_share(void* given) noexcept nogil:
    cdef Share* share = <Share*>given
    share.work(share.block, share.number, share.first, share.last)
    PyThread_release_lock(share.busy)


cdef inline int share_out(Work work, void* block, Py_ssize_t games, int threads) except -1:
    """Work on all games with so many threads, this one among them, without the GIL."""
    cdef Share shares[MAX_THREADS]
    cdef int i, helpers = 0
    cdef Py_ssize_t own, done_by_none = games
    if games < threads * WORTH_A_THREAD:
        threads = max(1, games // WORTH_A_THREAD)
    own = games // threads
    for i in range(1, threads):
        shares[i].work = work
        shares[i].block = block
        shares[i].number = i
        shares[i].first = games * i // threads
        shares[i].last = games * (i + 1) // threads
        shares[i].busy = PyThread_allocate_lock()
        if shares[i].busy == NULL:
            done_by_none = shares[i].first
            break
        PyThread_acquire_lock(shares[i].busy, WAIT_LOCK)
        if start_thread(_do_share, &shares[i]) == <unsigned long>-1:
            PyThread_free_lock(shares[i].busy)
            done_by_none = shares[i].first
            break
        helpers += 1
    with nogil:
        work(block, 0, 0, own)
        if done_by_none < games:
            work(block, 0, done_by_none, games)
        for i in range(1, helpers + 1):
            PyThread_acquire_lock(shares[i].busy, WAIT_LOCK)
    for i in range(1, helpers + 1):
        PyThread_release_lock(shares[i].busy)
        PyThread_free_lock(shares[i].busy)
    return 0
