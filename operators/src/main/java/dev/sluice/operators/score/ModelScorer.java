package dev.sluice.operators.score;

import dev.sluice.core.TextScorer;
import dev.sluice.operators.Scorer;
import java.util.List;
import java.util.function.Supplier;

/** A scorer with a model in files. Created without them if their SHA-256 are given. */
interface ModelScorer extends Scorer {
  /** Its files. Where a file is decides nothing. */
  List<ModelFile> files();

  /**
   * Opens the files.
   *
   * @return makes a scorer for one thread, which shares the model with the others
   * @throws IllegalArgumentException if they cannot be used, with the name of the parameter
   */
  Supplier<TextScorer> open();
}
