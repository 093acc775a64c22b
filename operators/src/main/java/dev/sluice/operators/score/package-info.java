/** Scorers: models that give texts a score. */
package dev.sluice.operators.score;
