package dev.sluice.jobs.documents;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds up the counts of rows read from all files. Not thread-safe. */
public final class ReadTotals {
  private static final String FILES = "files";
  private static final String DOCUMENTS = "documents";
  private static final String BYTES = "bytes";
  private static final String NULLS = "null_texts";
  private static final String REJECTED = "rejected";
  private static final String REJECTIONS = "rejections";
  private static final String QUARANTINED = "quarantined";

  private final List<String> quarantined = new ArrayList<>();
  private FileTally tally = FileTally.NONE;
  private long files;

  /** Adds a file that was read completely. */
  public void add(TextFile file, FileTally read) {
    files++;
    tally = tally.plus(read.of(file));
  }

  /** Adds a quarantined file. Its counts are those of the rows read before the problem. */
  public void addBroken(TextFile file, FileTally part, SourceFormatException problem) {
    add(file, part);
    files--;
    quarantined.add("%s: %s".formatted(file.name(), problem.reason()));
  }

  /**
   * Adds the totals of the files that follow.
   *
   * @param read the {@link #json} of their totals
   */
  public void add(JsonNode read) {
    files += read.path(FILES).asLong();
    tally =
        tally.plus(
            new FileTally(
                read.path(DOCUMENTS).asLong(),
                read.path(BYTES).asLong(),
                read.path(NULLS).asLong(),
                read.path(REJECTED).asLong(),
                strings(read.path(REJECTIONS))));
    quarantined.addAll(strings(read.path(QUARANTINED)));
  }

  private static List<String> strings(JsonNode list) {
    List<String> strings = new ArrayList<>();
    list.forEach(each -> strings.add(each.asText()));
    return strings;
  }

  /** Returns the counts of all files. Each listed row is named with its file. */
  public FileTally tally() {
    return tally;
  }

  /** Returns the quarantined files from a report that contains {@link #json} as {@code read}. */
  public static List<String> quarantined(JsonNode report) {
    return strings(report.path("read").path(QUARANTINED));
  }

  /** Returns the totals as JSON values, for a report. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put(FILES, files);
    json.put(DOCUMENTS, tally.texts());
    json.put(BYTES, tally.textBytes());
    json.put(NULLS, tally.nulls());
    json.put(REJECTED, tally.rejected());
    json.put(REJECTIONS, tally.rejections());
    json.put(QUARANTINED, quarantined);
    return json;
  }
}
