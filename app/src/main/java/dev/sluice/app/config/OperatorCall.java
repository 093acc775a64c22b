package dev.sluice.app.config;

import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.ParameterValue;
import dev.sluice.operators.ProblemSink;
import dev.sluice.operators.peer.PeerBinder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One element of a list of operators, as it was written.
 *
 * @param path of the element, e.g. {@code process.3}
 * @param name of the operator
 * @param origin where the name was said
 * @param given parameters and what was written for them
 */
public record OperatorCall(
    String path, String name, String origin, Map<String, ParameterValue> given) {
  /** Checks that everything is there. */
  public OperatorCall {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(origin, "origin");
    given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
  }

  /**
   * The operators that it stands for, more than one for some of Data-Juicer's names; none, and
   * problems, where they cannot be made.
   *
   * @param warnings takes what was said and has no effect
   */
  public List<BoundOperator> bind(OperatorRegistry registry, Problems problems, Problems warnings) {
    return new PeerBinder(registry, sink(problems), sink(warnings)).bind(name, given, origin);
  }

  private ProblemSink sink(Problems to) {
    return (subject, where, message) -> to.add(path + "." + subject, where, message);
  }
}
