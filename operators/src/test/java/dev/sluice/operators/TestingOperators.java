package dev.sluice.operators;

import dev.sluice.operators.standard.StandardOperators;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes operators for tests. */
public final class TestingOperators {
  private static final Map<String, Map<String, ParameterValue>> NEEDED =
      Map.of(
          "flagged-words", Map.of("list", ParameterValue.list("casino", "the")),
          "field-range", Map.of("field", ParameterValue.of("f")),
          "field-in", Map.of("field", ParameterValue.of("f"), "values", ParameterValue.of("x")),
          "suffix", Map.of("field", ParameterValue.of("f"), "suffixes", ParameterValue.of(".x")),
          "sample", Map.of("rate", ParameterValue.of("0.5")),
          "pattern", Map.of("pattern", ParameterValue.of("(a*)*b|\\s+$")));

  private TestingOperators() {}

  /** Every operator, with what it needs, and some of them another way. */
  public static List<BoundOperator> all() {
    List<BoundOperator> all = new ArrayList<>();
    for (OperatorDescription each : StandardOperators.registry().all()) {
      all.add(bind(each.name(), NEEDED.getOrDefault(each.name(), Map.of())));
    }
    all.add(bind("html", Map.of("method", ParameterValue.of("tags"))));
    all.add(bind("emails", Map.of("match", ParameterValue.of("run"))));
    all.add(
        bind(
            "urls",
            Map.of(
                "match",
                ParameterValue.of("address"),
                "any-case",
                ParameterValue.of("true"),
                "bare",
                ParameterValue.of("true"))));
    all.add(bind("whitespace", Map.of("zero-width", ParameterValue.of("true"))));
    all.add(bind("fix-mojibake", Map.of("rounds", ParameterValue.of("5"))));
    all.add(bind("unicode-normalise", Map.of("form", ParameterValue.of("NFKC"))));
    all.add(bind("gopher-repetition", Map.of("words", ParameterValue.of("whitespace"))));
    return all;
  }

  /** The operator of a name with these parameters, which must be sound. */
  public static BoundOperator bind(String name, Map<String, ParameterValue> given) {
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
  public static List<String> problems(String name, Map<String, ParameterValue> given) {
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
