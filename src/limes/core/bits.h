/* Bit counting that every compiler has under another name. */
#ifndef LIMES_BITS_H
#define LIMES_BITS_H

#include <stdint.h>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
static inline int limes_lowest(uint64_t mask) {
    unsigned long at;
    _BitScanForward64(&at, mask);
    return (int)at;
}
static inline int limes_highest(uint64_t mask) {
    unsigned long at;
    _BitScanReverse64(&at, mask);
    return (int)at;
}
static inline void limes_fetch(const void *at) { (void)at; }
#else
static inline void limes_fetch(const void *at) { __builtin_prefetch(at); }
static inline int limes_lowest(uint64_t mask) { return __builtin_ctzll(mask); }
static inline int limes_highest(uint64_t mask) { return 63 - __builtin_clzll(mask); }
#endif

/* Compilers use the instruction of x86-64 only when told to for a whole build. Processors have it since 2008 (Intel's
   Atom since 2013). */
#if defined(__POPCNT__) || defined(__aarch64__)
static inline int limes_count(uint64_t mask) { return __builtin_popcountll(mask); }
#elif defined(__GNUC__) && defined(__x86_64__)
static inline int limes_count(uint64_t mask) {
    uint64_t number;
    __asm__("popcntq %1, %0" : "=r"(number) : "r"(mask) : "cc");
    return (int)number;
}
#else
static inline int limes_count(uint64_t mask) {
    mask -= mask >> 1 & 0x5555555555555555u;
    mask = (mask & 0x3333333333333333u) + (mask >> 2 & 0x3333333333333333u);
    mask = (mask + (mask >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(mask * 0x0101010101010101u >> 56);
}
#endif

#endif
