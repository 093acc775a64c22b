package dev.sluice.operators;

/** A model that computes a score for a text. Sluice alone has them: a plug-in cannot add one. */
public non-sealed interface Scorer extends Operator {}
