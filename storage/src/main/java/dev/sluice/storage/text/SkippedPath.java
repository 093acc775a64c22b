package dev.sluice.storage.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * A path in an input that is not read because its name does not look like data.
 *
 * @param name its path relative to the input, with {@code /}; the path of a directory ends with
 *     {@code /}
 * @param reason the reason, for the user
 */
public record SkippedPath(String name, String reason) {
  private static final Logger LOG = LoggerFactory.getLogger(SkippedPath.class);

  /** The reason for files that are known to describe data. */
  public static final String DESCRIBES_DATA = "describes data";

  /**
   * The paths that show that a directory is a table, whose files may also contain rows that no
   * longer belong to the table.
   */
  private static final Map<Pattern, String> TABLES =
      Map.of(
          Pattern.compile("_delta_log/"), "the log of a Delta table",
          Pattern.compile("\\.hoodie/"), "the timeline of a Hudi table",
          Pattern.compile("(v\\d+|\\d{5}-[0-9a-f-]{36})(\\.gz)?\\.metadata\\.json"),
              "metadata of an Iceberg table");

  private static final int TOLD = 5;
  private static final int LISTED = 100;

  /**
   * Logs in one line how much of an input is skipped, if anything is. It is a warning if any of it
   * might be data.
   */
  public static void log(String input, List<SkippedPath> all) {
    if (!all.isEmpty()) {
      boolean harmless = all.stream().allMatch(each -> each.reason.equals(DESCRIBES_DATA));
      LOG.atLevel(harmless ? Level.INFO : Level.WARN)
          .addKeyValue("input", input)
          .addKeyValue("count", all.size())
          .addKeyValue("names", names(all))
          .log("paths of the input skipped");
    }
  }

  /** Returns what this path, or a file name, shows about a table, or empty for any other path. */
  static Optional<String> ofTable(String path) {
    String name = path.substring(path.lastIndexOf('/', path.length() - 2) + 1);
    return TABLES.keySet().stream()
        .filter(kind -> kind.matcher(name).matches())
        .findFirst()
        .map(TABLES::get);
  }

  /**
   * Returns why a directory cannot be read. It is a Delta, Hudi or Iceberg table, whose files still
   * contain deleted and replaced rows. Empty if it is no such table.
   *
   * @param all the paths skipped below the directory
   */
  public static Optional<String> tableIn(List<SkippedPath> all) {
    return all.stream()
        .filter(path -> ofTable(path.name).isPresent())
        .findFirst()
        .map(
            path ->
                "%s is %s: files of a table also hold rows that were deleted or replaced. Export the rows of the table, for instance with DuckDB, or read all rows in the files with a glob such as '**/*.parquet' below the table"
                    .formatted(path.name, ofTable(path.name).orElseThrow()));
  }

  static String names(List<SkippedPath> all) {
    String first =
        all.stream().limit(TOLD).map(SkippedPath::toString).collect(Collectors.joining(", "));
    return all.size() > TOLD ? first + ", ..." : first;
  }

  /** Returns the number of skipped paths, and the first hundred of them, for a report. */
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
