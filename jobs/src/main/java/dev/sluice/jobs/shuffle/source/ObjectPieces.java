package dev.sluice.jobs.shuffle.source;

import dev.sluice.storage.jsonl.JsonObjects;
import dev.sluice.storage.page.SourceFormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * The objects of a JSON file that is not in lines, converted to lines: line breaks, which only
 * occur between tokens, become spaces. In pieces of about a block. Memory: a block per piece that
 * has not been scattered, and an object.
 */
public final class ObjectPieces implements PieceSource {
  private final Path path;
  private final JsonObjects objects;
  private final int blockBytes;
  private byte[] block = new byte[0];
  private int filled;
  private long position;

  /**
   * Takes the objects behind a place.
   *
   * @param objects of the file from its beginning; closed with this
   * @param position of an earlier source of the same file, or 0
   */
  public ObjectPieces(Path path, JsonObjects objects, long position, int blockBytes) {
    this.path = path;
    this.objects = objects;
    this.position = position;
    this.blockBytes = blockBytes;
  }

  @Override
  public Optional<RowPiece> next() throws IOException {
    block = new byte[blockBytes];
    filled = 0;
    while (filled < blockBytes && objects.next()) {
      if (objects.textEnd() > position) {
        take();
        position = objects.textEnd();
      }
    }
    return filled == 0 ? Optional.empty() : Optional.of(new LinePiece(block, 0, filled, () -> {}));
  }

  private void take() throws SourceFormatException {
    if (objects.problem().isPresent()) {
      throw new SourceFormatException(
          path, "line %d: %s".formatted(objects.line(), objects.problem().get()));
    }
    int length = objects.length();
    if (block.length - filled <= length) {
      block =
          Arrays.copyOf(block, Math.addExact(Math.max(block.length, filled + length), length + 1));
    }
    System.arraycopy(objects.buffer(), objects.offset(), block, filled, length);
    for (int i = filled; i < filled + length; i++) {
      if (block[i] == '\n' || block[i] == '\r') {
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
