/**
 * Scores texts with supervised models of fastText: reads its files, finds the features of a text,
 * and computes the probability of a label. JDK only; maps the file that is handed in.
 */
package dev.sluice.algorithms.fasttext;
