package dev.sluice.neardup;

import dev.sluice.algorithms.neardup.Fingerprint.Containment;
import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import dev.sluice.neardup.SignatureFooter.Counts;
import dev.sluice.neardup.SignatureFooter.Position;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Files of signatures that say which rows are removed. */
final class TestingFiles {
  private static final Containment COPY = new Containment(Rule.COPY, 1, 0, 1);

  private final Path root;
  private final Publication publication;

  TestingFiles(Path directory) {
    this.root = directory.resolve("signatures");
    this.publication = new Publication(directory.resolve("tmp"));
  }

  SignatureDirectory directory() {
    return new SignatureDirectory(root);
  }

  SignatureName name(int number, String unit, long first, long last) {
    return SignatureName.of(root, number, unit, first, last);
  }

  SignatureName write(
      SignatureName name, String unit, Frontier from, Frontier to, Map<String, long[]> removed)
      throws IOException {
    try (SignatureFileWriter writer = new SignatureFileWriter(publication)) {
      long count = 0;
      for (Map.Entry<String, long[]> rows : new TreeMap<>(removed).entrySet()) {
        for (long row : rows.getValue()) {
          DocumentOrigin origin = new DocumentOrigin(rows.getKey(), row, "id", "dump", "");
          writer.add(new Match(origin, origin, COPY));
          count++;
        }
      }
      writer.beginKeys();
      SignatureFooter footer =
          new SignatureFooter(
              new Position(unit, to, "topic", 17),
              name.first(),
              name.last(),
              from,
              new Counts(count, count, 0),
              GuardState.NONE,
              0,
              writer.endKeys(),
              Collections.emptySortedMap());
      writer.complete(footer);
      writer.publish(name.path());
    }
    return name;
  }
}
