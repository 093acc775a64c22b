/**
 * Analyses of texts that operators share. They concern characters and their classes, words,
 * sentences, lines and repetition. Each analysis takes time linear in the length of the text.
 */
package dev.sluice.operators.text;
