/**
 * The decisions of a shuffle: the random key of every row, the resulting order, and which rows of
 * an input are kept. No I/O.
 */
package dev.sluice.algorithms.shuffle;
