package dev.sluice.app.config;

import dev.sluice.operators.OutputColumns;
import java.util.Objects;
import java.util.Optional;

/**
 * Which columns of the source hold what; {@code a.b} reaches into a struct.
 *
 * @param id empty: ids are derived from file and row
 * @param text the text
 * @param score the score, of any numeric type
 * @param dump empty: every document is of dump {@code unknown}
 */
public record InputColumns(Optional<String> id, String text, String score, Optional<String> dump) {
  /** Checks that everything is there. */
  public InputColumns {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(score, "score");
    Objects.requireNonNull(dump, "dump");
  }

  /**
   * The columns that operators see.
   *
   * @param scoreScale by which the source's scores are multiplied
   */
  public OutputColumns seen(double scoreScale) {
    return new OutputColumns(id, score, dump, scoreScale != 1);
  }
}
