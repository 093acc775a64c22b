package dev.sluice.jobs.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.storage.ExistingPath;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Operations on directories to which jobs write. */
public final class OutputDirectory {
  /** The key of a value in a report. The value holds everything on which the result depends. */
  public static final String ARGUMENTS = "arguments";

  private OutputDirectory() {}

  /**
   * Checks that a directory is writable or can be created.
   *
   * @throws JobRefusedException if this is not the case
   */
  public static void requireWritable(Path directory) {
    Optional<String> problem = ExistingPath.problemOf(directory);
    if (problem.isPresent()) {
      throw JobRefusedException.ofOutput("%s: %s".formatted(directory, problem.get()));
    }
  }

  /**
   * Checks that a directory contains no files except the given ones, or does not exist.
   *
   * @throws JobRefusedException if there are other files
   */
  public static void requireEmpty(Path directory, Path... own) throws IOException {
    Optional<Path> foreign = foreign(directory, own);
    if (foreign.isPresent()) {
      throw JobRefusedException.ofOutput(notEmpty(directory, foreign.get()));
    }
  }

  /** Returns the first entry of a directory, by name, that is not among the given ones. */
  public static Optional<Path> foreign(Path directory, Path... own) throws IOException {
    if (!Files.isDirectory(directory)) {
      return Optional.empty();
    }
    Set<Path> known = Set.of(own);
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.filter(entry -> !known.contains(entry)).sorted().findFirst();
    }
  }

  /** Returns the message for an output that contains a foreign file. */
  public static String notEmpty(Path directory, Path foreign) {
    return "%s is not empty (it holds %s): choose a new or empty directory"
        .formatted(directory, foreign.getFileName());
  }

  /**
   * Returns the report of a job, if the job is complete.
   *
   * @param report path of the report, which contains the arguments of the job as {@link #ARGUMENTS}
   * @param result a word for what the output contains
   * @param now the current arguments
   * @throws JobRefusedException if the job had different arguments; names the first one that
   *     differs
   */
  public static Optional<JsonNode> finished(
      Path directory, Path report, String result, Map<String, Object> now) throws IOException {
    if (!Files.exists(report)) {
      return Optional.empty();
    }
    JsonNode found = Json.read(report, JsonNode.class);
    requireSame(directory, result, found.path(ARGUMENTS), now);
    return Optional.of(found);
  }

  /**
   * Checks that an output was started with the same arguments.
   *
   * @param result a word for what the output contains
   * @throws JobRefusedException if an argument differs; names the first one
   */
  public static void requireSame(
      Path directory, String result, JsonNode before, Map<String, Object> now) throws IOException {
    Optional<String> difference = difference(before, Json.tree(now));
    if (difference.isPresent()) {
      throw JobRefusedException.ofOutput(
          "%s holds a different %s: %s. Choose another directory, or delete this one"
              .formatted(directory, result, difference.get()));
    }
  }

  /** Describes for the user the first argument, by name, that differs between two invocations. */
  public static Optional<String> difference(Map<String, Object> before, Map<String, Object> now)
      throws IOException {
    return difference(Json.tree(before), Json.tree(now));
  }

  /** Describes the first difference between two recorded invocations. */
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
        before.has(MarkedFile.HASH)
            && before.path("files").equals(now.path("files"))
            && before.path("bytes").equals(now.path("bytes"));
    return alike
        ? "it was started with files in --input that have the same number and total size, but"
            + " different names or contents"
        : changed(name, before.toString(), now.toString());
  }

  /**
   * Returns the message for an argument that has changed.
   *
   * @param before the earlier value; empty if there was none
   * @param now the current value; empty if there is none
   */
  public static String changed(String name, String before, String now) {
    String started = before.isEmpty() ? "without " + name : "with %s %s".formatted(name, before);
    return "it was started %s, but this run has %s"
        .formatted(started, now.isEmpty() ? "none" : now);
  }
}
