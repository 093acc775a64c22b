package dev.sluice.neardup;

import dev.sluice.core.work.DurableFiles;
import dev.sluice.storage.publish.OutputFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Opens files of signatures for random reads. Files in an object store are read through copies in a
 * local directory that one process uses. Not thread-safe.
 */
final class LocalCopies {
  private static final String INCOMPLETE = ".incomplete";

  private final Path root;
  private final Path copies;
  private final boolean isLocal;

  /**
   * @param isLocal whether files are read in place
   */
  LocalCopies(Path root, Path copies, boolean isLocal) {
    this.root = root;
    this.copies = copies;
    this.isLocal = isLocal;
  }

  private Path copy(SignatureName name) {
    return copies.resolve(root.relativize(name.path()).toString());
  }

  /** Opens a file, or the copy of a file. */
  SignatureFile open(SignatureName name) throws IOException {
    if (isLocal) {
      return SignatureFile.open(name.path());
    }
    Path copy = copy(name);
    if (!isCurrent(copy, name)) {
      fetch(name, copy);
    }
    return SignatureFile.openCopy(copy);
  }

  /** Whether a copy has the length and the footer of its file, and so the checksums in it. */
  private static boolean isCurrent(Path copy, SignatureName name) throws IOException {
    if (!Files.exists(copy)) {
      return false;
    }
    try (SignatureFile there = SignatureFile.open(name.path());
        SignatureFile here = SignatureFile.openCopy(copy)) {
      return there.bytes() == here.bytes() && there.footer().equals(here.footer());
    } catch (IOException e) {
      if (Files.exists(copy)) {
        throw e;
      }
      return false; // it was damaged
    }
  }

  private static void fetch(SignatureName name, Path copy) throws IOException {
    Path incomplete = copy.resolveSibling(copy.getFileName() + INCOMPLETE);
    Files.createDirectories(copy.getParent());
    Files.copy(name.path(), incomplete, StandardCopyOption.REPLACE_EXISTING);
    DurableFiles.sync(incomplete);
    Files.move(incomplete, copy, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Deletes the copy of a file. */
  void delete(SignatureName name) throws IOException {
    if (!isLocal) {
      Files.deleteIfExists(copy(name));
    }
  }

  /** Deletes the copies of all other files. */
  void retain(List<SignatureFile> files) throws IOException {
    if (isLocal) {
      return;
    }
    Set<Path> kept = files.stream().map(SignatureFile::path).collect(Collectors.toSet());
    for (Path path : OutputFiles.of(copies).sizesBelow(copies).keySet()) {
      if (!kept.contains(path)) {
        Files.delete(path);
      }
    }
  }
}
