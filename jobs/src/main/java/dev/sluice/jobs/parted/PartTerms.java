package dev.sluice.jobs.parted;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.core.Digests;
import dev.sluice.jobs.text.JobArguments;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What all parts of a job have in common.
 *
 * @param job its command
 * @param parts how many there are
 * @param version of the program
 * @param arguments everything that determines the result, with the names and sizes of all files
 * @param objects hash of the versions of those that are in object stores; empty without them
 */
public record PartTerms(String job, int parts, String version, JsonNode arguments, String objects) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Of a job with these files. */
  public static PartTerms of(
      String job, PartTask task, Map<String, Object> arguments, List<TextFile> files)
      throws IOException {
    JsonNode json = MAPPER.readTree(MAPPER.writeValueAsBytes(arguments));
    return new PartTerms(job, task.part().of(), task.version(), json, versions(files));
  }

  private static String versions(List<TextFile> files) throws IOException {
    MessageDigest digest = Digests.sha256();
    boolean any = false;
    for (TextFile file : files) {
      if (!SourceFile.isLocal(file.path())) {
        any = true;
        Object version = Files.readAttributes(file.path(), BasicFileAttributes.class).fileKey();
        digest.update("%s\0%s\0".formatted(file.name(), version).getBytes(UTF_8));
      }
    }
    return any ? HexFormat.of().formatHex(digest.digest()) : "";
  }

  /** The first thing that differs from these terms, for the user; empty if nothing does. */
  Optional<String> difference(PartTerms now) {
    if (!job.equals(now.job)) {
      return Optional.of(JobArguments.changed("command", job, now.job));
    }
    if (parts != now.parts) {
      return Optional.of(
          JobArguments.changed("parts", String.valueOf(parts), String.valueOf(now.parts)));
    }
    if (!version.equals(now.version)) {
      return Optional.of(JobArguments.changed("version", version, now.version));
    }
    Optional<String> argument = JobArguments.difference(arguments, now.arguments);
    return argument.isPresent() || objects.equals(now.objects)
        ? argument
        : Optional.of(JobArguments.changed("versions of objects", objects, now.objects));
  }

  /**
   * Requires other terms to be the same.
   *
   * @throws JobRefusedException naming what differs
   */
  public void requireSame(PartTerms now, Path output) {
    Optional<String> difference = difference(now);
    if (difference.isPresent()) {
      throw new JobRefusedException(
          "--output %s holds parts of another job: %s. Name another directory, or delete it"
              .formatted(output, difference.get()));
    }
  }
}
