package dev.sluice.operators.score;

import dev.sluice.core.TextScorer;
import dev.sluice.operators.Scorer;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Supplier;

/** A scorer with a model in files. Created without them if their SHA-256 are given. */
interface ModelScorer extends Scorer {
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
