package dev.sluice.operators.filter;

import dev.sluice.operators.Arguments;
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
  static final ValueType<Optional<Double>> OR_OFF =
      ValueType.absentAs(OFF, NUMBER.allowed() + ", or off", NUMBER);

  /** Returns the number of a canonical argument; empty if it is off. */
  Optional<Double> bound(String argument) {
    return OR_OFF.parser().apply(argument);
  }

  /** Returns the rule with these parameters; empty if it is off. */
  Optional<RuleSet.Rule> rule(Arguments arguments) {
    return arguments
        .value(parameter)
        .map(bound -> new RuleSet.Rule(reason, measure.apply(arguments), least, bound));
  }
}
