/* The network in whole numbers, so that its values are the same on every machine. */
#ifndef LIMES_NETWORK_H
#define LIMES_NETWORK_H

#include <stdint.h>
#include <string.h>

enum {
    LIMES_WIDTH = 128,   /* of the first layer, which is a sum of rows */
    LIMES_HIDDEN = 32,   /* of the second */
    LIMES_OUTPUTS = 6,   /* the mean, then quantiles */
    LIMES_PHASES = 16,   /* by cards to come */
    LIMES_MOST = 4095,   /* where both layers are cut off */
    LIMES_GATE = 256,    /* a gate that lets a number of the first layer pass as it is */
    LIMES_WIDEST = 1023
};

typedef struct {
    int16_t second[LIMES_HIDDEN][LIMES_WIDTH];
    int32_t second_bias[LIMES_HIDDEN];
    int16_t skip[LIMES_OUTPUTS][LIMES_WIDTH];
    int16_t last[LIMES_OUTPUTS][LIMES_HIDDEN];
    int32_t last_bias[LIMES_OUTPUTS];
} LimesPhase;

#if defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__) && defined(__GNUC__)
#define LIMES_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define LIMES_CLONES
#endif

static inline int16_t limes_cut(int32_t number) {
    return (int16_t)(number < 0 ? 0 : number > LIMES_MOST ? LIMES_MOST : number);
}

static inline int32_t limes_dot(const int16_t *one, const int16_t *other, int length) {
    int32_t sum = 0;
    for (int i = 0; i < length; i++) sum += (int32_t)one[i] * other[i];
    return sum;
}

/* The outputs wanted, in 2^19ths of a point, of the sum of some rows; rows are LIMES_WIDTH numbers.
   The first `deck` of the rows, numbered from `deck_first` on, tell the deck: they have gates as well, which say how
   much each number of the sum counts. */
LIMES_CLONES
static void limes_network(const int16_t *first, const int16_t *gates, const int16_t *bias, const LimesPhase *phase,
                          const uint16_t *rows, int number, int deck, int deck_first, int wanted, int32_t *outputs) {
    int16_t sum[LIMES_WIDTH], gate[LIMES_WIDTH], seen[LIMES_WIDTH], hidden[LIMES_HIDDEN];
#if defined(__GNUC__)
    /* Without a sign, for an odd deck's sums may run over: then their bits are what they would be on any machine. */
    typedef uint16_t Lanes __attribute__((vector_size(32), aligned(2), may_alias));
    enum { LANES = LIMES_WIDTH / 16 };
    Lanes lanes[LANES];
    for (int i = 0; i < LANES; i++) lanes[i] = ((const Lanes *)bias)[i];
    for (int k = 0; k < number; k++) {
        const Lanes *row = (const Lanes *)(first + (size_t)rows[k] * LIMES_WIDTH);
        for (int i = 0; i < LANES; i++) lanes[i] += row[i];
    }
    memcpy(sum, lanes, sizeof(sum));
    for (int i = 0; i < LANES; i++) lanes[i] = (Lanes){0} + LIMES_GATE;
    for (int k = 0; k < deck; k++) {
        const Lanes *row = (const Lanes *)(gates + (size_t)(rows[k] - deck_first) * LIMES_WIDTH);
        for (int i = 0; i < LANES; i++) lanes[i] += row[i];
    }
    memcpy(gate, lanes, sizeof(gate));
#else
    memcpy(sum, bias, sizeof(sum));
    for (int k = 0; k < number; k++) {
        const int16_t *row = first + (size_t)rows[k] * LIMES_WIDTH;
        for (int i = 0; i < LIMES_WIDTH; i++) sum[i] = (int16_t)(sum[i] + row[i]);
    }
    for (int i = 0; i < LIMES_WIDTH; i++) gate[i] = LIMES_GATE;
    for (int k = 0; k < deck; k++) {
        const int16_t *row = gates + (size_t)(rows[k] - deck_first) * LIMES_WIDTH;
        for (int i = 0; i < LIMES_WIDTH; i++) gate[i] = (int16_t)(gate[i] + row[i]);
    }
#endif
    for (int i = 0; i < LIMES_WIDTH; i++) {
        int32_t open = gate[i] < 0 ? 0 : gate[i] > LIMES_WIDEST ? LIMES_WIDEST : gate[i];
        seen[i] = limes_cut(limes_cut(sum[i]) * open >> 8);
    }
    for (int i = 0; i < LIMES_HIDDEN; i++)
        hidden[i] = limes_cut((limes_dot(seen, phase->second[i], LIMES_WIDTH) + phase->second_bias[i]) >> 9);
    for (int i = 0; i < wanted; i++)
        outputs[i] = limes_dot(seen, phase->skip[i], LIMES_WIDTH) + limes_dot(hidden, phase->last[i], LIMES_HIDDEN) +
                     phase->last_bias[i];
}

#endif
