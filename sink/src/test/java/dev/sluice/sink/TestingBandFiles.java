package dev.sluice.sink;

import dev.sluice.storage.bands.BandFile;
import dev.sluice.storage.bands.BandHeader;
import dev.sluice.storage.bands.BandWriter;
import dev.sluice.storage.bands.Frontier;
import dev.sluice.storage.bands.RemovedSection;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Files of bands as band workers publish them, without keys.
 *
 * @param root directory of all bands
 * @param temporary a local directory
 * @param bands number of bands
 */
record TestingBandFiles(Path root, Path temporary, int bands) {
  static TestingBandFiles of(SinkSettings settings, Path temporary) {
    return new TestingBandFiles(settings.layout().bands(), temporary, settings.bands());
  }

  /**
   * A batch of a unit in one band.
   *
   * @param number of the unit
   * @param batch from 1
   * @param removed rows of {@code file}
   */
  void batch(
      int number,
      String unit,
      int band,
      long batch,
      Frontier from,
      Frontier to,
      String file,
      long... removed)
      throws IOException {
    SortedMap<String, long[]> rows = new TreeMap<>();
    if (removed.length > 0) {
      rows.put(file, removed);
    }
    write(BandFile.of(root, number, unit, band, batch, batch), unit, from, to, rows, List.of());
  }

  /** All of a unit, in all bands; each removed row in another one. */
  void all(int number, String unit, String file, long... removed) throws IOException {
    for (int band = 0; band < bands; band++) {
      band(number, unit, band, file, removed);
    }
  }

  /** All of a unit in one band, which removes each row whose index in these is its number. */
  void band(int number, String unit, int band, String file, long... removed) throws IOException {
    long[] mine =
        java.util.stream.IntStream.range(0, removed.length)
            .filter(i -> i % bands == band)
            .mapToLong(i -> removed[i])
            .toArray();
    batch(number, unit, band, 1, Frontier.BEGIN, Frontier.END, file, mine);
  }

  /** The file of a reset in one band. */
  void reset(int number, String reset, int band, List<String> units) throws IOException {
    BandFile file = BandFile.of(root, number, reset, band, 0, 0);
    write(file, reset, Frontier.BEGIN, Frontier.BEGIN, new TreeMap<>(), units);
  }

  private void write(
      BandFile file,
      String unit,
      Frontier from,
      Frontier to,
      SortedMap<String, long[]> removed,
      List<String> forgotten)
      throws IOException {
    RemovedSection.Source all =
        into -> {
          for (var rowsOf : removed.entrySet()) {
            for (long row : rowsOf.getValue()) {
              into.accept(rowsOf.getKey(), row);
            }
          }
        };
    int count = removed.values().stream().mapToInt(rows -> rows.length).sum();
    BandHeader header =
        new BandHeader(
            BandHeader.FORMAT,
            unit,
            file.band(),
            bands,
            file.first(),
            file.last(),
            "cluster",
            "topic",
            9,
            from,
            to,
            List.of("CC-MAIN-2024-10"),
            count,
            count,
            0,
            0,
            RemovedSection.bytes(all),
            0,
            forgotten);
    try (BandWriter writer = new BandWriter(new Publication(temporary), file.path(), header, all)) {
      writer.publish();
    }
  }
}
