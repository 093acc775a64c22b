package dev.sluice.operators.plugin;

import dev.sluice.operators.Operator;
import java.util.Objects;
import java.util.Set;

/**
 * The columns that an operator of a plug-in uses. It is asked for them once.
 *
 * @param required without which it does not start
 * @param optional used if they exist
 */
record UsedColumns(Set<String> required, Set<String> optional) {
  static UsedColumns of(Operator operator) {
    return new UsedColumns(
        copy(operator.requiredFields(), "requiredFields()"),
        copy(operator.optionalFields(), "optionalFields()"));
  }

  private static Set<String> copy(Set<String> fields, String method) {
    if (fields == null || fields.stream().anyMatch(Objects::isNull)) {
      throw new IllegalStateException(method + " returns null, or holds it");
    }
    return Set.copyOf(fields);
  }
}
