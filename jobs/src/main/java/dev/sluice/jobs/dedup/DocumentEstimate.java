package dev.sluice.jobs.dedup;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import java.io.IOException;
import java.util.List;

/** About how many documents files have: speed and the check of the disk depend on it alone. */
record DocumentEstimate(List<TextFile> files) {
  /** Of packed text a document takes about as much on disk. */
  private static final double USUAL_BYTES = 1_500;

  /** Footers that are read. */
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
      return 0; // set aside in its turn
    }
  }
}
