package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.FieldValue;
import dev.sluice.operators.Fields;
import dev.sluice.operators.ParameterValue;
import dev.sluice.operators.Text;
import dev.sluice.operators.standard.StandardOperators;
import java.util.List;
import java.util.Map;

/**
 * What operators make of a document, one after the other.
 *
 * @param operators in their order
 * @param largest bytes of a text that is given to them or made by one
 */
public record PlainOperators(List<BoundOperator> operators, int largest) {
  public static final PlainOperators NONE = new PlainOperators(List.of(), Integer.MAX_VALUE);

  /**
   * What becomes of a document.
   *
   * @param text that it goes on with
   * @param outcome how it ends; empty where it goes on
   * @param reason why
   */
  record Answer(String text, String outcome, String reason) {}

  /** An operator of the program. */
  public static BoundOperator of(String name, Map<String, ParameterValue> given) {
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

  Answer apply(String id, String text, double score, String dump) {
    if (text.getBytes(UTF_8).length > largest) {
      return new Answer(text, "rejected", "oversize_text");
    }
    Fields fields =
        Fields.of(
            Map.of(
                "id", FieldValue.of(id),
                "score", FieldValue.of(score),
                "dump", FieldValue.of(dump)));
    String current = text;
    for (BoundOperator operator : operators) {
      Decision decision = operator.apply(new Document(id, Text.of(current), fields));
      if (decision instanceof Decision.Changed changed) {
        current = changed.text().string();
      }
      if (decision instanceof Decision.Dropped dropped) {
        return new Answer(current, "operator_dropped", operator.name() + ":" + dropped.reason());
      }
      if (decision instanceof Decision.Failed || current.getBytes(UTF_8).length > largest) {
        return new Answer(current, "rejected", operator.name());
      }
    }
    return new Answer(current, "", "");
  }
}
