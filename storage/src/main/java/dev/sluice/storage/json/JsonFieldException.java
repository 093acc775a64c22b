package dev.sluice.storage.json;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** Fields of JSON lines have values that no one column can hold. */
public final class JsonFieldException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient List<Conflict> conflicts;

  /**
   * A field with two kinds of values.
   *
   * @param row the first that has a value of this kind
   * @param otherRow the first that has a value of the other kind; none before {@code row}
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

  /** Every such field, by where it is first met. */
  public List<Conflict> conflicts() {
    return conflicts;
  }
}
