/**
 * Analyses of texts that operators share: characters and their classes, words, sentences, lines,
 * repetition. Each analysis is linear in the text.
 */
package dev.sluice.operators.text;
