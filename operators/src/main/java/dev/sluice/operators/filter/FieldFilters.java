package dev.sluice.operators.filter;

import static dev.sluice.operators.OperatorGroup.FILTER;

import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.FieldValue;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.TextOperator;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.LowerCase;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Filters by the value of a column other than the text. */
final class FieldFilters {
  private static final String MISSING = "missing_field";
  private static final Parameter<String> FIELD =
      OperatorTexts.SHARED.required("field", ValueType.text());
  private static final ValueType<Double> ANY_NUMBER =
      ValueType.number(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, "a number, or inf");

  /** Decimal numbers that other languages can read too: neither NaN nor {@code 36d}. */
  private static final Pattern DECIMAL =
      Pattern.compile("\\s*+[+-]?+(\\d++(\\.\\d*+)?+|\\.\\d++)([eE][+-]?+\\d++)?+\\s*+");

  private static final Parameter<Double> MIN =
      OperatorTexts.SHARED.parameter("min", ANY_NUMBER, "-inf");
  private static final Parameter<Double> MAX =
      OperatorTexts.SHARED.parameter("max", ANY_NUMBER, "inf");
  private static final Parameter<List<String>> VALUES =
      OperatorTexts.of("field-in").requiredList("values", ValueType.text());
  private static final Parameter<List<String>> SUFFIXES =
      OperatorTexts.of("suffix").requiredList("suffixes", ValueType.text());

  private FieldFilters() {}

  static List<OperatorDescription> all() {
    return List.of(range(), in(), suffix());
  }

  private static OperatorDescription range() {
    return OperatorTexts.of("field-range")
        .describe(FILTER)
        .parameters(FIELD, MIN, MAX)
        .reasons(MISSING, "below_range", "above_range")
        .making(
            arguments -> {
              double min = arguments.value(MIN);
              double max = arguments.value(MAX);
              if (min > max) {
                throw new IllegalArgumentException(
                    "min (%s) is above max (%s): nothing would be kept".formatted(min, max));
              }
              String field = arguments.value(FIELD);
              return new FieldOperator(
                  field, oneValue(field, value -> within(field, value, min, max)));
            });
  }

  private static Decision within(String field, FieldValue value, double min, double max) {
    OptionalDouble known = number(value);
    if (known.isEmpty()) {
      return new Decision.Failed(
          "field %s has \"%s\", which is not a number".formatted(field, value.text()));
    }
    double number = known.getAsDouble();
    if (Double.isNaN(number)) {
      return new Decision.Dropped(MISSING, number);
    }
    if (number < min) {
      return new Decision.Dropped("below_range", number);
    }
    return number > max ? new Decision.Dropped("above_range", number) : Decision.KEPT;
  }

  private static OptionalDouble number(FieldValue value) {
    return value.number().isEmpty() && DECIMAL.matcher(value.text()).matches()
        ? OptionalDouble.of(Double.parseDouble(value.text()))
        : value.number();
  }

  /** Judges columns with a single value per row, rather than a list. */
  private static Function<FieldValue, Decision> oneValue(
      String field, Function<FieldValue, Decision> judge) {
    return value ->
        value.list().isPresent()
            ? new Decision.Failed(
                "field %s has a list instead of a single value: %s".formatted(field, value.text()))
            : judge.apply(value);
  }

  private static OperatorDescription in() {
    return OperatorTexts.of("field-in")
        .describe(FILTER)
        .parameters(FIELD, VALUES)
        .reasons(MISSING, "other_value")
        .making(
            arguments -> {
              Set<String> values = new HashSet<>(arguments.value(VALUES));
              return new FieldOperator(
                  arguments.value(FIELD),
                  value ->
                      keepIf(
                          values.containsAll(value.list().orElse(List.of(value.text()))),
                          "other_value"));
            });
  }

  private static OperatorDescription suffix() {
    return OperatorTexts.of("suffix")
        .describe(FILTER)
        .parameters(FIELD, SUFFIXES)
        .reasons(MISSING, "other_suffix")
        .making(
            arguments -> {
              List<String> suffixes =
                  arguments.value(SUFFIXES).stream().map(LowerCase::of).toList();
              String field = arguments.value(FIELD);
              return new FieldOperator(
                  field,
                  oneValue(
                      field,
                      value ->
                          keepIf(
                              suffixes.stream().anyMatch(LowerCase.of(value.text())::endsWith),
                              "other_suffix")));
            });
  }

  private static Decision keepIf(boolean fits, String reason) {
    return fits ? Decision.KEPT : new Decision.Dropped(reason, Double.NaN);
  }

  /** Judges the value of a column. */
  private record FieldOperator(String field, Function<FieldValue, Decision> judge)
      implements TextOperator {
    @Override
    public Decision apply(Document document) {
      Optional<FieldValue> value = document.fields().find(field);
      return value.map(judge).orElseGet(() -> new Decision.Dropped(MISSING, Double.NaN));
    }

    @Override
    public Set<String> requiredFields() {
      return Set.of(field);
    }
  }
}
