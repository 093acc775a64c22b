package dev.sluice.app.output;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** Whether the footer of a Parquet file says that Sluice wrote it. */
final class ShardFooter {
  private static final String KEY = "sluice.content";
  private static final String MAGIC = "PAR1";
  private static final int TAIL_BYTES = 8;
  private static final int MAX_FOOTER_BYTES = 64 << 20;

  private ShardFooter() {}

  static boolean isOfSluice(Path file) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      if (in.length() < TAIL_BYTES) {
        return false;
      }
      byte[] tail = read(in, in.length() - TAIL_BYTES, TAIL_BYTES);
      int length = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt();
      boolean fits =
          new String(tail, 4, 4, ISO_8859_1).equals(MAGIC)
              && length > 0
              && length <= Math.min(MAX_FOOTER_BYTES, in.length() - TAIL_BYTES);
      return fits
          && new String(read(in, in.length() - TAIL_BYTES - length, length), ISO_8859_1)
              .contains(KEY);
    }
  }

  private static byte[] read(RandomAccessFile in, long from, int length) throws IOException {
    byte[] bytes = new byte[length];
    in.seek(from);
    in.readFully(bytes);
    return bytes;
  }
}
