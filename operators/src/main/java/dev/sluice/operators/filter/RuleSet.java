package dev.sluice.operators.filter;

import static dev.sluice.operators.text.WordRule.WORDS;

import dev.sluice.operators.Analysis;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.Decision;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.TextOperator;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.filter.Filters.MeasuredThreshold;
import dev.sluice.operators.text.WordRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A filter that consists of rules on numbers. A document is dropped for the first rule that it
 * breaks.
 *
 * @param name the name of the filter
 * @param fixed the rules without a parameter, which come first
 * @param thresholds the other rules, in their order
 * @param further the parameters besides those of the rules
 */
record RuleSet(
    String name, List<Rule> fixed, List<Threshold> thresholds, List<Parameter<?>> further) {
  /**
   * A rule with its bound.
   *
   * @param reason the reason for dropping a document that breaks the rule
   * @param measure the measure
   * @param least whether the bound is the least number allowed, not the greatest
   * @param bound the number allowed
   */
  record Rule(String reason, Measure measure, boolean least, double bound) {
    private boolean isBrokenBy(double number) {
      return least ? number < bound : number > bound;
    }
  }

  /** Declares a filter whose parameters {@code min} and {@code max} limit one number. */
  static Builder range(String name) {
    return new Builder(name, OperatorTexts.SHARED);
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
    private String measureName = "";
    private Function<Arguments, Measure> measure = arguments -> document -> 0;

    private Builder(String name, OperatorTexts texts) {
      this.name = name;
      this.texts = texts;
    }

    /** Drops documents for which a measure is 0. */
    Builder notEmpty(Measure measure) {
      fixed.add(new Rule("empty", measure, true, 1));
      return this;
    }

    /** Sets the measure that the following rules compare. */
    Builder measure(String newName, Function<Arguments, Measure> newMeasure) {
      measureName = newName;
      measure = newMeasure;
      return this;
    }

    /**
     * Sets the measure that the following rules compare. It is the share of two counts of the text.
     */
    <T> Builder share(
        String newName, Analysis<T> analysis, ToDoubleFunction<T> part, ToDoubleFunction<T> whole) {
      Measure share =
          document -> {
            T counts = document.text().analysis(analysis);
            return Measure.ratio(part.applyAsDouble(counts), whole.applyAsDouble(counts));
          };
      return measure(newName, arguments -> share);
    }

    /** Drops documents for which the measure is below a parameter. */
    Builder atLeast(String reason, String parameter, String defaultText) {
      return add(reason, true, parameter, defaultText);
    }

    /** Drops documents for which the measure is above a parameter. */
    Builder atMost(String reason, String parameter, String defaultText) {
      return add(reason, false, parameter, defaultText);
    }

    /** Drops documents for which the measure is below {@code min} or above {@code max}. */
    Builder between(String below, String min, String above, String max) {
      return atLeast(below, "min", min).atMost(above, "max", max);
    }

    private Builder add(String reason, boolean least, String parameter, String defaultText) {
      Parameter<Optional<Double>> bound = texts.parameter(parameter, Threshold.OR_OFF, defaultText);
      thresholds.add(new Threshold(reason, measureName, least, bound, measure));
      return this;
    }

    /** Builds the filter, with parameters in addition to those of its rules. */
    RuleSet build(Parameter<?>... further) {
      return new RuleSet(name, fixed, thresholds, List.of(further));
    }
  }

  /** Returns the filter's description. */
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

  /**
   * Checks that the least number allowed is not above the greatest number allowed for the same
   * measure.
   */
  private void requireOrder(Threshold least, Arguments arguments) {
    double lower = arguments.value(least.parameter()).orElse(Double.NEGATIVE_INFINITY);
    for (Threshold most : thresholds) {
      double upper = arguments.value(most.parameter()).orElse(Double.POSITIVE_INFINITY);
      boolean pair = !most.least() && least.measureName().equals(most.measureName());
      if (pair && lower > upper) {
        throw new IllegalArgumentException(
            "%s (%s) is above %s (%s): nothing would be kept"
                .formatted(least.parameter().name(), lower, most.parameter().name(), upper));
      }
    }
  }

  /** Returns the measures by name, with default parameters except {@code words}. */
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

  /**
   * A rule of a filter that compares a measured number with a parameter. The parameter may be
   * {@code off}.
   *
   * @param reason the reason for dropping a document that breaks the rule
   * @param measureName the name of the number in statistics
   * @param least whether the parameter is the least number allowed, not the greatest
   * @param parameter the parameter
   * @param measure returns the measure for all parameters
   */
  record Threshold(
      String reason,
      String measureName,
      boolean least,
      Parameter<Optional<Double>> parameter,
      Function<Arguments, Measure> measure) {
    private static final String OFF = "off";
    private static final ValueType<Double> NUMBER =
        ValueType.number(0, Double.POSITIVE_INFINITY, "a number of at least 0");
    static final ValueType<Optional<Double>> OR_OFF =
        ValueType.absentAs(OFF, NUMBER.allowed() + ", or off", NUMBER);

    /** Returns the number of a canonical argument, or empty if the argument is {@code off}. */
    Optional<Double> bound(String argument) {
      return OR_OFF.parser().apply(argument);
    }

    /** Returns the rule with these parameters, or empty if the rule is off. */
    Optional<Rule> rule(Arguments arguments) {
      return arguments
          .value(parameter)
          .map(bound -> new Rule(reason, measure.apply(arguments), least, bound));
    }
  }
}
