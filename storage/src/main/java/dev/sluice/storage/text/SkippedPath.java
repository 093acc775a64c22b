package dev.sluice.storage.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * A path below an input that is not read, because its name does not look like data.
 *
 * @param name its path relative to the input, with {@code /}; a directory ends with one
 * @param reason for the user
 */
public record SkippedPath(String name, String reason) {
  private static final Logger LOG = LoggerFactory.getLogger(SkippedPath.class);

  /** The reason for files that are known to describe data. */
  public static final String DESCRIBES_DATA = "describes data";

  private static final int TOLD = 5;
  private static final int LISTED = 100;

  /**
   * Logs in one line how much of an input is skipped, if anything: as a warning if any of it might
   * be data.
   */
  public static void log(String input, List<SkippedPath> all) {
    if (!all.isEmpty()) {
      boolean harmless = all.stream().allMatch(each -> each.reason.equals(DESCRIBES_DATA));
      LOG.atLevel(harmless ? Level.INFO : Level.WARN)
          .addKeyValue("input", input)
          .addKeyValue("count", all.size())
          .addKeyValue("names", names(all))
          .log("left out");
    }
  }

  /** The first few, with their reasons, for messages. */
  static String names(List<SkippedPath> all) {
    String first =
        all.stream().limit(TOLD).map(SkippedPath::toString).collect(Collectors.joining(", "));
    return all.size() > TOLD ? first + ", ..." : first;
  }

  /** Their number and the first hundred, for a report. */
  public static Map<String, Object> json(List<SkippedPath> all) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("count", all.size());
    json.put("first", all.stream().limit(LISTED).map(SkippedPath::toString).toList());
    return json;
  }

  @Override
  public String toString() {
    return "%s (%s)".formatted(name, reason);
  }
}
