package dev.sluice.jobs.dedup;

import dev.sluice.jobs.process.ProcessCounts;
import dev.sluice.jobs.process.ProcessedFile;
import dev.sluice.neardup.SignatureFooter.Counts;
import dev.sluice.storage.text.SkippedPath;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds the report of finished work as JSON values. It depends only on the request and the input.
 */
final class NearDuplicateReport {
  private NearDuplicateReport() {}

  /**
   * @param ofParts whether clusters are of paragraphs or lines
   */
  static Map<String, Object> of(
      Map<String, Object> arguments,
      List<ProcessedFile> files,
      List<SkippedPath> leftOut,
      Duplicates duplicates,
      boolean ofParts) {
    ProcessCounts total = ProcessCounts.none(1);
    for (ProcessedFile file : files) {
      total = total.plus(file.counts());
    }
    total.checked("all files");
    check(ofParts ? total.unitsRemoved() : total.droppedRows(), duplicates);
    Map<String, Object> report = new LinkedHashMap<>();
    report.putAll(ProcessedFile.totals(files));
    report.putAll(counts(total, ofParts));
    if (ofParts) {
      report.put("repeated_units", duplicates.clusters());
      report.put("most_repeated", duplicates.largest());
    } else {
      report.put("removed_as_copies", duplicates.sum(Counts::copies));
      report.put("removed_as_contained", duplicates.sum(Counts::contained));
      report.put("clusters", duplicates.clusters());
      report.put("largest_cluster", duplicates.largest());
    }
    report.put("quarantined", ProcessedFile.quarantined(files));
    report.put("left_out", SkippedPath.json(leftOut));
    report.put("by_file", files.stream().map(file -> file(file, ofParts)).toList());
    report.put("arguments", arguments);
    return report;
  }

  private static void check(long removed, Duplicates duplicates) {
    long found = duplicates.sum(counts -> counts.copies() + counts.contained());
    if (found != removed) {
      throw new IllegalStateException("%d removed, and %d found".formatted(removed, found));
    }
  }

  private static Map<String, Object> counts(ProcessCounts counts, boolean ofParts) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rows_read", counts.read());
    json.put("rows_kept", counts.kept());
    json.put("duplicates_removed", counts.droppedRows());
    json.put("rows_rejected", counts.rejectedRows());
    if (ofParts) {
      json.put("rows_changed", counts.changed());
      json.put("units_read", counts.unitsRead());
      json.put("units_removed", counts.unitsRemoved());
    }
    json.put("text_bytes_read", counts.textBytesRead());
    json.put("text_bytes_kept", counts.textBytesKept());
    json.put("rejected", counts.rejected());
    return json;
  }

  private static Map<String, Object> file(ProcessedFile file, boolean ofParts) {
    Map<String, Object> json = file.json();
    json.putAll(counts(file.counts(), ofParts));
    return json;
  }
}
