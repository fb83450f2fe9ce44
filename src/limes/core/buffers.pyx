"""Arrays at the border to Python: those that a batch shows, and numbers that a caller hands in."""

from array import array

from cython.view cimport array as carray
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memset


cdef enum:
    LARGE = 1 << 30  # what no number of ours comes near


cdef object new_array(str format, Py_ssize_t itemsize, tuple shape):
    """An array of zeros that Python may only read."""
    cdef carray made = carray(shape=shape, itemsize=itemsize, format=format)
    memset(made.data, 0, made.len)
    return memoryview(made).toreadonly()


cdef void* start_of(made):
    """The memory of a new array, for those who made it."""
    return (<carray>made.obj).data


cdef int read_numbers(given, int32_t* numbers, Py_ssize_t wanted) except -1:
    """Copy as many whole numbers as wanted out of an array or a sequence; what is too large becomes LARGE."""
    cdef const int32_t[:] narrow
    cdef const int64_t[:] wide
    cdef Py_ssize_t i
    try:
        view = memoryview(given)
    except TypeError:
        view = memoryview(_as_array(given))
    if view.ndim != 1 or view.shape[0] != wanted:
        raise ValueError(f"one number for each of {wanted} games is wanted, not an array of shape {view.shape}")
    if view.format in ("i", "l", "q", "@i", "@l", "@q", "<i", "<l", "<q"):
        if view.itemsize == sizeof(int64_t):
            wide = view
            for i in range(wanted):
                numbers[i] = <int32_t>wide[i] if -LARGE < wide[i] < LARGE else LARGE
        else:
            narrow = view
            for i in range(wanted):
                numbers[i] = narrow[i]
        return 0
    raise TypeError(f"the numbers are integers of 32 or 64 bits, not of the format {view.format!r}")


cdef _as_array(given):
    try:
        return array("q", given)
    except OverflowError:
        return array("q", [number if -LARGE < number < LARGE else LARGE for number in given])


cdef void* writable(given, str formats, tuple shape) except NULL:
    """The memory of an array of the caller, which has to have this shape and one of these formats."""
    cdef const unsigned char[::1] memory
    view = memoryview(given)
    if view.readonly or not view.c_contiguous:
        raise ValueError("the array has to be contiguous and writable")
    if view.shape != shape or view.format.lstrip("@") not in formats.split():
        raise ValueError(
            f"the array has to have shape {shape} and format {formats}, not {view.shape} and {view.format!r}"
        )
    memory = view.cast("B")
    return <void*>&memory[0]
