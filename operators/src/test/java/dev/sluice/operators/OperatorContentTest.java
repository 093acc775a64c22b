package dev.sluice.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.ibm.icu.util.VersionInfo;
import dev.sluice.operators.standard.StandardOperators;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OperatorContentTest {
  private static final OperatorRegistry REGISTRY = StandardOperators.registry();

  private static OperatorChain chain(BoundOperator... operators) {
    return new OperatorChain(List.of(operators));
  }

  @Test
  void shouldBeAnEmptyListWithoutOperators() {
    assertThat(OperatorContent.of(chain())).containsExactly(Map.entry("operators", "[]"));
    assertThat(OperatorContent.read(Map.of("operators", "[]"), REGISTRY).isEmpty()).isTrue();
    assertThat(OperatorContent.read(Map.of(), REGISTRY).isEmpty()).isTrue();
  }

  @Test
  void shouldNameEveryParameterInOneSpelling() {
    BoundOperator first =
        TestingOperators.bind("word-count", Map.of("min", ParameterValue.of("+5.0")));
    BoundOperator second =
        TestingOperators.bind(
            "field-in",
            Map.of(
                "field",
                ParameterValue.of("dump"),
                "values",
                ParameterValue.list("a, \"b\"", "c\\")));

    assertThat(OperatorContent.of(chain(first, second)))
        .containsExactly(
            Map.entry("operators", "[word-count, field-in]"),
            Map.entry("operators.0.word-count.max", "1000.0"),
            Map.entry("operators.0.word-count.min", "5.0"),
            Map.entry("operators.0.word-count.words", "unicode"),
            Map.entry("operators.1.field-in.field", "dump"),
            Map.entry("operators.1.field-in.values", "[\"a, \\\"b\\\"\", \"c\\\\\"]"),
            Map.entry("operators.version", "1"));
  }

  @ParameterizedTest
  @MethodSource("dev.sluice.operators.GoldenCasesTest#cases")
  void shouldComeBackAsItWas(GoldenCases.Case golden) {
    BoundOperator operator = TestingOperators.bind(golden.operator(), golden.given());
    SortedMap<String, String> content = OperatorContent.of(chain(operator));

    BoundOperator back = OperatorContent.read(content, REGISTRY).operators().get(0);

    assertThat(back.arguments()).isEqualTo(operator.arguments());
    assertThat(TestingOperators.shown(back.apply(golden.document()))).isEqualTo(golden.expected());
  }

  @Test
  void shouldRefuseWhatThisProgramDoesNotHave() {
    SortedMap<String, String> content =
        new TreeMap<>(OperatorContent.of(chain(TestingOperators.bind("lowercase", Map.of()))));
    content.put("operators.version", "0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OperatorContent.read(content, REGISTRY))
        .withMessage("operators.version is 0, but this program has version 1");
    content.put("operators.version", "1");
    content.put("operators", "[lowercas]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OperatorContent.read(content, REGISTRY))
        .withMessage("operators.0: unknown operator; did you mean lowercase?");
  }

  @Test
  void shouldDistinguishOperatorsOfTheSameName() {
    BoundOperator whitespace = TestingOperators.bind("whitespace", Map.of());
    BoundOperator lowercase = TestingOperators.bind("lowercase", Map.of());
    OperatorChain chain = chain(whitespace, lowercase, whitespace);

    assertThat(List.of(chain.label(0), chain.label(1), chain.label(2)))
        .containsExactly("whitespace", "lowercase", "whitespace#2");
  }

  /** Unicode's data decide; an output must not go on with others unseen. */
  @Test
  void shouldBeOfTheUnicodeVersionThatTheRulesVersionStandsFor() {
    assertThat(VersionInfo.ICU_VERSION.getMajor() + " " + OperatorContent.RULES_VERSION)
        .as("ICU has changed: raise OperatorContent.RULES_VERSION, then this")
        .isEqualTo("78 1");
  }
}
