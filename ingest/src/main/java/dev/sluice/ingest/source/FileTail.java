package dev.sluice.ingest.source;

import dev.sluice.storage.page.SourcePath;
import dev.sluice.topics.progress.ListedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Tells whether a source file is the one that was read. Size and time of change tell cheaply; where
 * only the time differs, as after copying, the last bytes do: a Parquet file's footer holds sizes,
 * offsets and statistics of everything before it.
 */
public final class FileTail {
  /** Holds the whole footer but of very large files, whose last offsets are in it all the same. */
  private static final int BYTES = 64 << 10;

  private static final int HASH_BYTES = 16;

  private FileTail() {}

  /** A hash of the file's last 64 KiB; empty of what cannot be read as a file. */
  public static String of(Path file) throws IOException {
    if (SourcePath.problemOf(file).isPresent()) {
      return "";
    }
    try (FileChannel channel = FileChannel.open(file)) {
      long size = channel.size();
      ByteBuffer tail = ByteBuffer.allocate((int) Math.min(BYTES, size));
      long position = size - tail.capacity();
      while (tail.hasRemaining()) {
        if (channel.read(tail, position + tail.position()) < 0) {
          break;
        }
      }
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(tail.array());
      return HexFormat.of().formatHex(hash, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Whether a file is still what it was.
   *
   * @param root of the sources
   * @param before as it was; without a tail, another time of change tells that it is another file
   * @param now size and time of change now
   */
  static boolean isSame(Path root, ListedFile before, ListedFile now) throws IOException {
    if (before.bytes() != now.bytes()) {
      return false;
    }
    return before.modified() == now.modified()
        || (!before.tail().isEmpty() && before.tail().equals(of(root.resolve(now.path()))));
  }
}
