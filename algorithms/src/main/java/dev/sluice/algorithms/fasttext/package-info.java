/**
 * Scores texts with supervised fastText models. This package reads a model's file, finds the
 * features of a text, and computes the probability of a label. Uses the JDK only; maps the given
 * file into memory.
 */
package dev.sluice.algorithms.fasttext;
