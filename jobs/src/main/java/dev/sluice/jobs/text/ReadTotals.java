package dev.sluice.jobs.text;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.RejectedRow;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sums up what was read of all files. Not thread-safe. */
public final class ReadTotals {
  private static final int LISTED = 100;

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
    for (RejectedRow row : tally.rejections()) {
      if (rejections.size() < LISTED) {
        rejections.add("%s: %s".formatted(file.name(), row));
      }
    }
  }

  /** Adds a quarantined file, with what was read of it, if that counts. */
  public void addBroken(TextFile file, FileTally part, SourceFormatException problem) {
    add(file, part);
    files--;
    quarantined.add("%s: %s".formatted(file.name(), problem.reason()));
  }

  /** Files read completely. */
  public long files() {
    return files;
  }

  /** Rows with a text. */
  public long texts() {
    return texts;
  }

  /** Size of the texts. */
  public long textBytes() {
    return textBytes;
  }

  /** Rows without a text. */
  public long nulls() {
    return nulls;
  }

  /** Unusable rows. */
  public long rejected() {
    return rejected;
  }

  /** The first rejected rows, each with its file and position. */
  public List<String> rejections() {
    return List.copyOf(rejections);
  }

  /** The quarantined files, each with its reason. */
  public List<String> quarantined() {
    return List.copyOf(quarantined);
  }

  /** The quarantined files in a report that holds {@link #json} as {@code read}. */
  public static List<String> quarantined(String report) throws IOException {
    List<String> quarantined = new ArrayList<>();
    new ObjectMapper()
        .readTree(report)
        .path("read")
        .path("set_aside")
        .forEach(file -> quarantined.add(file.asText()));
    return quarantined;
  }

  /** As JSON values for a report. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("files", files);
    json.put("documents", texts);
    json.put("bytes", textBytes);
    json.put("null_texts", nulls);
    json.put("rejected", rejected);
    json.put("rejections", rejections());
    json.put("set_aside", quarantined());
    return json;
  }
}
