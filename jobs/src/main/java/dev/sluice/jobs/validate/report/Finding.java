package dev.sluice.jobs.validate.report;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * A broken rule, or something near one.
 *
 * @param check whose rule it is
 * @param file path relative to the output (or, for {@link Check#SOURCE}, to the source)
 * @param row number in the file, from 0, where one row is to blame
 * @param message what was seen and what is allowed
 */
public record Finding(Check check, String file, OptionalLong row, String message) {
  /** Checks that all parts are there. */
  public Finding {
    Objects.requireNonNull(check, "check");
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(row, "row");
    Objects.requireNonNull(message, "message");
  }

  /** File, row and message in one line. */
  public String line() {
    return file + (row.isPresent() ? " row " + row.getAsLong() : "") + ": " + message;
  }
}
