package dev.sluice.storage.table;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/**
 * Checks that the columns of a group are present, absent and repeated in the same way in each row.
 * Only then can the group be assembled. In broken pages, they may not be. Does nothing if no group
 * has two columns. Not thread-safe.
 */
final class GroupShapes {
  private final List<RecordColumn> leaves;
  private final List<Pair> pairs = new ArrayList<>();
  private final RecordReader reader;

  /**
   * Two neighbouring leaves that share groups.
   *
   * @param repetition repetition level of the innermost shared group
   * @param definition its definition level
   */
  private record Pair(int left, int right, int repetition, int definition) {}

  GroupShapes(TableSchema schema) {
    this.leaves = schema.leaves();
    this.reader = new RecordReader(schema);
    for (int right = 1; right < leaves.size(); right++) {
      Pair pair = pair(schema, right - 1, right);
      if (pair.definition() > 0) {
        pairs.add(pair);
      }
    }
  }

  private Pair pair(TableSchema schema, int left, int right) {
    List<Type> one = RecordColumn.way(schema.message(), path(left));
    List<Type> other = RecordColumn.way(schema.message(), path(right));
    int repetition = 0;
    int definition = 0;
    for (int i = 0; path(left)[i].equals(path(right)[i]); i++) {
      Type shared = one.get(i);
      definition += shared.isRepetition(Repetition.REQUIRED) ? 0 : 1;
      repetition += other.get(i).isRepetition(Repetition.REPEATED) ? 1 : 0;
    }
    return new Pair(left, right, repetition, definition);
  }

  private String[] path(int leaf) {
    return leaves.get(leaf).descriptor().getPath();
  }

  /**
   * Checks a row.
   *
   * @throws ParquetDecodingException if columns do not fit together
   */
  void check(RecordBuffer record) {
    if (pairs.isEmpty()) {
      return;
    }
    reader.set(record.bytes(), 0, record.length());
    for (Pair pair : pairs) {
      if (!isAlike(pair)) {
        throw new ParquetDecodingException(
            "columns %s and %s disagree about the groups that they share"
                .formatted(leaves.get(pair.left()).path(), leaves.get(pair.right()).path()));
      }
    }
  }

  private boolean isAlike(Pair pair) {
    reader.rewind(pair.left());
    reader.rewind(pair.right());
    boolean more;
    do {
      boolean same =
          reader.repetition(pair.left()) == reader.repetition(pair.right())
              && Math.min(reader.definition(pair.left()), pair.definition())
                  == Math.min(reader.definition(pair.right()), pair.definition());
      more = advance(pair.left(), pair.repetition());
      if (!same || advance(pair.right(), pair.repetition()) != more) {
        return false;
      }
    } while (more);
    return true;
  }

  /** Advances to the next start of the shared groups. */
  private boolean advance(int leaf, int repetition) {
    boolean more = reader.advance(leaf);
    while (more && reader.repetition(leaf) > repetition) {
      more = reader.advance(leaf);
    }
    return more;
  }
}
