package dev.sluice.jobs.split;

import dev.sluice.jobs.text.JobArguments;
import dev.sluice.jobs.text.JobDirectory;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.OutputDirectory;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.output.Json;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The directory for the parts. {@code _sluice/split.json} describes them; {@code _sluice/split}
 * holds the progress until the job is complete. Used by one process at a time.
 */
final class SplitOutput implements Closeable {
  private static final String OWN = "_sluice";

  private static final String PLAN = "plan.json";

  private final Path directory;
  private final JobDirectory work;

  private SplitOutput(Path directory, JobDirectory work) {
    this.directory = directory;
    this.work = work;
  }

  /**
   * The result of the same request, if it has finished.
   *
   * @throws JobRefusedException if the directory holds that of another request, or if parts have
   *     changed
   */
  static Optional<SplitResult> finished(Path directory, Map<String, Object> request)
      throws IOException {
    if (!Files.exists(record(directory))) {
      return Optional.empty();
    }
    SplitResult result = Json.read(record(directory), SplitResult.class);
    requireSame(directory, result.request(), request);
    for (SplitResult.Part part : result.parts()) {
      Path file = directory.resolve(part.part());
      if (!Files.exists(file) || Files.size(file) != part.bytes()) {
        throw JobRefusedException.ofOutput(
            "%s: %s is missing or no longer has the %d bytes that were written: delete the directory and split again"
                .formatted(directory, part.part(), part.bytes()));
      }
    }
    return Optional.of(result);
  }

  /** Deletes what a process killed between its last two steps has left. */
  static void deleteLeftovers(Path directory) throws IOException {
    if (isBegun(directory)) {
      try (SplitOutput left = take(directory)) {
        left.discard();
      }
    }
  }

  private static Path record(Path directory) {
    return directory.resolve(OWN).resolve("split.json");
  }

  /** Whether an earlier run has started. */
  static boolean isBegun(Path directory) {
    return Files.isDirectory(work(directory));
  }

  /**
   * Locks the directory.
   *
   * @throws JobRefusedException if another process holds it, or if it holds something else
   */
  static SplitOutput take(Path directory) throws IOException {
    OutputDirectory.requireWritable(directory);
    if (!isBegun(directory)) {
      OutputDirectory.requireEmpty(directory);
    }
    return new SplitOutput(directory, JobDirectory.take(work(directory), directory));
  }

  private static Path work(Path directory) {
    return directory.resolve(OWN).resolve("split");
  }

  Path path() {
    return directory;
  }

  /**
   * The plan of an earlier run, if any.
   *
   * @throws JobRefusedException if it is of another request
   */
  Optional<SplitPlan> plan(Map<String, Object> request) throws IOException {
    Optional<SplitPlan> plan = work.read(PLAN, SplitPlan.class);
    if (plan.isPresent()) {
      requireSame(directory, plan.get().request(), request);
    }
    return plan;
  }

  /** Records the plan. */
  void begin(SplitPlan plan) throws IOException {
    work.write(PLAN, plan);
  }

  /** The progress of an earlier run with a file. */
  SourceState state(int number, PlannedSource source) throws IOException {
    return work.read(stateFile(number), SourceState.class)
        .orElseGet(() -> SourceState.begin(source.name()));
  }

  /** Records the progress with a file. */
  void note(int number, SourceState state) throws IOException {
    work.write(stateFile(number), state);
  }

  private static String stateFile(int number) {
    return "%d.json".formatted(number);
  }

  /** Records the result, and deletes the progress. */
  void finish(SplitResult result) throws IOException {
    TemporaryFile.write(record(directory), Json.write(result));
    discard();
  }

  /** Deletes the progress. */
  void discard() throws IOException {
    work.delete();
  }

  private static void requireSame(
      Path directory, Map<String, Object> before, Map<String, Object> now) throws IOException {
    OutputDirectory.requireSame(directory, "split", JobArguments.json(before), now);
  }

  @Override
  public void close() throws IOException {
    work.close();
  }
}
