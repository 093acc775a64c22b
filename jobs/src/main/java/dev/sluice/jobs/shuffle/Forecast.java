package dev.sluice.jobs.shuffle;

import dev.sluice.storage.text.InputFile;
import dev.sluice.storage.text.Packing;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How much a plan will read, before it is read.
 *
 * @param rows about how many
 * @param bytes of all rows, unpacked
 */
record Forecast(long rows, long bytes) {
  /** Text is seldom packed to less than a fifth. */
  private static final int UNPACKED_FACTOR = 5;

  /** Adds up all files of a plan; how long lines are is told by the beginning of each file. */
  static Forecast of(ReadingPlan plan, RowSources sources) throws IOException {
    Map<InputFile, Forecast> known = new HashMap<>();
    long rows = 0;
    long bytes = 0;
    for (PlannedFile file : plan.files()) {
      Forecast one = known.get(file.file());
      if (one == null) {
        one = of(file.file(), sources);
        known.put(file.file(), one);
      }
      double part = file.partial() ? plan.parts().get(file.input()).fraction() : 1;
      rows += Math.round(one.rows * part);
      bytes += Math.round(one.bytes * part);
    }
    return new Forecast(rows, bytes);
  }

  private static Forecast of(InputFile file, RowSources sources) throws IOException {
    boolean packed = Packing.of(file.name()) != Packing.NONE;
    long bytes = file.bytes() * (packed ? UNPACKED_FACTOR : 1);
    try (RowSource source = sources.open(file, 0)) {
      Optional<RowPiece> first = source.next();
      long rows = first.map(RowPiece::rows).orElse(0L);
      return new Forecast(rows * Math.max(1, bytes / Math.max(1, source.position())), bytes);
    }
  }

  /** The heap that all rows at once would take. */
  long heapBytes() {
    return PileRows.heapBytes(rows, pileBytes());
  }

  /** What they take in piles. */
  long pileBytes() {
    return bytes + bytes / 64 + 5 * rows;
  }
}
