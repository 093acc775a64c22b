package dev.sluice.streams;

import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorRule;
import dev.sluice.operators.OutputColumns;
import dev.sluice.operators.ParameterValue;
import dev.sluice.operators.TextOperator;
import dev.sluice.operators.standard.StandardOperators;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Operators for tests: those of the program, and scripted ones. */
final class TestingOperators {
  static final OutputColumns COLUMNS =
      new OutputColumns(Optional.of("id"), "score", Optional.of("dump"), false);
  static final OperatorRule NONE = rule(1 << 20);

  private TestingOperators() {}

  static OperatorRule rule(long largest, BoundOperator... operators) {
    return new OperatorRule(new OperatorChain(List.of(operators)), COLUMNS, largest);
  }

  /** An operator of the program. */
  static BoundOperator of(String name, Map<String, ParameterValue> given) {
    return StandardOperators.registry()
        .bind(
            name,
            given,
            "",
            (subject, where, message) -> {
              throw new AssertionError(subject + ": " + message);
            })
        .orElseThrow();
  }

  /** An operator that decides by a function. */
  static BoundOperator deciding(String name, Function<Document, Decision> function) {
    TextOperator operator = function::apply;
    return new BoundOperator(
        OperatorDescription.of(OperatorGroup.FILTER, name, "For a test.")
            .making(arguments -> operator),
        new TreeMap<>(),
        operator);
  }
}
