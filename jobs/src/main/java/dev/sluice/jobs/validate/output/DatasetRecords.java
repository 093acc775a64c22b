package dev.sluice.jobs.validate.output;

import dev.sluice.core.Bucket;
import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.storage.DamagedFileException;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.DumpManifest.FilePart;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.Making;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.output.VersionRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Checks the version record and the attribution of an output, and the packs of its cut records. */
public final class DatasetRecords {
  private static final Pattern VERSION_RECORD = Pattern.compile(".+-v.+-\\d{8}\\.json");
  private static final double ROUNDING = 1e-9;

  private final SealedOutput output;
  private final Findings findings;
  private boolean inTurn = true;

  public DatasetRecords(SealedOutput output, Findings findings) {
    this.output = output;
    this.findings = findings;
  }

  /** Checks all records. It returns the name of the source data set if a version record has it. */
  public Optional<String> check() throws IOException {
    checkAttribution();
    checkPacks();
    Optional<String> dataset = Optional.empty();
    List<String> problems = List.of("the output has no version record");
    String name = "NAME-vVERSION-DATE.json";
    for (Path file : versionRecords()) {
      name = file.getFileName().toString();
      try {
        VersionRecord record = Json.read(file, VersionRecord.class);
        dataset = Optional.ofNullable(record.sourceDataset());
        inTurn = record.made().inTurn();
        checkTakedowns(record.made().blocklist(), name);
        problems = problems(record);
      } catch (DamagedFileException e) {
        problems = List.of("is not a version record: " + e.getMessage());
      }
      if (problems.isEmpty()) {
        return dataset; // the other records describe earlier versions of the output
      }
    }
    for (String problem : problems) {
      findings.violation(Check.RECORDS, name, problem);
    }
    return dataset;
  }

  /**
   * Returns whether each unit was read before the next one began. It is true if there is no version
   * record.
   */
  public boolean inTurn() {
    return inTurn;
  }

  private void checkPacks() throws IOException {
    if (!findings.wants(Check.RECORDS)) {
      return;
    }
    for (CutLog log : CutLog.of(output.root())) {
      for (Path pack : log.wrongPacks()) {
        findings.violation(
            Check.RECORDS,
            output.root().relativize(pack).toString(),
            "differs from its cut records: delete the file, and the next run creates it again");
      }
    }
  }

  private void checkTakedowns(Making.Blocklist blocklist, String name) {
    if (blocklist != null && blocklist.unfinished()) {
      findings.violation(
          Check.TAKEDOWNS,
          name,
          "a take-down is not finished: run `sluice takedown %s --continue`"
              .formatted(output.root()));
    }
  }

  private void checkAttribution() throws IOException {
    Path attribution = output.root().resolve(OutputLayout.ATTRIBUTION);
    if (!Files.isRegularFile(attribution)) {
      findings.violation(Check.RECORDS, OutputLayout.ATTRIBUTION, "is missing");
    } else if (Files.readString(attribution).isBlank()) {
      findings.violation(Check.RECORDS, OutputLayout.ATTRIBUTION, "is empty");
    }
  }

  private List<Path> versionRecords() throws IOException {
    try (Stream<Path> entries = Files.list(output.root())) {
      return entries
          .filter(file -> VERSION_RECORD.matcher(file.getFileName().toString()).matches())
          .sorted()
          .toList();
    }
  }

  private List<String> problems(VersionRecord record) {
    Collection<FilePart> listed = output.manifests().files().values();
    String digest = output.manifests().digest();
    long rows = listed.stream().mapToLong(FilePart::rows).sum();
    double gigabytes = listed.stream().mapToLong(FilePart::bytes).sum() / 1e9;
    SortedMap<String, Double> rates = new TreeMap<>();
    for (Bucket bucket : output.content().buckets()) {
      rates.put(bucket.name(), bucket.rate());
    }
    List<String> problems = new ArrayList<>();
    compare(problems, "total_records", record.totalRecords(), rows);
    if (Math.abs(record.totalSizeGb() - gigabytes) > ROUNDING * Math.max(1, gigabytes)) {
      compare(problems, "total_size_gb", record.totalSizeGb(), gigabytes);
    }
    compare(problems, "sampling_config", record.samplingConfig(), rates);
    compare(problems, "compression", record.compression(), output.content().compression());
    compare(problems, "made.shards.sha256", record.made().shards().sha256(), digest);
    return problems;
  }

  private static void compare(List<String> problems, String key, Object value, Object expected) {
    if (!expected.equals(value)) {
      problems.add("%s is %s, but the manifests have %s".formatted(key, value, expected));
    }
  }
}
