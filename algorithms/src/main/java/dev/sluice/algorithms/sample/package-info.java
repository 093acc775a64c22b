/**
 * Exact Top-K sampling by hash: numbers of rows in, the K rows with the smallest hashes out. Knows
 * no files and no formats.
 */
package dev.sluice.algorithms.sample;
