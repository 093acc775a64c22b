package dev.sluice.app.recipe;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The parts of Data-Juicer's recipes that are not operators on single texts.
 *
 * @param deduplicators operators that remove duplicates
 * @param keys keys that configure the engine, not the processing of documents, each with a hint on
 *     what to use instead, which may be empty
 */
record DataJuicerRecipe(List<Deduplicator> deduplicators, Map<String, String> keys) {
  /** The parts of recipes that this version supports. */
  static final DataJuicerRecipe KNOWN = read("data-juicer.json");

  private static DataJuicerRecipe read(String resource) {
    try (InputStream in = DataJuicerRecipe.class.getResourceAsStream(resource)) {
      return new ObjectMapper().readValue(in, DataJuicerRecipe.class);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + resource, e);
    }
  }

  /** Returns the names of all deduplicators, sorted. */
  List<String> names() {
    return deduplicators.stream().flatMap(each -> each.names().stream()).sorted().toList();
  }

  /** Finds a deduplicator by its name in Data-Juicer. */
  Optional<Deduplicator> find(String name) {
    return deduplicators.stream().filter(each -> each.names().contains(name)).findFirst();
  }

  /** Returns the warning about a key of Data-Juicer's engine, or empty for other keys. */
  Optional<String> effect(String key) {
    return Optional.ofNullable(keys.get(key))
        .map(hint -> "has no effect in Sluice" + (hint.isEmpty() ? "" : ": " + hint));
  }

  /**
   * The deduplicators of Data-Juicer that Sluice replaces by one set of options of {@code dedup}.
   *
   * @param names names of the deduplicators in Data-Juicer
   * @param options default values by option
   * @param renamed options by parameter, for parameters that differ only in name
   * @param only parameters that support only these values
   * @param unused parameters that have no effect in Sluice
   * @param difference of the result, for a warning; may be empty
   */
  record Deduplicator(
      List<String> names,
      Map<String, String> options,
      Map<String, String> renamed,
      Map<String, List<String>> only,
      List<String> unused,
      String difference) {
    /** Returns the names of all parameters, sorted. */
    List<String> parameters() {
      return Stream.of(renamed.keySet(), only.keySet(), unused)
          .flatMap(names -> names.stream())
          .sorted()
          .toList();
    }
  }
}
