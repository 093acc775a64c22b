package dev.sluice.settings;

import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.OperatorRegistry.ProblemSink;
import dev.sluice.operators.ParameterValue;
import dev.sluice.operators.peer.PeerBinder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An element of a list of operators, as the user wrote it.
 *
 * @param path path of the element, such as {@code process.3}
 * @param name name of the operator
 * @param origin where the name was found
 * @param given values by parameter, in the order in which they were written
 */
public record OperatorCall(
    String path, String name, String origin, Map<String, ParameterValue> given) {
  /** Copies the map. */
  public OperatorCall {
    given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
  }

  /**
   * Creates the operators. Some of Data-Juicer's names stand for several operators. Invalid calls
   * create none and add problems.
   *
   * @param warnings receives settings that have no effect
   */
  public List<BoundOperator> bind(OperatorRegistry registry, Problems problems, Problems warnings) {
    return new PeerBinder(registry, sink(problems), sink(warnings)).bind(name, given, origin);
  }

  private ProblemSink sink(Problems to) {
    return (subject, where, message) -> to.add(path + "." + subject, where, message);
  }
}
