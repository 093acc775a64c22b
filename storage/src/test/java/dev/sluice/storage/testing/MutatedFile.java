package dev.sluice.storage.testing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that takes other bytes thousands of times. They are written over the former ones: where a
 * file is emptied first, ext4 writes each of its contents to the disk.
 *
 * @param path need not exist
 */
public record MutatedFile(Path path) {
  /** Returns the path. */
  public Path write(byte[] bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      channel.truncate(bytes.length);
    }
    return path;
  }
}
