package dev.sluice.app.output;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether the footer of a Parquet file says that Sluice wrote it. */
final class ShardFooter {
  private static final String KEY = "sluice.content";
  private static final String MAGIC = "PAR1";
  private static final int TAIL_BYTES = 8;
  private static final int MAX_FOOTER_BYTES = 64 << 20;

  private ShardFooter() {}

  static boolean isOfSluice(Path file) throws IOException {
    try (SeekableByteChannel in = Files.newByteChannel(file)) {
      if (in.size() < TAIL_BYTES) {
        return false;
      }
      byte[] tail = read(in, in.size() - TAIL_BYTES, TAIL_BYTES);
      int length = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt();
      boolean fits =
          new String(tail, 4, 4, ISO_8859_1).equals(MAGIC)
              && length > 0
              && length <= Math.min(MAX_FOOTER_BYTES, in.size() - TAIL_BYTES);
      return fits
          && new String(read(in, in.size() - TAIL_BYTES - length, length), ISO_8859_1)
              .contains(KEY);
    }
  }

  private static byte[] read(SeekableByteChannel in, long from, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    in.position(from);
    while (bytes.hasRemaining()) {
      if (in.read(bytes) < 0) {
        throw new EOFException("no byte at " + in.position());
      }
    }
    return bytes.array();
  }
}
