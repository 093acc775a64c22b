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

  /** Whether it is an object whose version the listing told, so that it is not asked for. */
  public static boolean isPinned(Path path, ListedFile file) {
    return !file.tail().isEmpty() && !SourceFile.isLocal(path);
  }

  /** That version. */
  public static ListedVersion version(ListedFile file) {
    return new ListedVersion(file.bytes(), file.tail());
  }

  /**
   * Reads the footer of a Parquet file.
   *
   * @param path where it is
   * @throws dev.sluice.storage.page.SourceFormatException if it can never be read
   * @throws IOException if it cannot be read, or is an object that has changed since it was listed
   */
  public static SourceFooter read(Path path, ListedFile file) throws IOException {
    return isPinned(path, file)
        ? SourceFooter.read(path, SourceVersion.of(version(file)))
        : SourceFooter.read(path);
  }
}
