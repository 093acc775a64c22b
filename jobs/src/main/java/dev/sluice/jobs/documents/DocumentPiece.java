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
 * Consecutive rows of one file, which take about {@link #BYTES} bytes, or one larger row. Where a
 * piece ends depends only on the rows of the file up to that point. Filled by one thread, then read
 * by any thread.
 */
public final class DocumentPiece {
  /** The size from which on no further row is added to a piece. */
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
   * @param rows empty rows to fill
   */
  DocumentPiece(DocumentFile file, long firstRow, ByteRows rows) {
    this.file = file;
    this.rows = rows;
    this.firstRow = firstRow;
  }

  /** Creates empty rows with the capacity of a usual piece. */
  static ByteRows noRows() {
    return new ByteRows(ROOM);
  }

  /** Reads rows until the piece is full, and returns false at the end of the file. */
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

  /** Returns the file that contains the rows. */
  public TextFile file() {
    return file.file();
  }

  /** Returns the number of rows, including those with problems. */
  public int size() {
    return rows.size();
  }

  /** Returns the index, from 0, of the piece's first row in the file. */
  public long firstRow() {
    return firstRow;
  }

  /** Returns the size of the rows in bytes. */
  public int bytes() {
    return rows.length();
  }

  /** Creates a cursor over the rows. Each thread needs its own cursor. */
  public DocumentCursor cursor() {
    return new DocumentCursor(this, file);
  }

  /**
   * Takes rows out of the piece. The piece must not be used afterwards.
   *
   * @param kept indexes in the piece of the rows to take
   */
  public ByteRows take(BitSet kept) {
    taken = true;
    rows.retain(kept);
    return rows;
  }

  /**
   * Returns the memory of the rows for reuse, or empty if the rows were taken or are larger than
   * usual.
   */
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
