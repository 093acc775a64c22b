package dev.sluice.jobs.shuffle;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.InputFile;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Estimates the amount of data before it is read.
 *
 * @param rows approximate number
 * @param bytes of all rows, decompressed
 */
record Forecast(long rows, long bytes) {
  /** Sums up all files of a plan, apart from broken ones. */
  static Forecast of(InputPlan plan, RowSources sources, BrokenFiles broken) throws IOException {
    Map<InputFile, Forecast> known = new HashMap<>();
    long rows = 0;
    long bytes = 0;
    for (InputPlan.PlannedFile file : plan.files()) {
      try {
        if (!known.containsKey(file.file())) {
          known.put(file.file(), sources.forecast(file.file()));
        }
        Forecast one = known.get(file.file());
        double part = file.partial() ? plan.parts().get(file.input()).fraction() : 1;
        rows += Math.round(one.rows * part);
        bytes += Math.round(one.bytes * part);
      } catch (SourceFormatException e) {
        broken.add(e);
      }
    }
    return new Forecast(rows, bytes);
  }

  /** The heap that all rows would take at once. */
  long heapBytes() {
    return PartitionRows.heapBytes(rows, partitionBytes());
  }

  /** Their size in partitions. */
  long partitionBytes() {
    return bytes + bytes / 64 + PartitionFileWriter.ROW_HEADER_BYTES * rows;
  }
}
