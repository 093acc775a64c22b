package dev.sluice.operators;

import dev.sluice.core.TextScorer;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Supplier;

/** A model that gives texts a score. Created without its files if their SHA-256 are given. */
public non-sealed interface Scorer extends Operator {
  /** The parameters that name files. Where a file is decides nothing. */
  Set<String> paths();

  /** SHA-256 of these files, by the parameters for them. */
  SortedMap<String, String> hashes();

  /**
   * Opens the files.
   *
   * @return makes a scorer for one thread, which shares the model with the others
   * @throws IllegalArgumentException if they cannot be used, with the name of the parameter
   */
  Supplier<TextScorer> open();
}
