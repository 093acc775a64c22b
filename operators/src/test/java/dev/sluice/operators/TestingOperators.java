package dev.sluice.operators;

import dev.sluice.operators.standard.StandardOperators;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes operators for tests. */
public final class TestingOperators {
  private static final Map<String, Map<String, Given>> NEEDED =
      Map.of(
          "flagged-words", Map.of("list", Given.list("casino", "the")),
          "field-range", Map.of("field", Given.of("f")),
          "field-in", Map.of("field", Given.of("f"), "values", Given.of("x")),
          "suffix", Map.of("field", Given.of("f"), "suffixes", Given.of(".x")),
          "sample", Map.of("rate", Given.of("0.5")),
          "pattern", Map.of("pattern", Given.of("(a*)*b|\\s+$")));

  private TestingOperators() {}

  /** Every operator, with what it needs, and some of them another way. */
  public static List<BoundOperator> all() {
    List<BoundOperator> all = new ArrayList<>();
    for (OperatorDescription each : StandardOperators.registry().all()) {
      all.add(bind(each.name(), NEEDED.getOrDefault(each.name(), Map.of())));
    }
    all.add(bind("html", Map.of("method", Given.of("tags"))));
    all.add(bind("emails", Map.of("match", Given.of("run"))));
    all.add(
        bind(
            "urls",
            Map.of(
                "match",
                Given.of("address"),
                "any-case",
                Given.of("true"),
                "bare",
                Given.of("true"))));
    all.add(bind("whitespace", Map.of("zero-width", Given.of("true"))));
    all.add(bind("fix-mojibake", Map.of("rounds", Given.of("5"))));
    all.add(bind("unicode-normalise", Map.of("form", Given.of("NFKC"))));
    all.add(bind("gopher-repetition", Map.of("words", Given.of("whitespace"))));
    return all;
  }

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
