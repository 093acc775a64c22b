package dev.sluice.app.report;

import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunDocuments;
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
 * @param file path of its version record, if it has one
 * @param record that record
 * @param run how it was made, if that was recorded
 */
record ReportedOutput(
    SealedOutput sealed,
    Optional<ShardValues> values,
    SortedMap<String, String> settings,
    Optional<Path> file,
    Optional<VersionRecord> record,
    Optional<RunDocument> run) {
  /** Reads everything that a report needs. */
  static ReportedOutput read(Path root, int threads, JobProgress progress)
      throws IOException, InterruptedException {
    SealedOutput sealed = SealedOutput.open(root);
    SortedMap<String, String> settings = OutputOwner.remembered(Optional.of(root));
    String name = settings.getOrDefault("dataset.name", "");
    String version = settings.getOrDefault("dataset.version", "");
    return new ReportedOutput(
        sealed,
        ShardReading.read(sealed, threads, progress),
        settings,
        VersionRecord.find(root, name, version),
        VersionRecord.read(root, name, version),
        RunDocuments.ofOutput(root, Optional.empty()));
  }

  /** How it can be made again. */
  AgainSection again() {
    return new AgainSection(file, record, sealed.manifests().content());
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
    return sealed.manifests().listing().stream().mapToLong(DumpManifest::textBytes).sum();
  }
}
