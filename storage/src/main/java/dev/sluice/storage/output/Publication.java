package dev.sluice.storage.output;

import dev.sluice.core.Digests;
import dev.sluice.storage.FileHash;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a complete file gets its final name: never half, never over another. The temporary file is
 * synced, linked to its name, which fails where the name is taken, and unlinked. Where the file
 * system has no hard links, an exclusively created claim stands in for the link's exclusiveness.
 *
 * <p>Temporary files lie in a directory that one process has for itself: what a killed process has
 * left there is cleared away by its successor, and nobody else ever sees half a file.
 */
public final class Publication {
  private static final Logger LOG = LoggerFactory.getLogger(Publication.class);
  private static final int BUFFER_BYTES = 1 << 20;

  private final Path temporary;

  /**
   * @param temporary directory for temporary files, on the file system of their final names
   */
  public Publication(Path temporary) {
    this.temporary = temporary;
  }

  /** Creates the directory of temporary files, or clears away what is left in it. */
  public void clear() throws IOException {
    Files.createDirectories(temporary);
    try (DirectoryStream<Path> left = Files.newDirectoryStream(temporary)) {
      for (Path file : left) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** A new temporary name, beginning with a dot, that nobody else will choose. */
  public Path temporaryName(String hint) {
    return temporary.resolve("." + hint + "." + UUID.randomUUID() + ".tmp");
  }

  /**
   * Gives a synced temporary file its final name. Where the name is taken by the same bytes, that
   * is what an earlier, interrupted try has left, and the temporary file just goes.
   *
   * @param sha256 of the file, in hex
   * @return whether it was not there before
   * @throws FileAlreadyExistsException when the name is taken by other bytes; the temporary file is
   *     gone then
   */
  public boolean publish(Path complete, Path target, String sha256) throws IOException {
    boolean isNew;
    try {
      isNew = link(complete, target, sha256);
      if (!isNew) {
        requireSameBytes(target, sha256);
      }
    } catch (FileAlreadyExistsException e) {
      Files.deleteIfExists(complete);
      throw e;
    }
    Files.deleteIfExists(complete);
    return isNew;
  }

  private static void requireSameBytes(Path target, String sha256) throws IOException {
    String there = sha256(target);
    if (!there.equals(sha256)) {
      throw new FileAlreadyExistsException(
          target.toString(), null, "it holds other bytes (" + there + ", not " + sha256 + ")");
    }
  }

  /** Gives the file its name; false where the name is taken. */
  private static boolean link(Path complete, Path target, String sha256) throws IOException {
    try {
      Files.createLink(target, complete);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (UnsupportedOperationException e) {
      return claim(complete, target, sha256);
    } catch (FileSystemException e) {
      if (e.getClass() != FileSystemException.class) {
        throw e;
      }
      // A file system without links says "Operation not permitted", or something like it. Whatever
      // else it may be, the claim meets it too.
      return claim(complete, target, sha256);
    }
  }

  /**
   * A claim names the bytes that it is for, so that a killed process' claim never keeps its
   * successor, which has the same bytes, from the name. Looking for other claims before looking for
   * the target leaves no moment in which two with different bytes could both go on.
   */
  private static boolean claim(Path complete, Path target, String sha256) throws IOException {
    Path claim = claimOf(target, sha256);
    try {
      Files.createFile(claim);
    } catch (FileAlreadyExistsException e) {
      LOG.atDebug().addKeyValue("claim", claim).log("claimed before");
    }
    try {
      requireNoOtherClaim(claim, target);
      if (Files.exists(target)) {
        return false;
      }
      Files.move(complete, target, StandardCopyOption.ATOMIC_MOVE);
      return true;
    } finally {
      Files.deleteIfExists(claim);
    }
  }

  static Path claimOf(Path target, String sha256) {
    return target.resolveSibling(claimPrefix(target) + sha256);
  }

  private static String claimPrefix(Path target) {
    return "." + target.getFileName() + ".claim-";
  }

  private static void requireNoOtherClaim(Path claim, Path target) throws IOException {
    String prefix = claimPrefix(target);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(target.getParent())) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (name.startsWith(prefix) && !name.equals(claim.getFileName().toString())) {
          throw new FileAlreadyExistsException(
              file.toString(),
              null,
              "somebody publishes other bytes under this name; if nobody does, delete the claim");
        }
      }
    }
  }

  /**
   * Writes a small file that is never changed afterwards.
   *
   * @return whether it was not there before
   * @throws FileAlreadyExistsException when the name is taken by other bytes
   */
  public boolean create(Path target, byte[] bytes) throws IOException {
    boolean isNew = publish(write(target, bytes), target, sha256(bytes));
    syncDirectory(target.getParent());
    return isNew;
  }

  /** Writes a small file in place of the one that may be there, at once or not at all. */
  public void replace(Path target, byte[] bytes) throws IOException {
    Path written = write(target, bytes);
    try {
      Files.move(written, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(written);
      throw e;
    }
    syncDirectory(target.getParent());
  }

  /**
   * Makes a small file hold these bytes, at once or not at all; one that does is left alone.
   *
   * @return whether it had to be written
   */
  public boolean update(Path target, byte[] bytes) throws IOException {
    if (Files.exists(target) && Arrays.equals(Files.readAllBytes(target), bytes)) {
      return false;
    }
    replace(target, bytes);
    return true;
  }

  private Path write(Path target, byte[] bytes) throws IOException {
    createDirectories(target.getParent());
    Files.createDirectories(temporary);
    Path written = temporaryName(target.getFileName().toString());
    try {
      Files.write(written, bytes, StandardOpenOption.CREATE_NEW);
      try (FileChannel file = FileChannel.open(written, StandardOpenOption.WRITE)) {
        file.force(true);
      }
    } catch (IOException e) {
      Files.deleteIfExists(written);
      throw e;
    }
    return written;
  }

  /**
   * Creates a directory and what is missing above it, all of them durable: a synced file in a
   * directory that is gone after a power failure would be gone too.
   */
  public static void createDirectories(Path directory) throws IOException {
    Path parent = directory.toAbsolutePath().getParent();
    if (Files.isDirectory(directory) || parent == null) {
      return;
    }
    createDirectories(parent);
    Files.createDirectories(directory);
    syncDirectory(parent);
  }

  /** Makes the names in a directory durable. */
  public static void syncDirectory(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** The SHA-256 of a file's bytes, in hex. */
  public static String sha256(Path file) throws IOException {
    MessageDigest digest = FileHash.sha256();
    byte[] buffer = new byte[BUFFER_BYTES];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** The SHA-256 of bytes, in hex. */
  static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(Digests.sha256().digest(bytes));
  }
}
