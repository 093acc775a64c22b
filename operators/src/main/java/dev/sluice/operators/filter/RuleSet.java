package dev.sluice.operators.filter;

import static dev.sluice.operators.text.WordRule.WORDS;

import dev.sluice.operators.Arguments;
import dev.sluice.operators.Decision;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.TextOperator;
import dev.sluice.operators.text.WordRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A filter that consists of rules on numbers. The first rule that a document breaks is the reason
 * to drop it.
 *
 * @param name of the filter
 * @param fixed rules without a parameter, which come first
 * @param thresholds the other rules, in their order
 * @param further parameters beside those of the rules
 */
record RuleSet(
    String name, List<Rule> fixed, List<Threshold> thresholds, List<Parameter<?>> further) {
  RuleSet {
    fixed = List.copyOf(fixed);
    thresholds = List.copyOf(thresholds);
    further = List.copyOf(further);
  }

  /**
   * A rule with its bound.
   *
   * @param reason why a document is dropped that breaks it
   * @param measure what is measured
   * @param least whether the bound is the least number allowed, not the greatest
   * @param bound the number allowed
   */
  record Rule(String reason, Measure measure, boolean least, double bound) {
    private boolean isBrokenBy(double number) {
      return least ? number < bound : number > bound;
    }
  }

  /**
   * One end of a range.
   *
   * @param reason why a document beyond it is dropped
   * @param defaultText the number, or {@code off}
   */
  record Bound(String reason, String defaultText) {}

  /** Declares a filter with one number, and the least and the greatest that is allowed. */
  static RuleSet range(
      String name,
      String measureName,
      Bound min,
      Bound max,
      Function<Arguments, Measure> measure,
      Parameter<?>... further) {
    return new Builder(name, OperatorTexts.SHARED)
        .atLeast(min.reason(), measureName, "min", min.defaultText(), measure)
        .atMost(max.reason(), measureName, "max", max.defaultText(), measure)
        .and(further);
  }

  /** Declares a filter, rule by rule. */
  static Builder of(String name) {
    return new Builder(name, OperatorTexts.of(name));
  }

  /** Collects the rules of a filter. Not thread-safe. */
  static final class Builder {
    private final String name;
    private final OperatorTexts texts;
    private final List<Rule> fixed = new ArrayList<>();
    private final List<Threshold> thresholds = new ArrayList<>();

    private Builder(String name, OperatorTexts texts) {
      this.name = name;
      this.texts = texts;
    }

    /** Drops documents without any of what is measured. */
    Builder notEmpty(Measure measure) {
      fixed.add(new Rule("empty", measure, true, 1));
      return this;
    }

    /** Drops documents with a smaller number than a parameter allows. */
    Builder atLeast(
        String reason,
        String measureName,
        String parameter,
        String defaultText,
        Function<Arguments, Measure> measure) {
      return add(reason, measureName, true, parameter, defaultText, measure);
    }

    /** Drops documents with a greater number than a parameter allows. */
    Builder atMost(
        String reason,
        String measureName,
        String parameter,
        String defaultText,
        Function<Arguments, Measure> measure) {
      return add(reason, measureName, false, parameter, defaultText, measure);
    }

    private Builder add(
        String reason,
        String measureName,
        boolean least,
        String parameter,
        String defaultText,
        Function<Arguments, Measure> measure) {
      thresholds.add(
          new Threshold(
              reason,
              measureName,
              least,
              texts.parameter(parameter, Threshold.OR_OFF, defaultText),
              measure));
      return this;
    }

    /** Completes the filter with parameters beside those of its rules. */
    RuleSet and(Parameter<?>... further) {
      return new RuleSet(name, fixed, thresholds, List.of(further));
    }
  }

  /** The filter's description. */
  OperatorDescription description() {
    OperatorDescription.Builder about = OperatorTexts.of(name).describe(OperatorGroup.FILTER);
    fixed.forEach(rule -> about.reasons(rule.reason()));
    thresholds.stream().map(Threshold::reason).distinct().forEach(about::reasons);
    return about.parameters(parameters()).making(this::filter);
  }

  private TextOperator filter(Arguments arguments) {
    List<Rule> all = new ArrayList<>(fixed);
    thresholds.forEach(threshold -> threshold.rule(arguments).ifPresent(all::add));
    thresholds.stream().filter(Threshold::least).forEach(least -> requireOrder(least, arguments));
    List<Rule> rules = List.copyOf(all);
    return document -> {
      for (Rule rule : rules) {
        double measured = rule.measure().of(document);
        if (rule.isBrokenBy(measured)) {
          return new Decision.Dropped(rule.reason(), measured);
        }
      }
      return Decision.KEPT;
    };
  }

  /** Requires that the least number allowed is not above the greatest of the same measure. */
  private void requireOrder(Threshold least, Arguments arguments) {
    double lower = arguments.value(least.parameter()).orElse(Double.NEGATIVE_INFINITY);
    for (Threshold most : thresholds) {
      double upper = arguments.value(most.parameter()).orElse(Double.POSITIVE_INFINITY);
      boolean pair = !most.least() && least.measureName().equals(most.measureName());
      if (pair && lower > upper) {
        throw new IllegalArgumentException(
            "%s is %s and %s is %s: nothing would be kept"
                .formatted(least.parameter().name(), lower, most.parameter().name(), upper));
      }
    }
  }

  /** Returns what is measured, by name, with default parameters except {@code words}. */
  Map<String, Measure> measures(WordRule words) {
    Arguments arguments = Arguments.ofDefaults(parameters()).with(WORDS, words);
    Map<String, Measure> measures = new LinkedHashMap<>();
    for (Threshold threshold : thresholds) {
      measures.computeIfAbsent(
          threshold.measureName(), key -> threshold.measure().apply(arguments));
    }
    return measures;
  }

  /** Returns the thresholds with default parameters. */
  List<MeasuredThreshold> defaults() {
    Arguments arguments = Arguments.ofDefaults(parameters());
    return bounds(threshold -> arguments.value(threshold.parameter()));
  }

  /** Returns the thresholds with these canonical arguments. */
  List<MeasuredThreshold> bounds(Map<String, String> arguments) {
    return bounds(threshold -> threshold.bound(arguments.get(threshold.parameter().name())));
  }

  private List<MeasuredThreshold> bounds(Function<Threshold, Optional<Double>> bounds) {
    List<MeasuredThreshold> allowed = new ArrayList<>();
    for (Threshold each : thresholds) {
      bounds
          .apply(each)
          .map(
              bound ->
                  new MeasuredThreshold(
                      name, each.reason(), each.measureName(), each.least(), bound))
          .ifPresent(allowed::add);
    }
    return allowed;
  }

  private List<Parameter<?>> parameters() {
    List<Parameter<?>> all = new ArrayList<>();
    thresholds.forEach(threshold -> all.add(threshold.parameter()));
    all.addAll(further);
    return all;
  }
}
