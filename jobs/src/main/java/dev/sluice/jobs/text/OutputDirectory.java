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
import java.util.stream.Stream;

/** Operations on directories that jobs write to. */
public final class OutputDirectory {
  /** In a report, what the result depends on. */
  public static final String ARGUMENTS = "arguments";

  private OutputDirectory() {}

  /**
   * Requires that a directory is writable or can be created.
   *
   * @throws JobRefusedException otherwise
   */
  public static void requireWritable(Path directory) {
    Optional<String> problem = ExistingPath.problemOf(directory);
    if (problem.isPresent()) {
      throw JobRefusedException.ofOutput("%s: %s".formatted(directory, problem.get()));
    }
  }

  /**
   * Requires that a directory holds nothing but some files, or does not exist.
   *
   * @throws JobRefusedException otherwise
   */
  public static void requireEmpty(Path directory, Path... own) throws IOException {
    Optional<Path> foreign = foreign(directory, own);
    if (foreign.isPresent()) {
      throw JobRefusedException.ofOutput(notEmpty(directory, foreign.get()));
    }
  }

  /** The first entry of a directory, by name, that is none of these. */
  public static Optional<Path> foreign(Path directory, Path... own) throws IOException {
    if (!Files.isDirectory(directory)) {
      return Optional.empty();
    }
    Set<Path> known = Set.of(own);
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.filter(entry -> !known.contains(entry)).sorted().findFirst();
    }
  }

  /** What is wrong with an output that holds a file of others, for the user. */
  public static String notEmpty(Path directory, Path foreign) {
    return "%s is not empty (it holds %s): choose a new or empty directory"
        .formatted(directory, foreign.getFileName());
  }

  /**
   * The report of a job that is complete, if it is.
   *
   * @param report holds the arguments of the job as {@link #ARGUMENTS}
   * @param result what the output holds, in a word
   * @param now the arguments of this invocation
   * @throws JobRefusedException if the job had others, naming the first that differs
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
   * Requires that an output was started with the same arguments.
   *
   * @param result what the output holds, in a word
   * @throws JobRefusedException naming the first argument that differs
   */
  public static void requireSame(
      Path directory, String result, JsonNode before, Map<String, Object> now) throws IOException {
    Optional<String> difference = JobArguments.difference(before, now);
    if (difference.isPresent()) {
      throw JobRefusedException.ofOutput(
          "%s holds another %s: %s. Choose another directory, or delete it"
              .formatted(directory, result, difference.get()));
    }
  }
}
