/**
 * Tokens of BERT: splits a text into words as HF {@code tokenizers} does, and words into pieces of
 * a vocabulary. JDK only; what happens to each character is in a table made with that library.
 */
package dev.sluice.algorithms.wordpiece;
