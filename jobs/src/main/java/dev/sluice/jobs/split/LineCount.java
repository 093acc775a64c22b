package dev.sluice.jobs.split;

import dev.sluice.storage.jsonl.StreamCompression;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/**
 * The lines of a file.
 *
 * @param rows number of lines, including a last one without a line feed
 * @param bytes total size, uncompressed
 */
record LineCount(long rows, long bytes) {
  private static final int BUFFER_BYTES = 1 << 20;

  /**
   * Counts the lines of a file.
   *
   * @param progress receives the number of stored bytes read since its last call
   * @throws SourceFormatException if it cannot be decompressed
   */
  static LineCount of(TextFile file, LongConsumer progress) throws IOException {
    Counting counting = new Counting();
    try (ProgressStream stored = new ProgressStream(SourceFile.stream(file.path()), progress);
        InputStream in = unpacked(file, stored)) {
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        counting.add(buffer, read);
      }
    } catch (IOException e) {
      throw broken(file, counting.bytes, e);
    }
    return new LineCount(counting.rows + (counting.open ? 1 : 0), counting.bytes);
  }

  /** Decompresses a file; an empty file needs no decompression. */
  static InputStream unpacked(TextFile file, InputStream stored) throws IOException {
    return file.bytes() == 0 ? stored : StreamCompression.of(file.name()).unpack(stored);
  }

  /** Translates an error that occurred after this many bytes. */
  static IOException broken(TextFile file, long bytes, IOException e) {
    return StreamCompression.isBroken(e)
        ? new SourceFormatException(
            file.path(),
            "cannot be decompressed after byte %d: %s"
                .formatted(bytes, StreamCompression.reason(e)))
        : e;
  }

  private static final class Counting {
    private long rows;
    private long bytes;
    private boolean open;

    void add(byte[] buffer, int length) {
      for (int i = 0; i < length; i++) {
        rows += buffer[i] == '\n' ? 1 : 0;
      }
      bytes += length;
      open = length == 0 ? open : buffer[length - 1] != '\n';
    }
  }
}
