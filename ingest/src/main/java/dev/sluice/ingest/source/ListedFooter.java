package dev.sluice.ingest.source;

import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceFooter;
import dev.sluice.storage.page.SourceVersion;
import dev.sluice.storage.page.SourceVersion.ListedVersion;
import dev.sluice.topics.progress.ListedFile;
import java.io.IOException;
import java.nio.file.Path;

/** Reads footers of files that were listed. */
public final class ListedFooter {
  private ListedFooter() {}

  /**
   * Returns whether a file is an object whose version is known from the listing. No further request
   * is needed then.
   */
  public static boolean isPinned(Path path, ListedFile file) {
    return !file.tail().isEmpty() && !SourceFile.isLocal(path);
  }

  /** Returns the version of an object from its listing. */
  public static ListedVersion version(ListedFile file) {
    return new ListedVersion(file.bytes(), file.tail());
  }

  /**
   * Reads the footer of a Parquet file.
   *
   * @param path path of the file
   * @throws dev.sluice.storage.page.SourceFormatException if the file can never be read
   * @throws IOException if reading fails, or if the file is an object that has changed since it was
   *     listed
   */
  public static SourceFooter read(Path path, ListedFile file) throws IOException {
    return isPinned(path, file)
        ? SourceFooter.read(path, SourceVersion.of(version(file)))
        : SourceFooter.read(path);
  }
}
