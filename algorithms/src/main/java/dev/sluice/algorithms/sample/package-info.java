/**
 * Exact top-K sampling by hash. It chooses the K rows with the smallest hashes, given the numbers
 * of rows. Independent of files and formats.
 */
package dev.sluice.algorithms.sample;
