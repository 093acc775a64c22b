package dev.sluice.jobs.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.sample.RowSelector;
import dev.sluice.core.Digests;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Creates a sample: from each bucket exactly the K rows with the smallest hashes. The output is a
 * function of source, request and row limits, whatever the number of threads and interruptions.
 *
 * <p>Memory: 16 bytes for each requested row, of one bucket at a time, and about 48 MiB for each
 * worker; with less memory, there are fewer workers.
 */
public final class Sampler {
  private static final long WORKER_BYTES = 48 << 20;

  private final SampleRequest request;
  private final SampleOptions options;
  private final int workers;

  /**
   * @param memoryBytes size of the heap
   * @throws JobRefusedException if it is too small for a count
   */
  public Sampler(SampleRequest request, SampleOptions options, long memoryBytes) {
    this.request = request;
    this.options = options;
    this.workers = workers(options, memoryBytes);
    requireMemory(request, memoryBytes);
  }

  private static int workers(SampleOptions options, long memoryBytes) {
    return (int) Math.max(1, Math.min(options.workers(), memoryBytes / 2 / WORKER_BYTES));
  }

  private static void requireMemory(SampleRequest request, long memoryBytes) {
    List<JobRefusedException.OfKey> problems = new ArrayList<>();
    for (SampleRequest.Part part : request.parts()) {
      long needed = RowSelector.bytes(part.bucket().count());
      if (needed > memoryBytes / 2) {
        problems.add(
            new JobRefusedException.OfKey(
                part.bucket().key(),
                String.format(
                    Locale.ROOT,
                    "choosing %,d rows takes up to %,d MiB, half of the heap are %,d MiB: set"
                        + " memory to %dMiB or more",
                    part.bucket().count(),
                    needed >> 20,
                    memoryBytes >> 21,
                    (4 * needed >> 20) + 1)));
      }
    }
    if (!problems.isEmpty()) {
      throw new JobRefusedException(problems);
    }
  }

  /**
   * Creates or completes the sample from files.
   *
   * @see #run(SampleSource)
   */
  public SampleReport run(JobProgress progress) throws IOException, InterruptedException {
    return run(new FileSource(request, options, workers, progress));
  }

  /**
   * Creates or completes the sample.
   *
   * @throws JobRefusedException with all reasons why it cannot be created; nothing was written
   * @throws IOException if a file cannot be read or written; the same call continues
   * @throws InterruptedException if interrupted; the same call continues
   */
  public SampleReport run(SampleSource source) throws IOException, InterruptedException {
    try (SampleDirectory directory = new SampleDirectory(request.output())) {
      Optional<SampleRecord> earlier = directory.earlier(request.lines());
      if (earlier.isPresent() && earlier.get().finished()) {
        return new SampleReport(request.output(), earlier.get(), directory.info(), true);
      }
      String plan = plan(source.survey());
      directory.take();
      directory.begin(request.lines(), plan);
      try (SampleOutput output = new SampleOutput(request, directory, workers, options.level())) {
        SampleSource.Copied copied = source.copy(output);
        output.drain();
        return output.finish(plan, options.parts(copied.rows()), copied);
      }
    }
  }

  private String plan(List<String> lines) {
    String how = "%d %d %d\n".formatted(options.batchRows(), options.maxRows(), options.level());
    String all = how + String.join("\n", lines);
    return HexFormat.of().formatHex(Digests.sha256().digest(all.getBytes(UTF_8)));
  }
}
