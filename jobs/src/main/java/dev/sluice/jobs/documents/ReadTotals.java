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

  private final List<String> rejections = new ArrayList<>();
  private final List<String> quarantined = new ArrayList<>();
  private long files;
  private long texts;
  private long textBytes;
  private long nulls;
  private long rejected;

  /** Adds a file that was read completely. */
  public void add(TextFile file, FileTally tally) {
    files++;
    texts += tally.texts();
    textBytes += tally.textBytes();
    nulls += tally.nulls();
    rejected += tally.rejected();
    for (String row : tally.rejections()) {
      if (rejections.size() < FileTally.LISTED) {
        rejections.add("%s: %s".formatted(file.name(), row));
      }
    }
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
    texts += read.path(DOCUMENTS).asLong();
    textBytes += read.path(BYTES).asLong();
    nulls += read.path(NULLS).asLong();
    rejected += read.path(REJECTED).asLong();
    for (JsonNode row : read.path(REJECTIONS)) {
      if (rejections.size() < FileTally.LISTED) {
        rejections.add(row.asText());
      }
    }
    read.path(QUARANTINED).forEach(file -> quarantined.add(file.asText()));
  }

  /** Returns the number of rows with a text. */
  public long texts() {
    return texts;
  }

  /** Returns the number of rows whose text is null. */
  public long nulls() {
    return nulls;
  }

  /** Returns the number of unusable rows. */
  public long rejected() {
    return rejected;
  }

  /** Returns the quarantined files from a report that contains {@link #json} as {@code read}. */
  public static List<String> quarantined(JsonNode report) {
    List<String> quarantined = new ArrayList<>();
    report.path("read").path(QUARANTINED).forEach(file -> quarantined.add(file.asText()));
    return quarantined;
  }

  /** Returns the totals as JSON values, for a report. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put(FILES, files);
    json.put(DOCUMENTS, texts);
    json.put(BYTES, textBytes);
    json.put(NULLS, nulls);
    json.put(REJECTED, rejected);
    json.put(REJECTIONS, rejections);
    json.put(QUARANTINED, quarantined);
    return json;
  }
}
