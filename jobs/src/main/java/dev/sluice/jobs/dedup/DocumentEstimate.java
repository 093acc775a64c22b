package dev.sluice.jobs.dedup;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import java.io.IOException;
import java.util.List;

/** Estimates the number of documents in files. Only affects speed and the check of disk space. */
record DocumentEstimate(List<TextFile> files) {
  /** Size of a document on disk, about the same for compressed text. */
  private static final double USUAL_BYTES = 1_500;

  /** Number of footers read. */
  private static final int LOOKED_AT = 16;

  long documents() throws IOException {
    double rows = 0;
    double bytes = 0;
    long other = 0;
    int seen = 0;
    for (TextFile file : files) {
      if (file.format() == TextFormat.PARQUET && seen < LOOKED_AT) {
        rows += rows(file);
        bytes += file.bytes();
        seen++;
      } else {
        other += file.bytes();
      }
    }
    double each = rows > 0 ? bytes / rows : USUAL_BYTES;
    return (long) (rows + other / each) + 1;
  }

  private static long rows(TextFile file) throws IOException {
    try {
      return TableFile.open(file.path()).rows();
    } catch (SourceFormatException e) {
      return 0; // quarantined in its turn
    }
  }
}
