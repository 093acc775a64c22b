package dev.sluice.operators;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.operators.standard.StandardOperators;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GoldenCasesTest {
  static List<GoldenCases.Case> cases() {
    List<GoldenCases.Case> cases = new ArrayList<>();
    for (String file : List.of("filter", "normalise", "clean")) {
      cases.addAll(GoldenCases.read("golden-" + file + ".txt"));
    }
    return cases;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldDecideAsTheRulesSay(GoldenCases.Case golden) {
    BoundOperator operator = TestingOperators.bind(golden.operator(), golden.given());
    assertThat(TestingOperators.shown(operator.apply(golden.document())))
        .isEqualTo(golden.expected());
  }

  @Test
  void shouldCoverEveryOperatorAndReason() {
    Set<String> seen =
        cases().stream()
            .flatMap(
                golden ->
                    List.of(
                        golden.operator(),
                        golden.operator()
                            + " "
                            + golden.expected().split(":", 3)[0]
                            + (golden.expected().startsWith("dropped")
                                ? " " + golden.expected().split(":", 3)[1]
                                : ""))
                        .stream())
            .collect(Collectors.toSet());
    List<String> missing = new ArrayList<>();
    for (OperatorDescription description : StandardOperators.registry().all()) {
      if (description.group() != OperatorGroup.STATISTIC) {
        missing.add(description.name());
        description
            .reasons()
            .forEach(reason -> missing.add(description.name() + " dropped " + reason));
      }
    }
    missing.removeAll(seen);
    assertThat(missing).isEmpty();
  }
}
