package dev.sluice.jobs.shuffle;

import dev.sluice.storage.json.JsonObjects;
import dev.sluice.storage.rows.RowProblem;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The objects of a JSON file as lines: line breaks in them, which only occur between tokens, become
 * spaces. Rows that are no valid objects are left out. In pieces of about a block. Memory: a block
 * per piece that has not been scattered, and an object.
 */
final class ObjectPieces implements PieceSource {
  private final JsonObjects objects;
  private final int blockBytes;
  private final Consumer<String> leftOut;
  private byte[] block = new byte[0];
  private int filled;
  private long position;

  /**
   * Takes the objects behind a place.
   *
   * @param objects of the file from its beginning; closed with this
   * @param position of an earlier source of the same file, or 0
   * @param leftOut receives what is wrong with rows that are left out, at the end of the file
   */
  ObjectPieces(JsonObjects objects, long position, int blockBytes, Consumer<String> leftOut) {
    this.leftOut = leftOut;
    this.objects = objects;
    this.position = position;
    this.blockBytes = blockBytes;
  }

  @Override
  public Optional<RowPiece> next() throws IOException {
    block = new byte[blockBytes];
    filled = 0;
    while (filled < blockBytes && objects.next()) {
      requireSize();
      if (objects.problem().isEmpty() && objects.textEnd() > position) {
        take();
        position = objects.textEnd();
      }
    }
    if (filled == 0) {
      objects.unusableRows().ifPresent(leftOut);
    }
    return filled == 0 ? Optional.empty() : Optional.of(new LinePiece(block, 0, filled, () -> {}));
  }

  /** An object that does not fit into memory cannot be sorted with the others. */
  private void requireSize() throws ShuffleMemory.OversizeRowException {
    if (objects.problem().filter(RowProblem::isTooLarge).isPresent()) {
      throw new ShuffleMemory.OversizeRowException(
          "%s: the object in line %d".formatted(objects.file(), objects.line()), objects.size());
    }
  }

  private void take() {
    int length = objects.length();
    if (block.length - filled <= length) {
      block =
          Arrays.copyOf(block, Math.addExact(Math.max(block.length, filled + length), length + 1));
    }
    System.arraycopy(objects.buffer(), objects.offset(), block, filled, length);
    for (int i = filled; i < filled + length; i++) {
      boolean pair = block[i] == '\r' && i + 1 < filled + length && block[i + 1] == '\n';
      if (block[i] == '\n' || pair) {
        block[i] = ' ';
      }
    }
    filled += length;
    block[filled++] = '\n';
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public long bytesRead() {
    return objects.bytesRead();
  }

  @Override
  public void close() throws IOException {
    objects.close();
  }
}
