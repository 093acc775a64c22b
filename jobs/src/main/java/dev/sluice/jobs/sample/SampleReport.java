package dev.sluice.jobs.sample;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.core.values.ByteSize;
import dev.sluice.storage.output.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The result of a sample.
 *
 * @param output the output directory
 * @param record the record of the sample
 * @param info the content of {@code sampling_info.json}
 * @param finishedBefore whether an earlier run had finished the sample
 */
public record SampleReport(
    Path output, SampleRecord record, ObjectNode info, boolean finishedBefore) {
  /** Copies the JSON. */
  public SampleReport {
    info = info.deepCopy();
  }

  /** Returns a copy with the given output directory. */
  public SampleReport at(Path place) {
    return new SampleReport(place, record, info, finishedBefore);
  }

  /** Formats the result as one line of text. */
  public String text() {
    long bytes = record.files().stream().mapToLong(SampleRecord.OutputFile::bytes).sum();
    String nulls =
        record.nulls() == 0 ? "" : "; %,d of them have no text".formatted(record.nulls());
    return "%s: %,d rows in %,d files, %s%s%s"
        .formatted(
            output,
            record.rows(),
            record.files().size(),
            ByteSize.approximate(bytes),
            nulls,
            finishedBefore ? "; finished by an earlier run" : "");
  }

  /**
   * Formats the result as JSON. It has the content of {@code sampling_info.json}, the files, and
   * the skipped rows and files.
   */
  public String json() {
    ObjectNode result = Json.PLAIN.createObjectNode();
    result.put("output", output.toString());
    result.put("finished_before", finishedBefore);
    result.setAll(info);
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
