package dev.sluice.storage.page;

import dev.sluice.storage.PermanentException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Reads a local file. After a failed read, the next read opens the file again. Does not use a
 * channel, which an interrupt would close, and which would keep a direct buffer as large as the
 * largest read for each thread.
 */
final class LocalBytes implements SourceFile.SourceBytes {
  private static final int STEP_BYTES = 64 << 10;

  private final Path path;
  private final long length;
  private FileTime modified;
  private RandomAccessFile file;
  private boolean failed;

  LocalBytes(Path path) throws IOException {
    this.path = path;
    open();
    this.length = file.length();
  }

  /**
   * Opens the file. If the file is replaced after its modification time was read, the new file
   * counts as a different one.
   */
  private void open() throws IOException {
    modified = Files.getLastModifiedTime(path);
    file = new RandomAccessFile(path.toFile(), "r");
  }

  /** Returns the version of the file. It can be checked when the file is opened later. */
  SourceVersion version() throws IOException {
    SourceVersion.End end = new SourceVersion.End(modified, endChecksum());
    return new SourceVersion(length, Optional.empty(), Optional.of(end));
  }

  private long endChecksum() throws IOException {
    byte[] end = new byte[(int) Math.min(SourceVersion.End.BYTES, file.length())];
    file.seek(file.length() - end.length);
    file.readFully(end);
    CRC32C checksum = new CRC32C();
    checksum.update(end);
    return checksum.getValue();
  }

  /**
   * Describes how the file differs from an earlier version, or returns empty if it is unchanged.
   */
  Optional<String> changeSince(SourceVersion version) throws IOException {
    if (file.length() != version.length()) {
      return Optional.of(
          "%s has changed while it was read: it had %d bytes and now has %d"
              .formatted(path, version.length(), file.length()));
    }
    return version.end().isEmpty() || isSame(version.end().get())
        ? Optional.empty()
        : Optional.of(
            "%s has changed while it was read: a different file of the same length was written at %s"
                .formatted(path, modified));
  }

  private boolean isSame(SourceVersion.End end) throws IOException {
    return end.modified().equals(modified) || end.checksum() == endChecksum();
  }

  @Override
  public int read(long position, byte[] target, int offset, int count) throws IOException {
    if (failed) {
      reopen();
    }
    failed = true;
    file.seek(position);
    int read = file.read(target, offset, Math.min(STEP_BYTES, count));
    failed = false;
    return read;
  }

  private void reopen() throws IOException {
    file.close();
    open();
    Optional<String> change = changeSince(SourceVersion.ofLength(length));
    if (change.isPresent()) {
      throw new PermanentException(change.get());
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
