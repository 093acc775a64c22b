package dev.sluice.operators;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes operators for tests. */
public final class TestingOperators {
  private TestingOperators() {}

  /** The operator of a name with these parameters, which must be sound. */
  public static BoundOperator bind(String name, Map<String, Given> given) {
    List<String> problems = new ArrayList<>();
    return StandardOperators.registry()
        .bind(
            name,
            given,
            "test",
            (subject, origin, message) -> problems.add(subject + ": " + message))
        .orElseThrow(() -> new IllegalStateException(problems.toString()));
  }

  /** The problems that an operator has, as they are told. */
  public static List<String> problems(String name, Map<String, Given> given) {
    List<String> problems = new ArrayList<>();
    StandardOperators.registry()
        .bind(
            name,
            given,
            "test",
            (subject, origin, message) -> problems.add(subject + ": " + message));
    return problems;
  }

  /** A decision as golden cases write it. */
  public static String shown(Decision decision) {
    if (decision instanceof Decision.Changed changed) {
      return "changed:" + changed.text().string();
    }
    if (decision instanceof Decision.Dropped dropped) {
      String measured = "%.4f".formatted(dropped.measured()).replaceAll("\\.?0+$", "");
      return "dropped:" + dropped.reason() + ":" + measured;
    }
    if (decision instanceof Decision.Failed failed) {
      return "failed:" + failed.message();
    }
    return "kept";
  }
}
