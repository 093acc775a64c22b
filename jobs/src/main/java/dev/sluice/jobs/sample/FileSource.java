package dev.sluice.jobs.sample;

import dev.sluice.algorithms.sample.RowSelector;
import dev.sluice.algorithms.sample.SampledRows;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Samples rows of files by the hashes {@code MD5("{seed}_{bucket}#{file}#{row}")[:8]}. Files are in
 * the order of the UTF-8 bytes of their paths; ties go by file and row.
 *
 * <p>The first pass reads footers, hashes row numbers and selects. The second reads, of the text
 * column only, the pages that contain selected rows.
 */
final class FileSource implements SampleSource {
  private static final JobPhase HASHING = JobPhase.ofItems("hashing rows");
  private static final JobPhase COPYING = JobPhase.ofItems("copying rows");

  private final SampleRequest request;
  private final SampleOptions options;
  private final int workers;
  private final JobProgress progress;
  private final AtomicLong hashed = new AtomicLong();
  private List<BucketSource> buckets = List.of();
  private long rows;
  private long wanted;

  FileSource(SampleRequest request, SampleOptions options, int workers, JobProgress progress) {
    this.request = request;
    this.options = options;
    this.workers = workers;
    this.progress = progress;
  }

  @Override
  public List<String> survey() throws IOException, InterruptedException {
    progress.plan(List.of(SourceSurvey.FOOTERS, HASHING, COPYING));
    buckets = new SourceSurvey(request, options.ioWorkers(), progress).buckets();
    rows = buckets.stream().mapToLong(BucketSource::rows).sum();
    wanted =
        buckets.stream()
            .mapToLong(bucket -> Math.min(bucket.rows(), bucket.part().bucket().count()))
            .sum();
    List<String> lines = new ArrayList<>();
    for (BucketSource bucket : buckets) {
      lines.add(bucket.part().bucket().key());
      for (SampleFile file : bucket.files()) {
        lines.add(
            "%s %d %d %s"
                .formatted(
                    file.file().name(),
                    file.file().bytes(),
                    file.survey().rows(),
                    Files.getLastModifiedTime(file.file().path())));
      }
    }
    return lines;
  }

  @Override
  public Copied copy(SampleOutput output) throws IOException, InterruptedException {
    long before = 0;
    for (int i = 0; i < buckets.size(); i++) {
      SampledRows chosen = choose(buckets.get(i));
      copy(i, chosen, before, output);
      before += chosen.size();
    }
    return new Copied(
        before,
        buckets.stream()
            .map(bucket -> BucketFigures.of(bucket.part(), bucket.ids(), bucket.rows()))
            .toList(),
        buckets.stream().flatMap(bucket -> bucket.quarantined().stream()).toList());
  }

  private SampledRows choose(BucketSource bucket) throws InterruptedException {
    return new RowSelector(
            bucket.ranges(request.seed()),
            bucket.part().bucket().count(),
            workers,
            more -> progress.reached(JobPosition.of(HASHING, hashed.addAndGet(more), rows)))
        .choose();
  }

  private void copy(int number, SampledRows chosen, long before, SampleOutput output)
      throws IOException, InterruptedException {
    BucketSource bucket = buckets.get(number);
    BucketReader reader = new BucketReader(bucket, chosen);
    new BatchPlan(bucket, chosen, options, before)
        .forEach(
            (part, slices) -> {
              if (!output.isComplete(part)) {
                output.add(part, number, reader.work(slices));
              }
              long done = before + slices.get(slices.size() - 1).to();
              progress.reached(JobPosition.of(COPYING, done, wanted));
            });
  }
}
