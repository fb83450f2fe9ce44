from libc.stdint cimport int32_t


cdef object new_array(str format, Py_ssize_t itemsize, tuple shape)
cdef void* start_of(made)
cdef int read_numbers(given, int32_t* numbers, Py_ssize_t wanted) except -1
cdef void* writable(given, str formats, tuple shape) except NULL
