package dev.sluice.storage.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Something below an input that is not read, because its name says that it is no data.
 *
 * @param name its path below the input, with {@code /}; of a directory with one at its end
 * @param reason why, for the user
 */
public record SkippedPath(String name, String reason) {
  private static final Logger LOG = LoggerFactory.getLogger(SkippedPath.class);

  /** The reason of files that are known to describe data. */
  public static final String DESCRIBES_DATA = "describes data";

  private static final int TOLD = 5;
  private static final int LISTED = 100;

  /**
   * Tells the user how much of an input is left out, in one line; nothing where nothing is. It is a
   * warning where any of it might have been meant as data.
   */
  public static void tell(String input, List<SkippedPath> all) {
    if (!all.isEmpty()) {
      boolean harmless = all.stream().allMatch(each -> each.reason.equals(DESCRIBES_DATA));
      LOG.atLevel(harmless ? Level.INFO : Level.WARN)
          .addKeyValue("input", input)
          .addKeyValue("count", all.size())
          .addKeyValue("names", names(all))
          .log("left out");
    }
  }

  /** The first of them, each with its reason, for messages. */
  static String names(List<SkippedPath> all) {
    String first =
        all.stream().limit(TOLD).map(SkippedPath::toString).collect(Collectors.joining(", "));
    return all.size() > TOLD ? first + ", ..." : first;
  }

  /** Their number, and the first hundred, for a report. */
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
