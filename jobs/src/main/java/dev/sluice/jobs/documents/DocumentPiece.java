package dev.sluice.jobs.documents;

import dev.sluice.storage.rows.ByteRows;
import dev.sluice.storage.rows.RowProblem;
import dev.sluice.storage.rows.RowSource;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Consecutive rows of one file: about {@link #BYTES}, or one larger row. Its end depends only on
 * the rows before it in the file. Filled by one thread, then read by any.
 */
public final class DocumentPiece {
  /** A piece of at least this size takes no further row. */
  public static final int BYTES = 2 << 20;

  private static final int ROWS = 1 << 14;
  private static final int ROOM = BYTES + (64 << 10);

  private final DocumentFile file;
  private final ByteRows rows;
  private final Map<Integer, RowProblem> problems = new HashMap<>();
  private long[] lines = new long[256];
  private final long firstRow;
  private boolean taken;

  /**
   * @param rows empty, to be filled
   */
  DocumentPiece(DocumentFile file, long firstRow, ByteRows rows) {
    this.file = file;
    this.rows = rows;
    this.firstRow = firstRow;
  }

  /** Empty rows with the capacity of a usual piece. */
  static ByteRows noRows() {
    return new ByteRows(ROOM);
  }

  /** Reads rows until it is full; false at the end of the file. */
  boolean fill(RowSource source) throws IOException {
    while (rows.length() < BYTES && rows.size() < ROWS) {
      if (!source.next()) {
        return false;
      }
      add(source);
    }
    return true;
  }

  private void add(RowSource source) {
    if (rows.size() == lines.length) {
      lines = Arrays.copyOf(lines, 2 * lines.length);
    }
    lines[rows.size()] = source.line();
    Optional<RowProblem> problem = source.problem();
    if (problem.isPresent()) {
      problems.put(rows.size(), problem.get());
    } else {
      rows.append(source.buffer(), source.offset(), source.length());
    }
    rows.endRow();
  }

  /** The file that has the rows. */
  public TextFile file() {
    return file.file();
  }

  /** The number of rows, including those with problems. */
  public int size() {
    return rows.size();
  }

  /** Number of the first row in the file, from 0. */
  public long firstRow() {
    return firstRow;
  }

  /** The bytes of the rows. */
  public int bytes() {
    return rows.length();
  }

  /** Iterates over the rows; one cursor per thread. */
  public DocumentCursor cursor() {
    return new DocumentCursor(this, file);
  }

  /**
   * Takes rows out of the piece, which must not be used any more.
   *
   * @param kept indexes of the remaining rows in the piece
   */
  public ByteRows take(BitSet kept) {
    taken = true;
    rows.retain(kept);
    return rows;
  }

  /** Its rows for reuse; empty if they were taken or are larger than usual. */
  Optional<ByteRows> free() {
    if (taken || rows.room() > ROOM) {
      return Optional.empty();
    }
    rows.clear();
    return Optional.of(rows);
  }

  ByteRows rows() {
    return rows;
  }

  long line(int row) {
    return lines[row];
  }

  Optional<RowProblem> problem(int row) {
    return Optional.ofNullable(problems.get(row));
  }
}
