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
 * The directory that parts go to. {@code _sluice/split.json} says what they are, {@code
 * _sluice/split} how far it is, while it runs. Used by one process at a time.
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
   * The finished work of the same request, if it is there.
   *
   * @throws JobRefusedException when there is that of another one, or parts are not what they were
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
        throw new JobRefusedException(
            "--output %s: %s is missing or no longer has the %d bytes that were written: delete the directory and split again"
                .formatted(directory, part.part(), part.bytes()));
      }
    }
    return Optional.of(result);
  }

  /** Removes what is left where a process was killed between its last two steps. */
  static void tidy(Path directory) throws IOException {
    if (isBegun(directory)) {
      try (SplitOutput left = take(directory)) {
        left.discard();
      }
    }
  }

  private static Path record(Path directory) {
    return directory.resolve(OWN).resolve("split.json");
  }

  /** Whether an earlier call has begun. */
  static boolean isBegun(Path directory) {
    return Files.isDirectory(work(directory));
  }

  /**
   * Takes the directory for this process.
   *
   * @throws JobRefusedException when another process has it, or there is something else in it
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
   * What an earlier call was going to do, if there was one.
   *
   * @throws JobRefusedException when that was something else
   */
  Optional<SplitPlan> plan(Map<String, Object> request) throws IOException {
    Optional<SplitPlan> plan = work.read(PLAN, SplitPlan.class);
    if (plan.isPresent()) {
      requireSame(directory, plan.get().request(), request);
    }
    return plan;
  }

  /** Notes what is going to be done. */
  void begin(SplitPlan plan) throws IOException {
    work.write(PLAN, plan);
  }

  /** How far an earlier call was with a file, by its number. */
  SourceState state(int number, PlannedSource source) throws IOException {
    return work.read(stateFile(number), SourceState.class)
        .orElseGet(() -> SourceState.begin(source.name()));
  }

  /** Notes how far it is with a file. */
  void note(int number, SourceState state) throws IOException {
    work.write(stateFile(number), state);
  }

  private static String stateFile(int number) {
    return "%d.json".formatted(number);
  }

  /** Notes what the parts are, and removes what was needed on the way. */
  void finish(SplitResult result) throws IOException {
    TemporaryFile.write(record(directory), Json.write(result));
    discard();
  }

  /** Removes what is needed on the way. */
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
