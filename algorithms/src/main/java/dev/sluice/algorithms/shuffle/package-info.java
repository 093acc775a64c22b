/**
 * The decisions of a shuffle: the random key of every row, the order that follows from the keys,
 * and which rows a part of an input keeps. No I/O.
 */
package dev.sluice.algorithms.shuffle;
