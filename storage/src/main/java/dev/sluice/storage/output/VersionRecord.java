package dev.sluice.storage.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.SortedMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The version record of a data set, {@code NAME-vVERSION-DATE.json}, rewritten when dumps are
 * added. The date is that of the first writing.
 *
 * @param version of the data set
 * @param createdAt day of the first writing, YYYY-MM-DD
 * @param sourceDataset origin of the documents; null if unknown
 * @param sourceVersion of the source; null if unknown
 * @param samplingConfig rate by bucket
 * @param totalRecords documents in the output
 * @param totalSizeGb of the shards, in units of 10^9 bytes
 * @param compression of the shards
 */
public record VersionRecord(
    String version,
    String createdAt,
    String sourceDataset,
    String sourceVersion,
    SortedMap<String, Double> samplingConfig,
    long totalRecords,
    double totalSizeGb,
    String compression) {

  /** The same record with these totals. */
  public VersionRecord withTotals(Manifests.Totals totals) {
    return new VersionRecord(
        version,
        createdAt,
        sourceDataset,
        sourceVersion,
        samplingConfig,
        totals.rows(),
        totals.bytes() / 1e9,
        compression);
  }

  /**
   * Writes the record, replacing an existing one of this version.
   *
   * @param name of the data set
   */
  public void write(Path root, String name, Publication publication) throws IOException {
    Optional<Path> before = find(root, name, version);
    String day =
        before.isPresent() ? Json.read(before.get(), VersionRecord.class).createdAt() : createdAt;
    VersionRecord record =
        new VersionRecord(
            version,
            day,
            sourceDataset,
            sourceVersion,
            samplingConfig,
            totalRecords,
            totalSizeGb,
            compression);
    String file = "%s-v%s-%s.json".formatted(name, version, day.replace("-", ""));
    publication.update(root.resolve(file), Json.write(record));
  }

  /** The record of a version in an output, if it exists; the oldest if there are several. */
  public static Optional<Path> find(Path root, String name, String version) throws IOException {
    Pattern form = Pattern.compile(Pattern.quote(name + "-v" + version + "-") + "\\d{8}\\.json");
    try (Stream<Path> files = Files.list(root)) {
      return files
          .filter(f -> form.matcher(f.getFileName().toString()).matches())
          .min(Comparator.naturalOrder());
    }
  }
}
