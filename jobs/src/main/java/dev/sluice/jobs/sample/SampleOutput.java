package dev.sluice.jobs.sample;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.core.work.OrderedWork;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.sample.SampleDirectory.PartRecord;
import dev.sluice.jobs.sample.SampleRecord.QuarantinedFile;
import dev.sluice.jobs.sample.SampleRequest.DatasetRequest;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableRowGroup;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.table.TableWriter;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes selected rows as the files of a sample. Batches are read and compressed by several threads
 * and written in order, so the bytes do not depend on the number of threads. A file that an earlier
 * run completed is not written again.
 *
 * <p>Memory: {@code workers + 2} compressed batches, and for each worker the memory for reading a
 * batch. Used by one thread.
 */
final class SampleOutput implements Closeable {
  /** The columns besides the text. They have dictionaries, because their values repeat. */
  private static final List<String> LABELS = List.of("source_dataset", "source_bucket");

  private static final int LISTED_REJECTIONS = 100;

  private final List<BucketSource> buckets;
  private final SampleDirectory directory;
  private final TableFormat format;
  private final WorkerPool workers;
  private final OrderedWork batches;
  private Optional<OpenPart> open = Optional.empty();

  SampleOutput(List<BucketSource> buckets, SampleDirectory directory, int workers, int level) {
    this.buckets = buckets;
    this.directory = directory;
    this.format =
        new TableFormat(
            TableSchema.strings(List.of("text", LABELS.get(0), LABELS.get(1))),
            Set.copyOf(LABELS),
            Map.of(),
            level,
            TableFormat.PAGE_BYTES);
    this.workers = new WorkerPool("sample", workers);
    this.batches = new OrderedWork(this.workers, workers + 2L);
  }

  /** Supplies the rows of a batch in order. Runs again after an I/O error. */
  @FunctionalInterface
  interface BatchWork {
    void writeTo(SampleBatch batch) throws IOException, InterruptedException;
  }

  /** Returns whether an earlier run completed a file. If so, its rows must not be added again. */
  boolean isComplete(int part) throws IOException {
    return directory.part(part).isPresent();
  }

  /**
   * Adds a batch of rows of one bucket.
   *
   * @param part index of the batch's file: the same as for the previous batch, or the next index
   * @param bucket index of the batch's bucket in the request
   * @param isOrdered whether the work must run in this thread, in the order of batches
   */
  void add(int part, int bucket, boolean isOrdered, BatchWork work)
      throws IOException, InterruptedException {
    SampleRequest.Part source = buckets.get(bucket).part();
    List<String> labels = List.of(source.dataset().name(), source.bucket().name());
    if (isOrdered) {
      batches.makeRoom(1);
      SampleBatch batch = packed(work, labels);
      batches.then(1, () -> write(part, bucket, batch));
    } else {
      batches.submit(1, () -> packed(work, labels), batch -> write(part, bucket, batch));
    }
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
    if (open.isPresent() && open.get().part != part) {
      closePart();
    }
    if (open.isEmpty()) {
      open = Optional.of(new OpenPart(part));
    }
    open.get().append(bucket, batch);
  }

  private void closePart() throws IOException {
    OpenPart closing = open.orElseThrow();
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
   * @param plan hash of the sources and options
   * @param parts number of files in the plan
   */
  SampleReport finish(SampleRequest request, String plan, int parts) throws IOException {
    List<PartRecord> complete = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      complete.add(directory.part(part).orElseThrow());
    }
    Map<SampleRequest.Part, Long> sampled = new LinkedHashMap<>();
    for (int i = 0; i < buckets.size(); i++) {
      int bucket = i;
      long rows = complete.stream().mapToLong(part -> part.sampled().get(bucket)).sum();
      sampled.put(buckets.get(i).part(), rows);
    }
    List<String> warnings =
        buckets.stream().flatMap(each -> each.warning(sampled.get(each.part())).stream()).toList();
    SampleRecord record = record(request, plan, complete, warnings);
    ObjectNode info = info(request, sampled);
    directory.finish(info, record);
    return new SampleReport(request.output(), record, info, false);
  }

  private SampleRecord record(
      SampleRequest request, String plan, List<PartRecord> complete, List<String> warnings)
      throws IOException {
    List<QuarantinedFile> quarantined = new ArrayList<>();
    buckets.forEach(bucket -> quarantined.addAll(bucket.quarantined()));
    complete.forEach(part -> quarantined.addAll(part.quarantined()));
    return new SampleRecord(
        request.lines(),
        plan,
        true,
        directory.publish(complete),
        complete.stream().mapToLong(PartRecord::rows).sum(),
        warnings,
        QuarantinedFile.merge(quarantined),
        complete.stream().mapToLong(PartRecord::rejected).sum(),
        complete.stream()
            .flatMap(part -> part.rejections().stream())
            .limit(LISTED_REJECTIONS)
            .toList(),
        complete.stream().mapToLong(PartRecord::nulls).sum());
  }

  /** Returns the content of {@code sampling_info.json}, in request order. */
  private ObjectNode info(SampleRequest request, Map<SampleRequest.Part, Long> sampled) {
    ObjectNode info = JsonNodeFactory.instance.objectNode();
    counts(info, "total_", buckets, sampled).put("random_seed", request.seed());
    ObjectNode sources = info.putObject("sources");
    for (DatasetRequest dataset : request.datasets()) {
      List<BucketSource> own =
          buckets.stream().filter(bucket -> bucket.part().dataset() == dataset).toList();
      ObjectNode source = sources.putObject(dataset.key());
      source.put("name", dataset.name()).put("source", dataset.source());
      ObjectNode each = counts(source, "", own, sampled).putObject("buckets");
      for (BucketSource bucket : own) {
        each.putObject(bucket.part().bucket().name())
            .put("requested", bucket.part().bucket().count())
            .put("sampled", sampled.get(bucket.part()))
            .put("ids", bucket.ids().text());
      }
    }
    return info;
  }

  private static ObjectNode counts(
      ObjectNode node,
      String prefix,
      List<BucketSource> of,
      Map<SampleRequest.Part, Long> sampled) {
    return node.put(
            prefix + "requested",
            of.stream().mapToLong(bucket -> bucket.part().bucket().count()).sum())
        .put(prefix + "sampled", of.stream().mapToLong(each -> sampled.get(each.part())).sum());
  }

  @Override
  public void close() throws IOException {
    workers.close();
    open.ifPresent(part -> part.writer.discard());
  }

  /** The file that is being written. */
  private final class OpenPart {
    private final int part;
    private final TableWriter writer;
    private final long[] sampled = new long[buckets.size()];
    private final List<String> rejections = new ArrayList<>();
    private final List<QuarantinedFile> quarantined = new ArrayList<>();
    private long nulls;
    private long rejected;

    OpenPart(int part) throws IOException {
      this.part = part;
      this.writer = new TableWriter(format, directory.partialFile(part));
    }

    void append(int bucket, SampleBatch batch) throws IOException {
      writer.append(batch.group());
      sampled[bucket] += batch.group().rows();
      nulls += batch.nulls();
      rejected += batch.rejected();
      batch.rejections().stream()
          .limit(LISTED_REJECTIONS - rejections.size())
          .forEach(rejections::add);
      quarantined.addAll(batch.quarantined());
    }

    PartRecord close() throws IOException {
      writer.complete();
      return new PartRecord(
          part,
          writer.rows(),
          writer.bytes(),
          Arrays.stream(sampled).boxed().toList(),
          nulls,
          rejected,
          rejections,
          quarantined);
    }
  }
}
