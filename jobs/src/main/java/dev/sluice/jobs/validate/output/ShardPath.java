package dev.sluice.jobs.validate.output;

import dev.sluice.core.DumpName;
import dev.sluice.core.DumpRule;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The parts of a shard's path {@code en/{bucket}/{dump}/{rank}.parquet}, or {@code
 * {first}-{last}.{compaction}.parquet} if it was merged.
 *
 * @param bucket its name, which may not exist
 * @param dump its name; empty if shards are not laid out by dump
 */
record ShardPath(String bucket, String dump) {
  private static final String NUMBER = "(0|[1-9][0-9]{0,17})";
  private static final Pattern FILE =
      Pattern.compile("%1$s(-%1$s\\.%1$s)?\\.parquet".formatted(NUMBER));

  /**
   * Parses a path relative to the language's directory; empty if it has another form.
   *
   * @param dumps of the output
   */
  static Optional<ShardPath> parse(String relative, boolean byDump, DumpRule dumps) {
    List<String> names = List.of(relative.split("/", -1));
    int levels = byDump ? 3 : 2;
    if (names.size() != levels || !isShard(names.get(levels - 1))) {
      return Optional.empty();
    }
    String dump = byDump ? names.get(1) : "";
    boolean isDump = dump.equals(DumpName.UNKNOWN) || dumps.allows(dump);
    return byDump && !isDump ? Optional.empty() : Optional.of(new ShardPath(names.get(0), dump));
  }

  /** Whether a shard can have this name. */
  static boolean isShard(String name) {
    return FILE.matcher(name).matches();
  }
}
