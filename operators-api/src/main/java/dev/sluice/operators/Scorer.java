package dev.sluice.operators;

/** A model that gives texts a score. Sluice alone has them: a plug-in cannot add one. */
public non-sealed interface Scorer extends Operator {}
