package dev.sluice.operators.filter;

import static dev.sluice.operators.filter.WordParameter.WORDS;

import dev.sluice.operators.Arguments;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.text.WordRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A filter that is nothing but rules on numbers, as declared.
 *
 * @param about name, summary, reference
 * @param fixed rules without a parameter, which come first
 * @param thresholds the other rules, in their order
 * @param further parameters beside those of the rules
 */
record RuleSet(
    OperatorDescription.Builder about,
    List<Rule> fixed,
    List<Threshold> thresholds,
    List<Parameter<?>> further) {
  RuleSet {
    fixed = List.copyOf(fixed);
    thresholds = List.copyOf(thresholds);
    further = List.copyOf(further);
  }

  /** A filter with one number, and the least and the greatest that is allowed. */
  static RuleSet range(
      OperatorDescription.Builder about,
      String measureName,
      Bound min,
      Bound max,
      Function<Arguments, Measure> measure,
      Parameter<?>... further) {
    List<Threshold> thresholds =
        List.of(
            Threshold.atLeast(
                min.reason(), measureName, min.parameter("min", "Minimum value."), measure),
            Threshold.atMost(
                max.reason(), measureName, max.parameter("max", "Maximum value."), measure));
    return new RuleSet(about, List.of(), thresholds, List.of(further));
  }

  /**
   * One end of a range.
   *
   * @param reason why a document beyond it is dropped
   * @param defaultText the number, or {@code off}
   */
  record Bound(String reason, String defaultText) {
    private Parameter<Optional<Double>> parameter(String name, String description) {
      return Threshold.parameter(name, defaultText, description);
    }
  }

  /** The filter's description. */
  OperatorDescription description() {
    fixed.forEach(rule -> about.reasons(rule.reason()));
    thresholds.stream().map(Threshold::reason).distinct().forEach(about::reasons);
    return about
        .parameters(parameters())
        .making(arguments -> RuleFilter.of(fixed, thresholds, arguments));
  }

  /** What is measured, by name, with the defaults of all parameters but {@code words}. */
  Map<String, Measure> measures(WordRule words) {
    Arguments arguments = Arguments.ofDefaults(parameters()).with(WORDS, words);
    Map<String, Measure> measures = new LinkedHashMap<>();
    for (Threshold threshold : thresholds) {
      measures.computeIfAbsent(
          threshold.measureName(), name -> threshold.measure().apply(arguments));
    }
    return measures;
  }

  /** What is allowed of these numbers with the defaults of all parameters. */
  List<MeasuredThreshold> defaults() {
    Arguments arguments = Arguments.ofDefaults(parameters());
    return bounds(threshold -> arguments.value(threshold.parameter()));
  }

  /** What is allowed of these numbers with these canonical arguments. */
  List<MeasuredThreshold> bounds(Map<String, String> arguments) {
    return bounds(threshold -> threshold.bound(arguments.get(threshold.parameter().name())));
  }

  private List<MeasuredThreshold> bounds(Function<Threshold, Optional<Double>> bounds) {
    String filter = description().name();
    List<MeasuredThreshold> allowed = new ArrayList<>();
    for (Threshold threshold : thresholds) {
      bounds
          .apply(threshold)
          .map(
              bound ->
                  new MeasuredThreshold(
                      filter,
                      threshold.reason(),
                      threshold.measureName(),
                      threshold.least(),
                      bound))
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
