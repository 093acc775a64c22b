package dev.sluice.app.reset;

import dev.sluice.core.values.ByteSize;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of a reset, or its plan.
 *
 * @param dump the request: a dump, {@code unit ...} or {@code directory ...}
 * @param state {@code planned}, {@code forgotten}, or {@code nothing_left}
 * @param units ids of units; empty if they were forgotten before
 * @param dumps dumps of their rows
 * @param files number of shards
 * @param bytes total size of the shards
 * @param documents number of documents in these shards
 * @param keys number of ids stored for them
 * @param lostByOthersAtMost maximum number of rows of other complete units that were removed as
 *     duplicates of the forgotten rows, and do not return
 * @param incompleteOthers ids of other units that have begun but are not complete; the rows that
 *     they have lost are not counted yet
 */
public record ResetReport(
    String dump,
    String state,
    List<String> units,
    List<String> dumps,
    int files,
    long bytes,
    long documents,
    long keys,
    long lostByOthersAtMost,
    List<String> incompleteOthers) {
  static final String PLANNED = "planned";
  static final String FORGOTTEN = "forgotten";
  static final String NOTHING_LEFT = "nothing_left";

  /** Copies the lists. */
  public ResetReport {
    units = List.copyOf(units);
    dumps = List.copyOf(dumps);
    incompleteOthers = List.copyOf(incompleteOthers);
  }

  /** Returns the report as text. */
  public String text() {
    if (state.equals(NOTHING_LEFT)) {
      return "%s was already forgotten; nothing is left to forget.\n".formatted(dump);
    }
    boolean planned = state.equals(PLANNED);
    List<String> lines = new ArrayList<>();
    lines.add(dump + (planned ? " would be forgotten:" : " is forgotten:"));
    lines.add("  units      %s".formatted(units.isEmpty() ? "-" : String.join(", ", units)));
    lines.add("  rows of    %s".formatted(dumps.isEmpty() ? "-" : String.join(", ", dumps)));
    lines.add("  files      %,d, %s".formatted(files, ByteSize.approximate(bytes)));
    lines.add("  documents  %,d".formatted(documents));
    lines.add("  keys       %,d".formatted(keys));
    lines.add(lost());
    lines.add(
        planned
            ? "Nothing was changed. To forget these units, run the command without --dry-run."
            : "If the files of these units still exist, the next `run` or `ingest` reads them"
                + " again, as new units.");
    return String.join("\n", lines) + "\n";
  }

  private String lost() {
    if (!incompleteOthers.isEmpty()) {
      return "Rows of other units that were removed as duplicates of these rows are not restored: at most %,d rows of complete units, and an unknown number of rows of %s."
          .formatted(lostByOthersAtMost, String.join(", ", incompleteOthers));
    }
    return lostByOthersAtMost == 0
        ? "No row of another unit was removed as a duplicate of these rows."
        : "Rows of other units that were removed as duplicates of these rows are not restored: at most %,d rows."
            .formatted(lostByOthersAtMost);
  }
}
