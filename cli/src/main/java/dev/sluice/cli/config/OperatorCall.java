package dev.sluice.cli.config;

import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.Given;
import dev.sluice.operators.OperatorRegistry;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One element of a list of operators, as it was written.
 *
 * @param path of the element, e.g. {@code process.3}
 * @param name of the operator
 * @param origin where the name was said
 * @param given parameters and what was written for them
 */
record OperatorCall(String path, String name, String origin, Map<String, Given> given) {
  /** Checks that everything is there. */
  OperatorCall {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(origin, "origin");
    given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
  }

  /** The operator; empty, and problems, where there is none or it cannot be made. */
  Optional<BoundOperator> bind(OperatorRegistry registry, Problems problems) {
    return registry.bind(
        name,
        given,
        origin,
        (subject, where, message) -> problems.add(path + "." + subject, where, message));
  }
}
