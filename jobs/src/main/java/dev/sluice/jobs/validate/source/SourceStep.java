package dev.sluice.jobs.validate.source;

import dev.sluice.core.BegunUnit;
import dev.sluice.core.ForgottenUnit;
import java.util.List;
import java.util.Optional;

/** A step in the history of an output. */
public sealed interface SourceStep {
  /**
   * Reads a unit, or a part of a unit.
   *
   * @param forgotten the unit as it was when it was forgotten; empty if the output contains the
   *     unit. Until it was forgotten, other units lost duplicates to it
   */
  record Read(SourceUnit unit, Part part, Optional<ForgottenUnit> forgotten)
      implements SourceStep {}

  /** Forgets units. */
  record Forget(List<ForgottenUnit> units) implements SourceStep {}

  /**
   * Consecutive rows of a unit, from one position (inclusive) to another (exclusive).
   *
   * @param fromFile index of a file of the unit
   * @param fromRow index of a row in this file
   * @param toFile index of a file, or the number of files
   * @param toRow index of a row in this file
   */
  record Part(int fromFile, long fromRow, int toFile, long toRow) {
    /** The whole of a unit. */
    static final Part WHOLE = new Part(0, 0, Integer.MAX_VALUE, 0);

    /** Returns the rows from a position on. */
    Part from(BegunUnit position) {
      return new Part(position.file(), position.row(), toFile, toRow);
    }

    /** Returns the rows before a position. */
    Part upTo(BegunUnit position) {
      return new Part(fromFile, fromRow, position.file(), position.row());
    }

    /** Returns the first row of a file that is in the part. */
    long firstRow(int file) {
      return file < fromFile ? Long.MAX_VALUE : file == fromFile ? fromRow : 0;
    }

    /** Returns the end, exclusive, of the rows of a file that are in the part. */
    long endRow(int file) {
      return file < toFile ? Long.MAX_VALUE : file == toFile ? toRow : 0;
    }

    boolean isEmpty() {
      return fromFile == toFile && fromRow == toRow;
    }
  }

  /** Returns the id of the unit that the step reads, or an empty string if the step forgets. */
  default String reads() {
    return this instanceof Read read ? read.unit().id() : "";
  }

  /** Returns whether the step reads a unit that the output contains. */
  default boolean isOfOutput() {
    return this instanceof Read read && read.forgotten().isEmpty();
  }
}
