package dev.sluice.jobs.sample;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.core.values.ByteSize;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The result of a sample. Immutable. */
public final class SampleReport {
  private final Path output;
  private final SampleRecord record;
  private final byte[] info;
  private final boolean finishedBefore;

  SampleReport(Path output, SampleRecord record, byte[] info, boolean finishedBefore) {
    this.output = output;
    this.record = record;
    this.info = info;
    this.finishedBefore = finishedBefore;
  }

  /** The same of an output that is elsewhere now. */
  public SampleReport at(Path place) {
    return new SampleReport(place, record, info, finishedBefore);
  }

  /** Whether an earlier run had finished it. */
  public boolean isFinishedBefore() {
    return finishedBefore;
  }

  /** Number of rows in the output. */
  public long rows() {
    return record.rows();
  }

  /** Names of the output files, in order. */
  public List<String> files() {
    return record.files().stream().map(SampleRecord.OutputFile::name).toList();
  }

  /** Warnings about buckets with fewer rows than requested. */
  public List<String> warnings() {
    return List.copyOf(record.warnings());
  }

  /** Files that could not be read, or not to the end. */
  public List<QuarantinedFile> quarantined() {
    return List.copyOf(record.quarantined());
  }

  /** Number of selected rows that were rejected. */
  public long rejected() {
    return record.rejected();
  }

  /** The first of them, with the reasons. */
  public List<String> rejections() {
    return List.copyOf(record.rejections());
  }

  /** The result as a line for people. */
  public String text() {
    long bytes = record.files().stream().mapToLong(SampleRecord.OutputFile::bytes).sum();
    String line =
        String.format(
            Locale.ROOT,
            "%s: %,d rows in %,d files, %s",
            output,
            rows(),
            record.files().size(),
            ByteSize.approximate(bytes));
    String nulls =
        record.nulls() == 0
            ? ""
            : String.format(Locale.ROOT, "; %,d of them have no text", record.nulls());
    return line + nulls + (finishedBefore ? "; it was finished before" : "");
  }

  /**
   * The result as JSON: the content of {@code sampling_info.json}, the files, and what was left
   * out.
   */
  public String json() throws IOException {
    ObjectNode result = Json.PLAIN.createObjectNode();
    result.put("output", output.toString());
    result.put("finished_before", finishedBefore);
    result.setAll((ObjectNode) Json.PLAIN.readTree(info));
    ObjectNode files = result.putObject("files");
    record.files().forEach(file -> files.put(file.name(), file.rows()));
    result.put("rows_without_text", record.nulls());
    result.put("rows_rejected", record.rejected());
    record.rejections().forEach(result.putArray("rejections")::add);
    ObjectNode quarantined = result.putObject("quarantined");
    record.quarantined().forEach(file -> quarantined.put(file.path(), file.reason()));
    record.warnings().forEach(result.putArray("warnings")::add);
    return new String(Json.write(result), StandardCharsets.UTF_8);
  }
}
