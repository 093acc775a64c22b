package org.example;

import dev.sluice.operators.Arguments;
import dev.sluice.operators.Decision;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorFamily;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.TextOperator;
import dev.sluice.operators.ValueType;
import java.util.List;

/** A filter by the share of vowels. It is an example of an operator of your own. */
public final class VowelOperators implements OperatorFamily {
  private static final Parameter<Double> MIN =
      Parameter.of("min", ValueType.number(0, 1, "a number from 0 to 1"), "0.2", "Smallest share.");

  @Override
  public List<OperatorDescription> all() {
    return List.of(
        OperatorDescription.of(OperatorGroup.FILTER, "vowels", "Keeps texts with enough vowels.")
            .rule("Counts a, e, i, o and u, and divides by the length in UTF-16 units.")
            .parameters(MIN)
            .reasons("few_vowels")
            .making(VowelOperators::filter));
  }

  private static TextOperator filter(Arguments arguments) {
    double min = arguments.value(MIN);
    return document -> {
      String text = document.text().string();
      double vowels = text.chars().filter(c -> "aeiou".indexOf(c) >= 0).count();
      double share = vowels / Math.max(1, text.length());
      return share < min ? new Decision.Dropped("few_vowels", share) : Decision.KEPT;
    };
  }
}
