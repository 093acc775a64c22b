/**
 * Tokenizes text for BERT. This package splits a text into words as HF {@code tokenizers} does, and
 * words into pieces of a vocabulary. Uses the JDK only; a table made with that library defines how
 * each character is handled.
 */
package dev.sluice.algorithms.wordpiece;
