package dev.sluice.jobs.shuffle;

import dev.sluice.storage.json.FileText;
import dev.sluice.storage.page.IoRetry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Queue;

/**
 * The lines of a file, in pieces of about a block. Arrays are reused, except for lines larger than
 * a block. Memory: a block per piece that has not been scattered.
 */
final class LinePieces implements PieceSource {
  private static final int STEP_BYTES = 64 << 10;

  private final Path path;
  private final int blockBytes;
  private final int maxRowBytes;
  private final FileText text;
  private final Queue<byte[]> blocks;
  private byte[] open;
  private int filled;
  private long position;

  /**
   * @param position to start at, in bytes of the decompressed text; a compressed file is
   *     decompressed up to there
   * @param maxRowBytes a longer line does not fit into memory
   */
  LinePieces(Path path, long position, int blockBytes, int maxRowBytes, Queue<byte[]> blocks)
      throws IOException {
    this.path = path;
    this.position = position;
    this.blockBytes = blockBytes;
    this.maxRowBytes = maxRowBytes;
    this.blocks = blocks;
    this.open = block();
    this.text = FileText.openBytes(path, IoRetry.THREE_TIMES);
    try {
      text.stream().skipNBytes(position);
    } catch (IOException e) {
      text.close();
      throw e;
    }
  }

  private byte[] block() {
    byte[] block = blocks.poll();
    return block == null ? new byte[blockBytes] : block;
  }

  @Override
  public Optional<RowPiece> next() throws IOException {
    int searched = filled;
    while (true) {
      boolean more = fill();
      int end = behindLastFeed(searched);
      if (!more && end == 0) {
        end = filled;
      }
      if (end > 0) {
        return Optional.of(piece(end));
      }
      if (!more) {
        return Optional.empty();
      }
      searched = filled;
      grow();
    }
  }

  /** Fills the block; false at the end of the file. */
  private boolean fill() throws IOException {
    while (filled < open.length) {
      int count = text.stream().read(open, filled, Math.min(STEP_BYTES, open.length - filled));
      if (count < 0) {
        return false;
      }
      filled += count;
    }
    return true;
  }

  private int behindLastFeed(int searched) {
    for (int at = filled; at > searched; at--) {
      if (open[at - 1] == '\n') {
        return at;
      }
    }
    return 0;
  }

  private void grow() throws IOException {
    if (filled > maxRowBytes) {
      long length = filled + restOfLine();
      throw new ShuffleMemory.OversizeRowException(
          "%s: the line from byte %d on".formatted(path, position), length);
    }
    open = Arrays.copyOf(open, (int) Math.min(2L * open.length, maxRowBytes + 1L));
  }

  private long restOfLine() throws IOException {
    long length = 0;
    while (true) {
      filled = 0;
      boolean more = fill();
      for (int at = 0; at < filled; at++) {
        if (open[at] == '\n') {
          return length + at;
        }
      }
      length += filled;
      if (!more) {
        return length;
      }
    }
  }

  /** A piece up to {@code end}; the rest becomes the beginning of the next one. */
  private RowPiece piece(int end) {
    byte[] full = open;
    int rest = filled - end;
    open = block();
    if (open.length <= rest) {
      open = new byte[2 * rest];
    }
    System.arraycopy(full, end, open, 0, rest);
    filled = rest;
    position += end;
    return new LinePiece(full, 0, end, () -> giveBack(full));
  }

  private void giveBack(byte[] block) {
    if (block.length == blockBytes) {
      blocks.add(block);
    }
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public long bytesRead() {
    return text.bytesRead();
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
