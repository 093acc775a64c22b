package dev.sluice.operators.score;

import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.ValueType;
import java.util.List;

/** All scorers. */
public final class Scorers {
  /** The parameter for the column that {@code process} writes. */
  public static final Parameter<String> COLUMN =
      OperatorTexts.SHARED.parameter(
          "column",
          ValueType.matching(
              "[^.\\s,;{}()\\[\\]=\\p{Cntrl}\"\\\\]+", "a name without dots, spaces and brackets"),
          "score");

  private static final OperatorRegistry REGISTRY =
      new OperatorRegistry("scorer", "", List.of(FastText.description(), Onnx.description()));

  private Scorers() {}

  /** The scorers, by their names below {@code scorers}. */
  public static OperatorRegistry registry() {
    return REGISTRY;
  }
}
