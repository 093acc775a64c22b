package dev.sluice.app.report;

import dev.sluice.app.output.OutputOwner;
import dev.sluice.jobs.survey.SealedOutput;
import dev.sluice.jobs.survey.ShardReading;
import dev.sluice.jobs.survey.ShardValues;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.DumpManifest.FilePart;
import dev.sluice.storage.output.VersionRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;

/**
 * An output that a report tells of.
 *
 * @param sealed what of it is sealed
 * @param values of its shards; empty if they have no texts or scores
 * @param settings that the output stores, by key
 * @param record path of its version record, if it has one
 */
record ReportedOutput(
    SealedOutput sealed,
    Optional<ShardValues> values,
    SortedMap<String, String> settings,
    Optional<Path> record) {
  /** Reads everything that a report needs. */
  static ReportedOutput read(Path root, int threads, JobProgress progress)
      throws IOException, InterruptedException {
    SealedOutput sealed = SealedOutput.open(root);
    SortedMap<String, String> settings = OutputOwner.remembered(Optional.of(root));
    Optional<Path> record =
        VersionRecord.find(
            root,
            settings.getOrDefault("dataset.name", ""),
            settings.getOrDefault("dataset.version", ""));
    return new ReportedOutput(
        sealed, ShardReading.read(sealed, threads, progress), settings, record);
  }

  /** Name and version of the data set; the name of the directory if it has none. */
  String title() {
    String name = settings.getOrDefault("dataset.name", "");
    return name.isEmpty()
        ? sealed.root().toAbsolutePath().normalize().getFileName().toString()
        : name + " " + settings.getOrDefault("dataset.version", "");
  }

  /** Bytes of all shards. */
  long bytes() {
    return sealed.manifests().files().values().stream().mapToLong(FilePart::bytes).sum();
  }

  /** Bytes of all texts. */
  long textBytes() {
    return sealed.manifests().dumps().stream().mapToLong(DumpManifest::textBytes).sum();
  }
}
