package dev.sluice.operators.peer;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the operators of Data-Juicer 1.4 that work on one text. It also has messages about
 * Data-Juicer's other operators.
 */
public final class DataJuicer {
  private static final Names NAMES = read("data-juicer.json");

  /**
   * The names that Data-Juicer uses.
   *
   * @param operators the operators with a counterpart, in the order of the reference page
   * @param absent what to use instead of operators without a counterpart, by regular expressions
   *     for their names
   * @param engine the parameters of every operator that control how it is run, not what it does
   * @param usual the parameters of every operator that must have one of these values
   */
  record Names(
      List<PeerOperator> operators,
      Map<String, String> absent,
      Set<String> engine,
      Map<String, List<String>> usual) {}

  private DataJuicer() {}

  private static Names read(String resource) {
    try (InputStream in = DataJuicer.class.getResourceAsStream(resource)) {
      return new ObjectMapper().readValue(in, Names.class);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + resource, e);
    }
  }

  /** Returns all operators, in the order of the reference page. */
  public static List<PeerOperator> operators() {
    return NAMES.operators();
  }

  /** Returns the operator with a name, if any. */
  static Optional<PeerOperator> find(String name) {
    return NAMES.operators().stream().filter(operator -> operator.name().equals(name)).findFirst();
  }

  /** Returns what to use instead of an operator without a counterpart. */
  static Optional<String> absent(String name) {
    return NAMES.absent().entrySet().stream()
        .filter(entry -> name.matches(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** Returns whether a parameter controls only how an operator is executed. */
  public static boolean isEngine(String parameter) {
    return NAMES.engine().contains(parameter);
  }

  /**
   * Returns the allowed values of a parameter that every operator may have, or empty for any other
   * parameter.
   */
  static Optional<List<String>> usual(String parameter) {
    return Optional.ofNullable(NAMES.usual().get(parameter));
  }
}
