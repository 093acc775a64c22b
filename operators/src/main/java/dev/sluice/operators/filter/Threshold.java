package dev.sluice.operators.filter;

import dev.sluice.operators.Arguments;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.ValueType;
import java.util.Optional;
import java.util.function.Function;

/**
 * A rule of a filter that compares a measured number with a parameter, which may be {@code off}.
 *
 * @param reason why a document is dropped that breaks it
 * @param measureName the name of the number in statistics
 * @param least whether the parameter is the least number allowed, not the greatest
 * @param parameter the parameter
 * @param measure what is measured, given all parameters
 */
record Threshold(
    String reason,
    String measureName,
    boolean least,
    Parameter<Optional<Double>> parameter,
    Function<Arguments, Measure> measure) {
  private static final String OFF = "off";
  private static final ValueType<Double> NUMBER =
      ValueType.number(0, Double.POSITIVE_INFINITY, "a number from 0");
  private static final ValueType<Optional<Double>> OR_OFF =
      new ValueType<>(
          NUMBER.allowed() + ", or off",
          text -> text.equals(OFF) ? Optional.empty() : Optional.of(NUMBER.parser().apply(text)),
          value -> value.map(NUMBER.canonical()).orElse(OFF));

  /** A number below this is a reason to drop. */
  static Threshold atLeast(
      String reason,
      String measureName,
      Parameter<Optional<Double>> parameter,
      Function<Arguments, Measure> measure) {
    return new Threshold(reason, measureName, true, parameter, measure);
  }

  /** A number above this is a reason to drop. */
  static Threshold atMost(
      String reason,
      String measureName,
      Parameter<Optional<Double>> parameter,
      Function<Arguments, Measure> measure) {
    return new Threshold(reason, measureName, false, parameter, measure);
  }

  /** A parameter that is a number or {@code off}. */
  static Parameter<Optional<Double>> parameter(
      OperatorTexts texts, String name, String defaultText) {
    return texts.parameter(name, OR_OFF, defaultText);
  }

  /** The number of a canonical argument; empty where it is off. */
  Optional<Double> bound(String argument) {
    return argument.equals(OFF) ? Optional.empty() : Optional.of(Double.valueOf(argument));
  }

  /** The rule for these parameters, empty where it is off. */
  Optional<RuleSet.Rule> rule(Arguments arguments) {
    return arguments
        .value(parameter)
        .map(bound -> new RuleSet.Rule(reason, measure.apply(arguments), least, bound));
  }
}
