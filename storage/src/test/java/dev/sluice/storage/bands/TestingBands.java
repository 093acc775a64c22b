package dev.sluice.storage.bands;

import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Files of bands for tests. */
final class TestingBands {
  private final Path root;
  private final Publication publication;

  TestingBands(Path directory) {
    this.root = directory.resolve("bands");
    this.publication = new Publication(directory.resolve("tmp"));
  }

  BandDirectory directory() {
    return new BandDirectory(root);
  }

  BandFile write(
      BandFile file,
      String unit,
      int bands,
      Frontier from,
      Frontier to,
      Map<String, long[]> removed,
      long... keys)
      throws IOException {
    return write(file, unit, bands, from, to, removed, 0, new byte[0], keys);
  }

  /** With sketches, if they have any bytes. */
  BandFile write(
      BandFile file,
      String unit,
      int bands,
      Frontier from,
      Frontier to,
      Map<String, long[]> removed,
      int sketchBytes,
      byte[] sketches,
      long... keys)
      throws IOException {
    RemovedSection.Source all =
        into -> {
          for (var rowsOf : new TreeMap<>(removed).entrySet()) {
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
            17,
            from,
            to,
            List.of("CC-MAIN-2024-10"),
            count + keys.length,
            count,
            keys.length,
            keys.length,
            RemovedSection.bytes(all),
            sketchBytes,
            List.of());
    try (BandWriter writer = new BandWriter(publication, file.path(), header, all)) {
      for (int i = 0; sketchBytes > 0 && i < keys.length; i++) {
        writer.addSketch(sketches, i * sketchBytes);
      }
      for (long key : keys) {
        writer.add(key);
      }
      writer.publish();
    }
    return file;
  }

  BandFile file(int number, String unit, int band, long first, long last) {
    return BandFile.of(root, number, unit, band, first, last);
  }
}
