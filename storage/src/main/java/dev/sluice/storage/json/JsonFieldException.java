package dev.sluice.storage.json;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** Thrown if fields of JSON lines have values that do not fit into one column. */
public final class JsonFieldException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient List<Conflict> conflicts;

  /**
   * A field with values of two kinds that cannot share a column.
   *
   * @param row the first row with a value of this kind
   * @param otherRow the first row with a value of the other kind; after {@code row}
   */
  public record Conflict(String field, String kind, long row, String otherKind, long otherRow) {
    @Override
    public String toString() {
      return "field %s is a %s in row %d and a %s in row %d"
          .formatted(field, kind, row, otherKind, otherRow);
    }
  }

  JsonFieldException(List<Conflict> conflicts) {
    super(conflicts.stream().map(Conflict::toString).collect(Collectors.joining("; ")));
    this.conflicts = List.copyOf(conflicts);
  }

  /** All such fields, in order of first occurrence. */
  public List<Conflict> conflicts() {
    return conflicts;
  }
}
