package dev.sluice.jobs.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What a command was called with, as far as its output depends on it, for {@link Json}. */
public final class JobArguments {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private JobArguments() {}

  /**
   * An argument that is another one now.
   *
   * @param name the argument
   * @param before its value then, as JSON; empty where it had none
   * @param now its value in this call
   */
  public record Difference(String name, String before, String now) {
    /** For the user. */
    @Override
    public String toString() {
      return "it was begun with %s %s, this one has %s".formatted(name, before, now);
    }
  }

  /** The first argument, by name, in which two calls differ. */
  public static Optional<Difference> difference(Map<String, Object> before, Map<String, Object> now)
      throws IOException {
    return difference(MAPPER.readTree(Json.write(before)), now);
  }

  /** The first argument, by name, in which a call differs from one that was noted as JSON. */
  public static Optional<Difference> difference(JsonNode before, Map<String, Object> now)
      throws IOException {
    JsonNode is = MAPPER.readTree(Json.write(now));
    Set<String> names = new TreeSet<>(now.keySet());
    before.fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      if (!before.path(name).equals(is.path(name))) {
        return Optional.of(
            new Difference(name, before.path(name).toString(), is.path(name).toString()));
      }
    }
    return Optional.empty();
  }
}
