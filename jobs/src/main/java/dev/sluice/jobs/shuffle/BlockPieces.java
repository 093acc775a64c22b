package dev.sluice.jobs.shuffle;

import dev.sluice.jobs.shuffle.PieceSource.KeyedRowConsumer;
import dev.sluice.storage.rows.ByteRows;
import dev.sluice.storage.rows.RowProblem;
import dev.sluice.storage.rows.RowSource;
import java.io.IOException;
import java.util.Optional;
import java.util.Queue;

/**
 * Reads the rows of a text file in pieces of about one block. Omits unusable rows. A position is
 * the index of a row. Memory: a block for each piece that has not been scattered yet, and one row.
 */
final class BlockPieces implements PieceSource {
  private final RowSource rows;
  private final int blockBytes;
  private final Queue<ByteRows> blocks;
  private final Runnable atEnd;
  private boolean isWaiting;
  private long position;

  /**
   * Creates a source of pieces that begins at a position.
   *
   * @param rows all rows of the file; closed together with this object
   * @param blocks the memory of earlier pieces, which is reused
   * @param atEnd called after the last row
   */
  BlockPieces(
      RowSource rows, long position, int blockBytes, Queue<ByteRows> blocks, Runnable atEnd) {
    this.rows = rows;
    this.position = position;
    this.blockBytes = blockBytes;
    this.blocks = blocks;
    this.atEnd = atEnd;
  }

  @Override
  public Optional<RowPiece> next() throws IOException {
    ByteRows unused = blocks.poll();
    ByteRows block = unused == null ? new ByteRows(blockBytes) : unused;
    while (isWaiting || advance()) {
      isWaiting = block.size() > 0 && block.length() + rows.length() > blockBytes;
      if (isWaiting) {
        break;
      }
      block.append(rows.buffer(), rows.offset(), rows.length());
      block.endRow();
      position = rows.row() + 1;
    }
    if (block.size() > 0) {
      return Optional.of(
          new RowPiece(
              block.size(), block.length(), (taker, first) -> scatter(block, first, taker)));
    }
    atEnd.run();
    return Optional.empty();
  }

  /** Advances to the next usable row; returns false after the last one. */
  private boolean advance() throws IOException {
    rows.skipTo(position);
    while (rows.next()) {
      Optional<RowProblem> problem = rows.problem();
      if (problem.isEmpty()) {
        return true;
      }
      if (problem.get().isTooLarge()) {
        throw new ShuffleMemory.OversizeRowException(
            "%s: line %d".formatted(rows.file(), rows.line()), rows.size());
      }
    }
    return false;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public long bytesRead() {
    return rows.bytesRead();
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }

  private void scatter(ByteRows block, long first, KeyedRowConsumer taker) throws IOException {
    for (int row = 0; row < block.size(); row++) {
      taker.take(first + row, block.bytes(), block.offset(row), block.length(row));
    }
    if (block.room() == blockBytes) {
      block.clear();
      blocks.add(block);
    }
  }
}
