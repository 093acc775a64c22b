package dev.sluice.operators;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class OperatorChainTest {
  private static final BoundOperator LOWERCASE = TestingOperators.bind("lowercase", Map.of());
  private static final BoundOperator WORDS =
      TestingOperators.bind("word-count", Map.of("min", ParameterValue.of("2")));

  @Test
  void shouldGiveEachOperatorWhatTheOneBeforeLeft() {
    BoundOperator capitals =
        TestingOperators.bind("pattern", Map.of("pattern", ParameterValue.of("[A-Z]+ ?")));
    OperatorChain.Result result =
        new OperatorChain(List.of(capitals, LOWERCASE, WORDS)).apply(Document.of("A bc"));
    assertThat(result).isInstanceOf(OperatorChain.Result.Dropped.class);
    assertThat(new OperatorChain(List.of(LOWERCASE, capitals, WORDS)).apply(Document.of("A bc")))
        .isInstanceOfSatisfying(
            OperatorChain.Result.Kept.class,
            kept -> assertThat(kept.document().text().string()).isEqualTo("a bc"));
  }

  @Test
  void shouldNameTheOperatorThatDrops() {
    assertThat(new OperatorChain(List.of(LOWERCASE, WORDS)).apply(Document.of("One")))
        .isEqualTo(new OperatorChain.Result.Dropped(1, new Decision.Dropped("too_few_words", 1)));
  }

  @Test
  void shouldLeaveADocumentAsItIsThatNothingChanges() {
    Document document = Document.of("two words");
    assertThat(new OperatorChain(List.of(LOWERCASE, WORDS)).apply(document))
        .isEqualTo(new OperatorChain.Result.Kept(document, false));
  }

  @Test
  void shouldRejectWhatAnOperatorCannotJudge() {
    TextOperator failing =
        document -> {
          throw new IllegalStateException("no idea");
        };
    BoundOperator broken = new BoundOperator(LOWERCASE.description(), new TreeMap<>(), failing);
    assertThat(new OperatorChain(List.of(LOWERCASE, broken)).apply(Document.of("x")))
        .isEqualTo(
            new OperatorChain.Result.Rejected(
                1, new Decision.Failed("IllegalStateException: no idea")));
  }

  @Test
  void shouldSayWhichColumnsItNeeds() {
    BoundOperator range =
        TestingOperators.bind("field-range", Map.of("field", ParameterValue.of("meta.score")));
    assertThat(new OperatorChain(List.of(LOWERCASE, range)).requiredFields())
        .containsExactly("meta.score");
  }
}
