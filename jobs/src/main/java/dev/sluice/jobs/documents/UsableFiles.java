package dev.sluice.jobs.documents;

import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks the files of a job before the job writes anything. */
public final class UsableFiles {
  /**
   * The end of messages about a missing text column. It explains how to choose a different column.
   */
  public static final String OTHER_COLUMN =
      "; if a different column holds the texts, see --text-column; if the texts are in lists or in"
          + " several columns, see sluice init";

  private UsableFiles() {}

  /**
   * Requires at least one file that has documents and all required columns.
   *
   * @throws JobRefusedException if there is no such file; names what the first file lacks
   * @throws IOException if a file cannot be read
   */
  public static void requireOne(List<TextFile> files, DocumentColumns columns) throws IOException {
    List<String> problems = new ArrayList<>();
    for (TextFile file : files) {
      try {
        Set<String> lacking = DocumentFile.open(file, columns).lacking(columns.needed());
        if (lacking.isEmpty()) {
          return;
        }
        problems.add(
            "%s: none of the first objects has %s%s"
                .formatted(
                    file.path(),
                    String.join(", ", lacking),
                    wayOut(lacking.contains(columns.text()))));
      } catch (SourceFormatException e) {
        problems.add(e.getMessage() + wayOut(e.lacks(columns.text())));
      }
    }
    throw new JobRefusedException(
        files.size() == 1
            ? problems.get(0)
            : "none of the %d files can be used; the first problem is: %s"
                .formatted(files.size(), problems.get(0)));
  }

  private static String wayOut(boolean lacksText) {
    return lacksText ? OTHER_COLUMN : "";
  }
}
