package dev.sluice.jobs.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The arguments of a command that determine its output. */
public final class JobArguments {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private JobArguments() {}

  /**
   * An argument that has changed.
   *
   * @param name the argument
   * @param before earlier value as JSON; empty if it had none
   * @param now value in this invocation
   */
  public record Difference(String name, String before, String now) {
    /** The message for the user. */
    @Override
    public String toString() {
      return "it was begun with %s %s, this one has %s".formatted(name, before, now);
    }
  }

  /** The first argument, by name, that differs between two invocations. */
  public static Optional<Difference> difference(Map<String, Object> before, Map<String, Object> now)
      throws IOException {
    return difference(MAPPER.readTree(Json.write(before)), now);
  }

  /** The first argument, by name, that differs from a recorded invocation. */
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
