package dev.sluice.jobs.text;

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
 * An output directory that appears only when it is complete. It is written inside a locked
 * directory beside it, then renamed. If the directory exists already because parts have worked in
 * it, the report is published last and marks it as complete. {@code report.json} contains the
 * arguments, so that the same command recognises the output.
 *
 * <pre>
 * .NAME.tmp/lock      held by the process that writes
 * .NAME.tmp/output/   becomes NAME
 * </pre>
 */
public final class WholeOutput {
  /** The job's report on its result. */
  public static final String REPORT = "report.json";

  private static final String OUTPUT = "output";

  private final Path directory;
  private final Map<String, Object> arguments;

  /** Writes the files of an output. */
  @FunctionalInterface
  public interface Content {
    /**
     * Writes all files except the report.
     *
     * @param directory empty
     * @return the report without the arguments
     */
    Map<String, Object> write(Path directory) throws IOException, InterruptedException;
  }

  /**
   * @param arguments everything that the content depends on, as values for {@link Json}
   */
  public WholeOutput(Path directory, Map<String, Object> arguments) {
    this.directory = directory.toAbsolutePath().normalize();
    this.arguments = Map.copyOf(arguments);
  }

  /**
   * Returns the report of finished work with these arguments, if it exists. Deletes the files left
   * by a process that was killed after writing the report.
   *
   * @throws JobRefusedException if the directory contains the report of different work, or cannot
   *     be created
   */
  public Optional<JsonNode> finished() throws IOException {
    OutputDirectory.requireWritable(directory);
    Optional<JsonNode> report =
        OutputDirectory.finished(directory, directory.resolve(REPORT), "result", arguments);
    if (report.isPresent()) {
      JobDirectory.clear(temporary(), directory);
    }
    return report;
  }

  /**
   * Recognises finished work, or writes everything.
   *
   * @param check checks the input before anything is written
   * @throws JobRefusedException if the directory contains something else
   */
  public JobOutcome once(StagedOutput.Check check, Content content)
      throws IOException, InterruptedException {
    Optional<JsonNode> finished = finished();
    if (finished.isPresent()) {
      return new JobOutcome(finished.get(), true);
    }
    JoinedParts.requireNone(directory);
    OutputDirectory.requireEmpty(directory);
    check.run();
    return new JobOutcome(publish(content), false);
  }

  /**
   * Writes everything, flushes it to disk, and gives the directory its name. Deletes the files of
   * an earlier attempt.
   *
   * @return the report
   * @throws JobRefusedException if another process writes this output, or has written it meanwhile
   */
  JsonNode publish(Content content) throws IOException, InterruptedException {
    try (JobDirectory work = JobDirectory.take(temporary(), directory)) {
      try {
        OutputDirectory.requireEmpty(directory);
        Path made = work.path().resolve(OUTPUT);
        FileTree.deleteAll(made);
        Files.createDirectory(made);
        Files.write(made.resolve(REPORT), bytes(content.write(made)));
        for (Path file : below(made)) {
          DurableFiles.sync(file);
        }
        DurableFiles.move(made, directory);
      } finally {
        work.delete();
      }
    }
    return Json.read(directory.resolve(REPORT), JsonNode.class);
  }

  private Path temporary() {
    return directory.resolveSibling("." + directory.getFileName() + ".tmp");
  }

  /**
   * Publishes to a directory in which parts have worked. The files are published one after the
   * other, with the report last.
   *
   * @param made directory that contains the files and nothing else
   * @return the report
   */
  public JsonNode publish(Path made, Map<String, Object> report) throws IOException {
    try (Stream<Path> files = Files.list(made)) {
      for (Path file : files.sorted().toList()) {
        TemporaryFile.write(directory.resolve(file.getFileName()), Files.readAllBytes(file));
      }
    }
    TemporaryFile.write(directory.resolve(REPORT), bytes(report));
    return Json.read(directory.resolve(REPORT), JsonNode.class);
  }

  private byte[] bytes(Map<String, Object> report) {
    report.put(OutputDirectory.ARGUMENTS, arguments);
    return Json.write(report);
  }

  private static List<Path> below(Path root) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      return paths.toList();
    }
  }
}
