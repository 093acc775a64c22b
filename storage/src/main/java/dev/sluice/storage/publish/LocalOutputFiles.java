package dev.sluice.storage.publish;

import dev.sluice.core.work.DurableFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes files with hard links. A hard link fails if the name is taken. On file systems without
 * hard links, an exclusively created claim file takes the role of the link.
 */
final class LocalOutputFiles implements OutputFiles {
  static final LocalOutputFiles INSTANCE = new LocalOutputFiles();

  private static final Logger LOG = LoggerFactory.getLogger(LocalOutputFiles.class);

  private LocalOutputFiles() {}

  @Override
  public boolean create(Path complete, Path target, String sha256) throws IOException {
    boolean isNew = link(complete, target, sha256);
    if (!isNew) {
      requireSameBytes(target, sha256);
    }
    return isNew;
  }

  private static void requireSameBytes(Path target, String sha256) throws IOException {
    String there = Publication.sha256(target);
    if (!there.equals(sha256)) {
      throw new FileAlreadyExistsException(
          target.toString(),
          null,
          "it holds different bytes (SHA-256 " + there + ", not " + sha256 + ")");
    }
  }

  /** Links the file to its name. Returns false if the name is taken. */
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
      // A file system without links reports "Operation not permitted" or a similar error. Any other
      // problem also affects the claim.
      return claim(complete, target, sha256);
    }
  }

  /**
   * Moves the file while a claim file reserves its name. The claim's name has the digest of the
   * bytes, so that the claim of a killed process does not block its successor, which writes the
   * same bytes. Claims are checked before the target, so two processes with different bytes cannot
   * both proceed.
   */
  private static boolean claim(Path complete, Path target, String sha256) throws IOException {
    Path claim = claimOf(target, sha256);
    try {
      Files.createFile(claim);
    } catch (FileAlreadyExistsException e) {
      LOG.atDebug().addKeyValue("claim", claim).log("an earlier attempt has claimed this name");
    }
    try {
      requireNoOtherClaim(claim, target);
      if (Files.exists(target)) {
        return false;
      }
      DurableFiles.move(complete, target);
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
              "another process is publishing different bytes under this name. If no such process is"
                  + " running, delete the claim file");
        }
      }
    }
  }

  @Override
  public void replace(Path complete, Path target, String sha256) throws IOException {
    DurableFiles.move(complete, target);
  }

  @Override
  public boolean replace(Path complete, Path target, String sha256, Optional<String> seen)
      throws IOException {
    replace(complete, target, sha256);
    return true;
  }

  @Override
  public boolean holds(Path target, String sha256) throws IOException {
    try {
      return Publication.sha256(target).equals(sha256);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Follows links. A user may have moved a directory to a larger disk. */
  @Override
  public Map<Path, Long> sizesBelow(Path directory) throws IOException {
    Map<Path, Long> sizes = new HashMap<>();
    Files.walkFileTree(
        directory,
        Set.of(FileVisitOption.FOLLOW_LINKS),
        Integer.MAX_VALUE,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes found) {
            sizes.put(file, found.size());
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            boolean isNoFile =
                e instanceof NoSuchFileException // deleted by another process
                    || e instanceof FileSystemLoopException;
            if (isNoFile) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }
        });
    return sizes;
  }

  /**
   * Flushes each parent to disk. A synced file could otherwise disappear with its directory in a
   * power failure.
   */
  @Override
  public void createDirectories(Path directory) throws IOException {
    Path parent = directory.toAbsolutePath().getParent();
    if (Files.isDirectory(directory) || parent == null) {
      return;
    }
    createDirectories(parent);
    Files.createDirectories(directory);
    syncDirectory(parent);
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    DurableFiles.sync(directory);
  }
}
