package dev.sluice.operators.score;

import dev.sluice.core.TextScorer;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.Scorer;
import dev.sluice.operators.ValueType;
import java.util.List;
import java.util.function.Supplier;

/** All scorers. */
public final class Scorers {
  /** The parameter for the column that {@code process} writes. */
  public static final Parameter<String> COLUMN =
      OperatorTexts.SHARED.parameter(
          "column",
          ValueType.matching(
              "[^.\\s,;{}()\\[\\]=\\p{Cntrl}\"\\\\]+", "a name without dots, spaces or brackets"),
          "score");

  private static final OperatorRegistry REGISTRY =
      new OperatorRegistry("scorer", "", List.of(FastText.description(), Onnx.description()));

  private Scorers() {}

  /** Returns the scorers, by their names below {@code scorers}. */
  public static OperatorRegistry registry() {
    return REGISTRY;
  }

  /**
   * A scorer with a model in files. It can be created without reading these files if their SHA-256
   * values are set.
   */
  interface ModelScorer extends Scorer {
    /** Returns the files of the model. The path of a file does not affect scores. */
    List<ModelFile> files();

    /**
     * Opens the files.
     *
     * @return creates a scorer for one thread, which shares the model with the scorers of other
     *     threads
     * @throws IllegalArgumentException if the files cannot be used; names the parameter
     */
    Supplier<TextScorer> open();
  }
}
