package dev.sluice.app.recipe;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The parts of Data-Juicer's recipes besides its operators on one text.
 *
 * @param deduplicators operators that remove duplicates
 * @param keys keys that configure the engine, not the processing of documents, each with a hint on
 *     what to use instead, which may be empty
 */
record DataJuicerRecipe(List<Deduplicator> deduplicators, Map<String, String> keys) {
  /** The parts that this version knows. */
  static final DataJuicerRecipe KNOWN = read("data-juicer.json");

  private static DataJuicerRecipe read(String resource) {
    try (InputStream in = DataJuicerRecipe.class.getResourceAsStream(resource)) {
      return new ObjectMapper().readValue(in, DataJuicerRecipe.class);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + resource, e);
    }
  }

  /** The names of all deduplicators, sorted. */
  List<String> names() {
    return deduplicators.stream().flatMap(each -> each.names().stream()).sorted().toList();
  }

  /** Finds a deduplicator by its name in Data-Juicer. */
  Optional<Deduplicator> find(String name) {
    return deduplicators.stream().filter(each -> each.names().contains(name)).findFirst();
  }

  /** The warning about a key of the engine; empty for other keys. */
  Optional<String> effect(String key) {
    return Optional.ofNullable(keys.get(key))
        .map(hint -> "has no effect here" + (hint.isEmpty() ? "" : ": " + hint));
  }
}
