package dev.sluice.operators;

/**
 * A model that computes a score for a text. All scorers are part of Sluice: a plug-in cannot add
 * one.
 */
public non-sealed interface Scorer extends Operator {}
