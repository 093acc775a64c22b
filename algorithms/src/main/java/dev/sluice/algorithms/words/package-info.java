/**
 * Splits texts into words by a {@link dev.sluice.algorithms.words.PreTokenizer}, and counts words
 * in bounded memory. Counts that do not fit into memory are sorted and spilled. Merges are in
 * {@code algorithms.bpe}.
 */
package dev.sluice.algorithms.words;
