package dev.sluice.storage.publish;

import dev.sluice.core.Digests;
import dev.sluice.core.work.DurableFiles;
import dev.sluice.storage.FileHash;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/**
 * Publishes complete files under their final names.
 *
 * <pre>
 * write        TEMPORARY/.name   only this process sees it
 * fsync        the content is durable
 * link         the final name appears; fails if it is taken
 * unlink       the temporary name
 * fsync        of the directory: the name is durable
 * </pre>
 *
 * <p>So a final name never refers to an incomplete file. {@link #publish} and {@link #create} never
 * overwrite; the others do, atomically. In file systems without links, {@link OutputFiles} decides
 * how files get their final names. Temporary files are in a local directory that one process uses;
 * the next process that uses it deletes the files that a killed process has left.
 */
public final class Publication {
  /** The maximum size of an object. Each object is written by one request. */
  public static final long MAX_OBJECT_BYTES = 5L << 30;

  /** The size from which on bytes in memory are hashed by {@link FileHash}, too. */
  private static final int LARGE = 1 << 20;

  private final Path temporary;

  /**
   * @param temporary the directory for temporary files; on the same file system as the final names,
   *     if these are local
   */
  public Publication(Path temporary) {
    this.temporary = temporary;
  }

  /** Creates the directory of temporary files, or empties it. */
  public void clear() throws IOException {
    Files.createDirectories(temporary);
    try (DirectoryStream<Path> left = Files.newDirectoryStream(temporary)) {
      for (Path file : left) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Returns a new, unique temporary name that starts with a dot. */
  public Path temporaryName(String hint) {
    return temporary.resolve("." + hint + "." + UUID.randomUUID() + ".tmp");
  }

  /**
   * Publishes a synced temporary file under its final name. If a file with the same bytes has this
   * name already, an earlier attempt was interrupted, and the temporary file is deleted.
   *
   * @param sha256 the SHA-256 of the file, in hex
   * @return whether the name is new
   * @throws FileAlreadyExistsException if a file with different bytes has this name; the temporary
   *     file is deleted
   */
  public boolean publish(Path complete, Path target, String sha256) throws IOException {
    boolean isNew;
    try {
      isNew = OutputFiles.of(target).create(complete, target, sha256);
    } catch (FileAlreadyExistsException e) {
      Files.deleteIfExists(complete);
      throw e;
    }
    Files.deleteIfExists(complete);
    return isNew;
  }

  /**
   * Writes a small file that is never changed afterwards.
   *
   * @return whether the name is new
   * @throws FileAlreadyExistsException if a file with different bytes has this name
   */
  public boolean create(Path target, byte[] bytes) throws IOException {
    boolean isNew = publish(write(target, bytes), target, sha256(bytes));
    syncDirectory(target.getParent());
    return isNew;
  }

  /** Writes a small file atomically. An existing file is replaced. */
  public void replace(Path target, byte[] bytes) throws IOException {
    replace(write(target, bytes), target);
  }

  /** Publishes a synced temporary file atomically. An existing file is replaced. */
  public void replace(Path complete, Path target) throws IOException {
    createDirectories(target.getParent());
    try {
      OutputFiles.of(target).replace(complete, target, sha256(complete));
    } finally {
      Files.deleteIfExists(complete);
    }
    syncDirectory(target.getParent());
  }

  /**
   * Writes a small file atomically in place of the version that was seen. In an object store,
   * nothing is written if there is a different version by now.
   *
   * @param seen tag of the version; empty if there was no such file
   * @return whether the file has these bytes now
   */
  public boolean replace(Path target, byte[] bytes, Optional<String> seen) throws IOException {
    Path written = write(target, bytes);
    boolean replaced;
    try {
      replaced = OutputFiles.of(target).replace(written, target, sha256(bytes), seen);
    } finally {
      Files.deleteIfExists(written);
    }
    syncDirectory(target.getParent());
    return replaced;
  }

  /**
   * Writes a small file atomically, unless it already has these bytes.
   *
   * @return whether the file was written
   */
  public boolean update(Path target, byte[] bytes) throws IOException {
    if (holds(target, bytes)) {
      return false;
    }
    replace(target, bytes);
    return true;
  }

  /** Returns whether a file has these bytes. It is false if the file does not exist. */
  public static boolean holds(Path target, byte[] bytes) throws IOException {
    return OutputFiles.of(target).holds(target, sha256(bytes));
  }

  private Path write(Path target, byte[] bytes) throws IOException {
    createDirectories(target.getParent());
    Files.createDirectories(temporary);
    Path written = temporaryName(target.getFileName().toString());
    try {
      Files.write(written, bytes, StandardOpenOption.CREATE_NEW);
      DurableFiles.sync(written);
    } catch (IOException e) {
      Files.deleteIfExists(written);
      throw e;
    }
    return written;
  }

  /**
   * Creates a directory and its missing parents and makes them durable. Does nothing in an object
   * store.
   */
  public static void createDirectories(Path directory) throws IOException {
    OutputFiles.of(directory).createDirectories(directory);
  }

  /** Makes the names in a directory durable. */
  public static void syncDirectory(Path directory) throws IOException {
    OutputFiles.of(directory).syncDirectory(directory);
  }

  /** Returns the SHA-256 of a file's bytes, in hexadecimal. */
  public static String sha256(Path file) throws IOException {
    return Digests.ofFile(FileHash.sha256(), file);
  }

  /** Returns the SHA-256 of bytes, in hexadecimal. */
  public static String sha256(byte[] bytes) {
    MessageDigest digest = bytes.length < LARGE ? Digests.sha256() : FileHash.sha256();
    return HexFormat.of().formatHex(digest.digest(bytes));
  }
}
