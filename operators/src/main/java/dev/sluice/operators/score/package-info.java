/** Scorers are models that compute a score for a text. */
package dev.sluice.operators.score;
