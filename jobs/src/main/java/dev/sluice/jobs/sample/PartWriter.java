package dev.sluice.jobs.sample;

import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Writes an output file, batch by batch. Not thread-safe. */
final class PartWriter {
  static final int LISTED_REJECTIONS = 100;

  private final int part;
  private final TableWriter writer;
  private final long[] sampled;
  private final List<String> rejections = new ArrayList<>();
  private final List<QuarantinedFile> quarantined = new ArrayList<>();
  private long nulls;
  private long rejected;

  PartWriter(int part, TableFormat format, Path file, int buckets) throws IOException {
    this.part = part;
    this.writer = new TableWriter(format, file);
    this.sampled = new long[buckets];
  }

  int part() {
    return part;
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

  void discard() {
    writer.discard();
  }
}
