package dev.sluice.jobs.process;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A file that has been processed.
 *
 * @param name path relative to the input, and to the output if something was written
 * @param inputBytes size of the input file on disk
 * @param written whether there is a file in the output
 * @param outputBytes size of the output file on disk
 * @param quarantined the reason why the file was quarantined; empty if it was read completely
 * @param counts the counts of the rows read
 */
public record ProcessedFile(
    String name,
    long inputBytes,
    boolean written,
    long outputBytes,
    String quarantined,
    ProcessCounts counts) {
  /** Returns the number of files and their sizes, for a report. */
  public static Map<String, Object> totals(List<ProcessedFile> files) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("files", files.size());
    json.put("bytes_read", files.stream().mapToLong(ProcessedFile::inputBytes).sum());
    json.put("bytes_written", files.stream().mapToLong(ProcessedFile::outputBytes).sum());
    return json;
  }

  /** Returns the quarantined files, for a report. */
  public static List<Map<String, Object>> quarantined(List<ProcessedFile> files) {
    return files.stream()
        .filter(file -> !file.quarantined.isEmpty())
        .map(
            file -> {
              Map<String, Object> json = new LinkedHashMap<>();
              json.put("file", file.name);
              json.put("reason", file.quarantined);
              return json;
            })
        .toList();
  }

  /** Returns name and sizes for a report. The report adds the counts. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("file", name);
    json.put("bytes_read", inputBytes);
    json.put("written", written);
    json.put("bytes_written", outputBytes);
    return json;
  }
}
