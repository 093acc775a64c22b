package dev.sluice.jobs.split;

import dev.sluice.jobs.text.JobDirectory;
import dev.sluice.jobs.text.JobOutput;
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
  private static final String PLAN = "plan.json";

  private final JobOutput output;
  private final JobDirectory work;

  private SplitOutput(JobOutput output, JobDirectory work) {
    this.output = output;
    this.work = work;
  }

  /**
   * The result of the same request, if it has finished.
   *
   * @throws JobRefusedException if the directory holds that of another request, or if parts have
   *     changed
   */
  static Optional<SplitResult> finished(JobOutput output, Map<String, Object> request)
      throws IOException {
    if (!Files.exists(output.report())) {
      return Optional.empty();
    }
    Path directory = output.directory();
    SplitResult result = Json.read(output.report(), SplitResult.class);
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

  /**
   * Locks the directory.
   *
   * @throws JobRefusedException if another process holds it, or if it holds something else
   */
  static SplitOutput take(JobOutput output) throws IOException {
    JobDirectory work = output.take();
    try {
      output.requireIncomplete();
      return new SplitOutput(output, work);
    } catch (RuntimeException e) {
      work.close();
      throw e;
    }
  }

  Path path() {
    return output.directory();
  }

  /**
   * The plan of an earlier run, if any.
   *
   * @throws JobRefusedException if it is of another request
   */
  Optional<SplitPlan> plan(Map<String, Object> request) throws IOException {
    Optional<SplitPlan> plan = work.read(PLAN, SplitPlan.class);
    if (plan.isPresent()) {
      requireSame(path(), plan.get().request(), request);
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
    TemporaryFile.write(output.report(), Json.write(result));
    work.delete();
  }

  private static void requireSame(
      Path directory, Map<String, Object> before, Map<String, Object> now) throws IOException {
    OutputDirectory.requireSame(directory, "split", Json.tree(before), now);
  }

  @Override
  public void close() throws IOException {
    work.close();
  }
}
