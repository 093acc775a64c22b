package dev.sluice.jobs.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.work.DurableFiles;
import dev.sluice.core.work.FileTree;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A directory that appears at once: written under another name and renamed when complete; or that
 * its report completes, if parts have been there before. {@code report.json} holds the arguments,
 * so that the same command recognises it.
 */
public final class WholeOutput {
  /** The job's report on its result. */
  public static final String REPORT = "report.json";

  private static final String ARGUMENTS = "arguments";

  private final Path directory;
  private final Map<String, Object> arguments;

  /**
   * @param arguments all that the content depends on, for {@link Json}
   */
  public WholeOutput(Path directory, Map<String, Object> arguments) {
    this.directory = directory.toAbsolutePath().normalize();
    this.arguments = Map.copyOf(arguments);
  }

  /**
   * The report of the same command's finished work, if it exists.
   *
   * @throws JobRefusedException if the directory holds that of another, or cannot be created
   */
  public Optional<String> finished() throws IOException {
    OutputDirectory.requireWritable(directory);
    Path report = directory.resolve(REPORT);
    if (!Files.isRegularFile(report)) {
      return Optional.empty();
    }
    byte[] bytes = Files.readAllBytes(report);
    JsonNode found = Json.read(bytes, report, JsonNode.class).path(ARGUMENTS);
    OutputDirectory.requireSame(directory, "result", found, arguments);
    return Optional.of(new String(bytes, UTF_8));
  }

  /**
   * Requires that the directory holds nothing.
   *
   * @throws JobRefusedException otherwise
   */
  public void requireEmpty() throws IOException {
    OutputDirectory.requireEmpty(directory);
  }

  /** An empty directory to write to; removes what an earlier attempt has left. */
  public Path begin() throws IOException {
    discard();
    return Files.createDirectories(temporary());
  }

  private Path temporary() {
    return directory.resolveSibling("." + directory.getFileName() + ".tmp");
  }

  /** Adds the report, flushes everything to disk, and gives the directory its name. */
  public void publish(Map<String, Object> report) throws IOException {
    Files.write(temporary().resolve(REPORT), bytes(report));
    for (Path file : below(temporary())) {
      DurableFiles.sync(file);
    }
    DurableFiles.move(temporary(), directory);
  }

  /**
   * Publishes in a directory that parts have been working in: file by file, the report last.
   *
   * @param made holds the files, and nothing else
   */
  public void publish(Path made, Map<String, Object> report) throws IOException {
    try (Stream<Path> files = Files.list(made)) {
      for (Path file : files.sorted().toList()) {
        TemporaryFile.write(directory.resolve(file.getFileName()), Files.readAllBytes(file));
      }
    }
    TemporaryFile.write(directory.resolve(REPORT), bytes(report));
  }

  private byte[] bytes(Map<String, Object> report) {
    report.put(ARGUMENTS, arguments);
    return Json.write(report);
  }

  /** Removes what is not complete. */
  public void discard() throws IOException {
    FileTree.deleteAll(temporary());
  }

  private static List<Path> below(Path root) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      return paths.toList();
    }
  }
}
