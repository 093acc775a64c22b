package dev.sluice.jobs.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The arguments of a command that determine its output. */
public final class JobArguments {
  private JobArguments() {}

  /** The first argument, by name, that differs between two invocations, for the user. */
  public static Optional<String> difference(Map<String, Object> before, Map<String, Object> now)
      throws IOException {
    return difference(Json.tree(before), now);
  }

  /** The first argument, by name, that differs from a recorded invocation, for the user. */
  public static Optional<String> difference(JsonNode before, Map<String, Object> now)
      throws IOException {
    return difference(before, Json.tree(now));
  }

  /** The first difference between two recorded invocations. */
  public static Optional<String> difference(JsonNode before, JsonNode is) {
    Set<String> names = new TreeSet<>();
    is.fieldNames().forEachRemaining(names::add);
    before.fieldNames().forEachRemaining(names::add);
    return names.stream()
        .filter(name -> !before.path(name).equals(is.path(name)))
        .findFirst()
        .map(name -> changed(name, before.path(name), is.path(name)));
  }

  private static String changed(String name, JsonNode before, JsonNode now) {
    boolean alike =
        before.has(FileListing.HASH)
            && before.path("files").equals(now.path("files"))
            && before.path("bytes").equals(now.path("bytes"));
    return alike
        ? "it was started with as many files of the same size in --input, with other names or"
            + " contents"
        : changed(name, before.toString(), now.toString());
  }

  /**
   * The message for an argument that has changed.
   *
   * @param before its earlier value; empty if it had none
   * @param now its value; empty if it has none
   */
  public static String changed(String name, String before, String now) {
    String started = before.isEmpty() ? "without " + name : "with %s %s".formatted(name, before);
    return "it was started %s, this one has %s".formatted(started, now.isEmpty() ? "none" : now);
  }
}
