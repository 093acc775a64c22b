package dev.sluice.jobs.sample;

import dev.sluice.core.work.OrderedWork;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableRowGroup;
import dev.sluice.storage.table.TableSchema;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes selected rows, whatever their source, as the files of a sample. Batches are read and
 * compressed by several threads and written in order, so the bytes do not depend on threads. A file
 * that an earlier run completed is not written again.
 *
 * <p>Memory: {@code workers + 2} compressed batches, and for each worker what reading a batch
 * needs. Used by one thread.
 */
public final class SampleOutput implements Closeable {
  /** The columns besides the text. They repeat, so they have dictionaries. */
  static final List<String> LABELS = List.of("source_dataset", "source_bucket");

  private final SampleRequest request;
  private final List<SampleRequest.Part> buckets;
  private final SampleDirectory directory;
  private final TableFormat format;
  private final WorkerPool workers;
  private final OrderedWork batches;
  private Optional<PartWriter> open = Optional.empty();

  SampleOutput(SampleRequest request, SampleDirectory directory, int workers, int level) {
    this.request = request;
    this.buckets = request.parts();
    this.directory = directory;
    this.format = format(level);
    this.workers = new WorkerPool("sample", workers);
    this.batches = new OrderedWork(this.workers, workers + 2L);
  }

  private static TableFormat format(int level) {
    TableSchema columns =
        TableSchema.parse(
            """
            message schema {
              optional binary text (STRING);
              optional binary source_dataset (STRING);
              optional binary source_bucket (STRING);
            }\
            """);
    return new TableFormat(columns, Set.copyOf(LABELS), Map.of(), level, TableFormat.PAGE_BYTES);
  }

  /** Whether an earlier run completed a file; its rows must not be added then. */
  public boolean isComplete(int part) throws IOException {
    return directory.part(part).isPresent();
  }

  /**
   * Adds a batch of rows of one bucket.
   *
   * @param part index of its file: that of the previous batch, or the next
   * @param bucket index of its bucket in the request
   */
  public void add(int part, int bucket, BatchWork work) throws IOException, InterruptedException {
    SampleRequest.Part source = buckets.get(bucket);
    List<String> labels = List.of(source.dataset().name(), source.bucket().name());
    batches.submit(1, () -> packed(work, labels), batch -> write(part, bucket, batch));
  }

  private SampleBatch packed(BatchWork work, List<String> labels)
      throws IOException, InterruptedException {
    return IoRetry.THREE_TIMES.call(
        () -> {
          SampleBatch batch = new SampleBatch(new TableRowGroup(format), labels);
          work.writeTo(batch);
          batch.finish();
          return batch;
        });
  }

  private void write(int part, int bucket, SampleBatch batch) throws IOException {
    if (open.isPresent() && open.get().part() != part) {
      closePart();
    }
    if (open.isEmpty()) {
      open = Optional.of(new PartWriter(part, format, directory.partialFile(part), buckets.size()));
    }
    open.get().append(bucket, batch);
  }

  private void closePart() throws IOException {
    PartWriter closing = open.orElseThrow();
    directory.complete(closing.close());
    open = Optional.empty();
  }

  /** Writes all pending batches. */
  void drain() throws IOException, InterruptedException {
    batches.finish();
    if (open.isPresent()) {
      closePart();
    }
  }

  /**
   * Renames the files and writes their description.
   *
   * @param plan hash of sources and options
   * @param parts number of files in the plan
   * @param copied what the source has supplied
   */
  SampleReport finish(String plan, int parts, SampleSource.Copied copied) throws IOException {
    List<PartRecord> complete = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      complete.add(directory.part(part).orElseThrow());
    }
    List<BucketFigures> figures = new ArrayList<>();
    for (int i = 0; i < copied.buckets().size(); i++) {
      int bucket = i;
      long rows = complete.stream().mapToLong(part -> part.sampled().get(bucket)).sum();
      figures.add(copied.buckets().get(i).withSampled(rows));
    }
    SampleRecord record = record(plan, complete, figures, copied.quarantined());
    byte[] info = SamplingInfo.json(request, figures);
    directory.finish(info, record, parts);
    return new SampleReport(request.output(), record, info, false);
  }

  private SampleRecord record(
      String plan,
      List<PartRecord> complete,
      List<BucketFigures> figures,
      List<QuarantinedFile> neverRead)
      throws IOException {
    List<QuarantinedFile> quarantined = new ArrayList<>(neverRead);
    complete.forEach(part -> quarantined.addAll(part.quarantined()));
    return new SampleRecord(
        request.lines(),
        plan,
        true,
        directory.publish(complete),
        complete.stream().mapToLong(PartRecord::rows).sum(),
        figures.stream().flatMap(bucket -> bucket.warning().stream()).toList(),
        QuarantinedFile.merge(quarantined),
        complete.stream().mapToLong(PartRecord::rejected).sum(),
        complete.stream()
            .flatMap(part -> part.rejections().stream())
            .limit(PartWriter.LISTED_REJECTIONS)
            .toList(),
        complete.stream().mapToLong(PartRecord::nulls).sum());
  }

  @Override
  public void close() throws IOException {
    workers.close();
    open.ifPresent(PartWriter::discard);
    directory.close();
  }
}
