package dev.sluice.jobs.validate.report;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * A violation or a near violation.
 *
 * @param check that found it
 * @param file path relative to the output (or, for {@link Check#SOURCE}, to the source)
 * @param row index in the file, if it concerns one row
 * @param message what was found and what is allowed
 */
public record Finding(Check check, String file, OptionalLong row, String message) {
  /** Requires all components. */
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
