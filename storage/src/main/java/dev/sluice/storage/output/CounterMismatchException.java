package dev.sluice.storage.output;

import java.util.List;

/**
 * Two stages counted differently for a unit: rows were lost, duplicated, or written by another
 * program. No manifest may include such a unit.
 */
public final class CounterMismatchException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int LISTED = 5;

  /** Takes what does not add up, each with both numbers; at least one. */
  public CounterMismatchException(List<String> mismatches) {
    super(
        "the counters do not add up, no manifest is written: %s%s; %s"
            .formatted(
                String.join("; ", mismatches.subList(0, Math.min(LISTED, mismatches.size()))),
                mismatches.size() > LISTED
                    ? " and %d more".formatted(mismatches.size() - LISTED)
                    : "",
                "something else writes to these topics or cut records, or this is a bug: forget"
                    + " the dump with reset --dump, or everything with reset --all, and read its"
                    + " sources again; please report it with this line"));
  }
}
