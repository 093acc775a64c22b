package dev.sluice.cli.job;

import dev.sluice.storage.output.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a reset of a dump has forgotten, or would forget.
 *
 * @param dump its name
 * @param state {@code planned}, {@code forgotten}, or {@code nothing_left}
 * @param units of input that held its rows, by id; none when they were forgotten before
 * @param files shards
 * @param bytes of them
 * @param documents in them
 * @param keys ids that the deduplication holds for them
 * @param lostByOthersAtMost rows of other dumps that may have been removed as duplicates of its
 *     rows, and do not come back
 */
public record ResetReport(
    String dump,
    String state,
    List<String> units,
    int files,
    long bytes,
    long documents,
    long keys,
    long lostByOthersAtMost) {
  static final String PLANNED = "planned";
  static final String FORGOTTEN = "forgotten";
  static final String NOTHING_LEFT = "nothing_left";

  /** Copies the list. */
  public ResetReport {
    units = List.copyOf(units);
  }

  /** The report for a program. */
  public String json() {
    return new String(Json.write(this), StandardCharsets.UTF_8);
  }

  /** The report for a person. */
  public String text() {
    if (state.equals(NOTHING_LEFT)) {
      return "%s was forgotten before: nothing is left of it.\n".formatted(dump);
    }
    boolean planned = state.equals(PLANNED);
    List<String> lines = new ArrayList<>();
    lines.add(dump + (planned ? " would be forgotten:" : " is forgotten:"));
    lines.add("  units      %s".formatted(units.isEmpty() ? "-" : String.join(", ", units)));
    lines.add("  files      %,d, %,.1f MB".formatted(files, bytes / 1e6));
    lines.add("  documents  %,d".formatted(documents));
    lines.add("  keys       %,d".formatted(keys));
    lines.add(lost(planned));
    lines.add(
        planned
            ? "Nothing was changed. The same command without --dry-run forgets it."
            : "The command that reads the input takes the dump again, as a new unit, if its files"
                + " are there.");
    return String.join("\n", lines) + "\n";
  }

  private String lost(boolean planned) {
    return lostByOthersAtMost == 0
        ? "No other dump %s a row to it.".formatted(planned ? "would have lost" : "has lost")
        : "Rows that other dumps lost to it as duplicates do not come back: at most %,d."
            .formatted(lostByOthersAtMost);
  }
}
