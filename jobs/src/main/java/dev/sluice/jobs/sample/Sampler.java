package dev.sluice.jobs.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.sample.RowSelector;
import dev.sluice.algorithms.sample.RowSelector.SampledRows;
import dev.sluice.core.Digests;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Creates a sample. From each bucket, it takes exactly the K rows with the smallest hashes {@code
 * MD5("{seed}_{bucket}#{file}#{row}")[:8]}. Files are in the order of the UTF-8 bytes of their
 * paths; rows with equal hashes are ordered by file and row. The output is a function of the
 * sources, the request and the row limits; it does not depend on the number of threads or on
 * interruptions.
 *
 * <p>The first pass reads footers, hashes row numbers and selects rows. The second pass reads the
 * pages of the text column that contain selected rows.
 *
 * <p>Memory: 16 bytes for each requested row of one bucket at a time, and about 48 MiB for each
 * worker. If there is less memory, fewer workers are used.
 */
public final class Sampler {
  private static final JobPhase HASHING = JobPhase.ofItems("hashing rows");
  private static final JobPhase COPYING = JobPhase.ofItems("copying rows");
  private static final long WORKER_BYTES = 48 << 20;

  private final SampleRequest request;
  private final SampleRequest.Options options;
  private final int workers;
  private final AtomicLong hashed = new AtomicLong();

  /**
   * @param memoryBytes size of the heap in bytes
   * @throws JobRefusedException if the heap is too small for the requested number of rows
   */
  public Sampler(SampleRequest request, SampleRequest.Options options, long memoryBytes) {
    this.request = request;
    this.options = options;
    this.workers = (int) Math.max(1, Math.min(options.workers(), memoryBytes / 2 / WORKER_BYTES));
    requireMemory(memoryBytes);
  }

  private void requireMemory(long memoryBytes) {
    List<JobRefusedException.OfKey> problems = new ArrayList<>();
    for (SampleRequest.Part part : request.parts()) {
      long needed = RowSelector.bytes(part.bucket().count());
      if (needed > memoryBytes / 2) {
        String problem =
            String.format(
                Locale.ROOT,
                "choosing %,d rows takes up to %,d MiB, but half of the heap is %,d MiB: set memory"
                    + " to %dMiB or more",
                part.bucket().count(),
                needed >> 20,
                memoryBytes >> 21,
                (4 * needed >> 20) + 1);
        problems.add(new JobRefusedException.OfKey(part.bucket().key(), problem));
      }
    }
    if (!problems.isEmpty()) {
      throw new JobRefusedException(problems);
    }
  }

  /**
   * Creates or completes the sample.
   *
   * @throws JobRefusedException if the sample cannot be created; lists all reasons. Nothing has
   *     been written
   * @throws IOException if a file cannot be read or written; the same call continues
   * @throws InterruptedException if interrupted; the same call continues
   */
  public SampleReport run(JobProgress progress) throws IOException, InterruptedException {
    try (SampleDirectory directory = new SampleDirectory(request)) {
      Optional<SampleReport> finished = directory.finished();
      return finished.isPresent() ? finished.get() : run(directory, progress);
    }
  }

  private SampleReport run(SampleDirectory directory, JobProgress progress)
      throws IOException, InterruptedException {
    progress.plan(List.of(SourceSurvey.FOOTERS, HASHING, COPYING));
    List<BucketSource> buckets = new SourceSurvey(request, options.ioWorkers(), progress).buckets();
    String plan = plan(buckets);
    directory.take(plan);
    try (SampleOutput output = new SampleOutput(buckets, directory, workers, options.level())) {
      long rows = 0;
      for (int bucket = 0; bucket < buckets.size(); bucket++) {
        rows += copy(bucket, buckets, rows, output, progress);
      }
      output.drain();
      return output.finish(request, plan, options.parts(rows));
    }
  }

  /** Returns a hash of everything except the request that determines the files. */
  private String plan(List<BucketSource> buckets) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("%d %d %d".formatted(options.batchRows(), options.maxRows(), options.level()));
    for (BucketSource bucket : buckets) {
      lines.addAll(bucket.lines());
    }
    byte[] all = String.join("\n", lines).getBytes(UTF_8);
    return HexFormat.of().formatHex(Digests.sha256().digest(all));
  }

  /** Selects and copies the rows of a bucket, and returns their number. */
  private long copy(
      int number,
      List<BucketSource> buckets,
      long before,
      SampleOutput output,
      JobProgress progress)
      throws IOException, InterruptedException {
    BucketSource bucket = buckets.get(number);
    long all = buckets.stream().mapToLong(BucketSource::rows).sum();
    long wanted = buckets.stream().mapToLong(BucketSource::wanted).sum();
    SampledRows chosen =
        new RowSelector(
                bucket.ranges(request.seed()),
                bucket.part().bucket().count(),
                workers,
                more -> progress.reached(JobPosition.of(HASHING, hashed.addAndGet(more), all)))
            .choose();
    try (BucketReader reader = new BucketReader(bucket, chosen)) {
      new BatchPlan(bucket, chosen, options, before)
          .forEach(
              (part, slices) -> {
                if (!output.isComplete(part)) {
                  output.add(
                      part, number, reader.hasJson(slices), batch -> reader.read(slices, batch));
                }
                long done = before + slices.get(slices.size() - 1).to();
                progress.reached(JobPosition.of(COPYING, done, wanted));
              });
    }
    return chosen.size();
  }
}
