package dev.sluice.jobs.split;

import dev.sluice.storage.json.FileText;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
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
    try (FileText text = FileText.open(file.path(), IoRetry.THREE_TIMES)) {
      byte[] buffer = new byte[BUFFER_BYTES];
      long reported = 0;
      for (int read = text.stream().read(buffer); read >= 0; read = text.stream().read(buffer)) {
        counting.add(buffer, read);
        progress.accept(text.bytesRead() - reported);
        reported = text.bytesRead();
      }
    }
    return new LineCount(counting.rows + (counting.open ? 1 : 0), counting.bytes);
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
