/**
 * Words of a text and how often they occur: pre-tokenizers and counting within bounded memory. A
 * pre-tokenizer is a {@link dev.sluice.algorithms.words.PreTokenizer}; counts that do not fit
 * memory are sorted and spilled. No merges: those are in {@code algorithms.bpe}.
 */
package dev.sluice.algorithms.words;
