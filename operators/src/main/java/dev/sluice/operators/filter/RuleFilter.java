package dev.sluice.operators.filter;

import dev.sluice.operators.Arguments;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.TextOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A filter that is a list of rules: the first one that a document breaks is the reason. */
final class RuleFilter implements TextOperator {
  private final List<Rule> rules;

  private RuleFilter(List<Rule> rules) {
    this.rules = List.copyOf(rules);
  }

  /**
   * The filter of these rules.
   *
   * @param fixed rules without a parameter, which come first
   * @throws IllegalArgumentException when the parameters would leave nothing
   */
  static RuleFilter of(List<Rule> fixed, List<Threshold> thresholds, Arguments arguments) {
    List<Rule> rules = new ArrayList<>(fixed);
    for (Threshold threshold : thresholds) {
      threshold.rule(arguments).ifPresent(rules::add);
    }
    checkOrder(thresholds, arguments);
    return new RuleFilter(rules);
  }

  /** The least number allowed must not be above the greatest of the same measure. */
  private static void checkOrder(List<Threshold> thresholds, Arguments arguments) {
    for (Threshold least : thresholds) {
      for (Threshold most : thresholds) {
        if (least.least() && !most.least() && least.measureName().equals(most.measureName())) {
          checkOrder(least, most, arguments);
        }
      }
    }
  }

  private static void checkOrder(Threshold least, Threshold most, Arguments arguments) {
    double lower = arguments.value(least.parameter()).orElse(Double.NEGATIVE_INFINITY);
    double upper = arguments.value(most.parameter()).orElse(Double.POSITIVE_INFINITY);
    if (lower > upper) {
      throw new IllegalArgumentException(
          "%s is %s and %s is %s: nothing would be kept"
              .formatted(least.parameter().name(), lower, most.parameter().name(), upper));
    }
  }

  @Override
  public Decision apply(Document document) {
    for (Rule rule : rules) {
      Optional<Decision> dropped = rule.judge(document);
      if (dropped.isPresent()) {
        return dropped.get();
      }
    }
    return Decision.KEPT;
  }
}
