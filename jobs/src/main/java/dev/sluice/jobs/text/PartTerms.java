package dev.sluice.jobs.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The settings that all parts of a job have in common.
 *
 * @param job name of the command
 * @param parts number of parts
 * @param version the version of the program
 * @param arguments everything that determines the result, with the listing of all files
 * @param command the command line of one of the parts, without the part option; the command lines
 *     of other parts can differ, for example in the number of threads
 */
public record PartTerms(String job, int parts, String version, JsonNode arguments, String command) {
  /** Requires all components. */
  public PartTerms {
    Objects.requireNonNull(job, "job");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(arguments, "arguments");
    Objects.requireNonNull(command, "command");
  }

  /** Creates the terms of a job with these arguments. */
  public static PartTerms of(String job, PartTask task, Map<String, Object> arguments)
      throws IOException {
    JsonNode json = Json.PLAIN.readTree(Json.PLAIN.writeValueAsBytes(arguments));
    return new PartTerms(job, task.part().of(), task.version(), json, task.command());
  }

  /** Returns the command line of a part. */
  String typed(JobPart part) {
    return "%s --part %s".formatted(command, part);
  }

  /**
   * Describes for the user the first difference from these terms. The result is empty if there is
   * none.
   */
  Optional<String> difference(PartTerms now) {
    if (!job.equals(now.job)) {
      return Optional.of(OutputDirectory.changed("command", job, now.job));
    }
    if (parts != now.parts) {
      return Optional.of(
          OutputDirectory.changed("parts", String.valueOf(parts), String.valueOf(now.parts)));
    }
    if (!version.equals(now.version)) {
      return Optional.of(OutputDirectory.changed("version", version, now.version));
    }
    return OutputDirectory.difference(arguments, now.arguments);
  }

  /**
   * Checks that the given terms equal these.
   *
   * @throws JobRefusedException if the terms differ; names the difference
   */
  public void requireSame(PartTerms now, Path output) {
    Optional<String> difference = difference(now);
    if (difference.isPresent()) {
      throw JobRefusedException.ofOutput(
          "%s holds parts of a different job: %s. Choose another directory, or delete this one"
              .formatted(output, difference.get()));
    }
  }

  /**
   * The part of a job that a command works on.
   *
   * @param part the part
   * @param version version of the program; parts of different versions cannot be joined
   * @param command the command line, without the part option
   */
  public record PartTask(JobPart part, String version, String command) {
    /** Requires all components. */
    public PartTask {
      Objects.requireNonNull(part, "part");
      Objects.requireNonNull(version, "version");
      Objects.requireNonNull(command, "command");
    }
  }
}
