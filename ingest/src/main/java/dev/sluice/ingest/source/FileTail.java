package dev.sluice.ingest.source;

import dev.sluice.core.Digests;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.topics.progress.ListedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Checks whether a source file has changed since it was read. Compares size and modification time
 * first, and the versions of objects. If only the time of a file differs, as after copying,
 * compares a hash of the end of the file, because the footer of a Parquet file holds sizes, offsets
 * and statistics of everything before it.
 */
public final class FileTail {
  /** The length of a tail, which includes the whole footer of most files. */
  private static final int BYTES = 64 << 10;

  private static final int HASH_BYTES = 16;

  private FileTail() {}

  /**
   * Returns a hash of the file's last 64 KiB, or the version of an object that has one. The result
   * is empty if the path cannot be read as a file.
   */
  public static String of(Path file) throws IOException {
    if (SourcePath.problemOf(file).isPresent()) {
      return "";
    }
    String version = listed(Files.readAttributes(file, BasicFileAttributes.class));
    if (!version.isEmpty()) {
      return version;
    }
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      long size = channel.size();
      ByteBuffer tail = ByteBuffer.allocate((int) Math.min(BYTES, size));
      channel.position(size - tail.capacity());
      while (tail.hasRemaining() && channel.read(tail) >= 0) {
        // until the buffer is full, or the file turns out to have become shorter
      }
      byte[] hash = Digests.sha256().digest(tail.array());
      return HexFormat.of().formatHex(hash, 0, HASH_BYTES);
    }
  }

  /**
   * Explains how a file differs from its state when its unit began. The difference is in its size
   * or in its last bytes. Empty if it is unchanged.
   */
  public static Optional<String> change(Path path, ListedFile begun) throws IOException {
    long bytes = SourcePath.bytes(path);
    if (bytes != begun.bytes()) {
      return Optional.of(
          "has %,d bytes, but had %,d when its unit started: restore the file"
              .formatted(bytes, begun.bytes()));
    }
    return begun.tail().isEmpty() || of(path).equals(begun.tail())
        ? Optional.empty()
        : Optional.of(
            "was replaced by a different file of the same size after its unit started: restore the"
                + " original file");
  }

  /** Returns the version of an object, which its attributes contain, or empty for a file. */
  static String listed(BasicFileAttributes attributes) {
    return attributes.fileKey() instanceof OpenOption version ? version.toString() : "";
  }

  /**
   * Returns whether a file is unchanged.
   *
   * @param path path of the file
   * @param before earlier state; without a tail, a different time means a different file
   * @param now current size and time, and the tail if known
   */
  public static boolean isSame(Path path, ListedFile before, ListedFile now) throws IOException {
    if (before.bytes() != now.bytes() || before.hasOtherTail(now)) {
      return false;
    }
    return before.modified() == now.modified()
        || (!before.tail().isEmpty() && before.tail().equals(tail(path, now)));
  }

  private static String tail(Path path, ListedFile now) throws IOException {
    return now.tail().isEmpty() ? of(path) : now.tail();
  }
}
