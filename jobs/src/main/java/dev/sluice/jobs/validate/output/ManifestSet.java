package dev.sluice.jobs.validate.output;

import dev.sluice.core.Bucket;
import dev.sluice.core.InputLosses;
import dev.sluice.core.Outcome;
import dev.sluice.core.values.PinnedPath;
import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.jobs.validate.report.SamplingEstimate;
import dev.sluice.storage.DamagedFileException;
import dev.sluice.storage.output.DumpDigest;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.DumpManifest.BucketPart;
import dev.sluice.storage.output.DumpManifest.FilePart;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.Manifests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All manifests of an output.
 *
 * @param dumps manifests of single dumps, by name
 * @param listing the manifests that list files: the same manifests, or the manifest for all dumps
 *     if shards are not laid out by dump
 */
public record ManifestSet(List<DumpManifest> dumps, List<DumpManifest> listing) {
  /** The directory of the manifests, relative to the output. */
  public static final String DIRECTORY = "_sluice/dumps";

  /** Reads all readable manifests and reports the others. */
  public static ManifestSet read(Path output, Findings findings) throws IOException {
    List<DumpManifest> all = new ArrayList<>();
    Path directory = output.resolve(DIRECTORY);
    if (Files.isDirectory(directory)) {
      for (Path file : list(directory)) {
        readOne(output, file, all, findings);
      }
    }
    List<DumpManifest> ofAll =
        all.stream().filter(manifest -> manifest.dump().equals(Manifests.ALL_DUMPS)).toList();
    List<DumpManifest> single = all.stream().filter(manifest -> !ofAll.contains(manifest)).toList();
    return new ManifestSet(single, ofAll.isEmpty() ? single : ofAll);
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .sorted()
          .toList();
    }
  }

  private static void readOne(Path output, Path file, List<DumpManifest> all, Findings findings)
      throws IOException {
    String path = DIRECTORY + "/" + file.getFileName();
    try {
      DumpManifest manifest = Json.read(file, DumpManifest.class);
      Optional<String> problem = problem(output, path, manifest);
      problem.ifPresent(message -> findings.violation(Check.FILES, path, message));
      if (problem.isEmpty()) {
        all.add(manifest);
      }
    } catch (DamagedFileException e) {
      findings.violation(Check.FILES, path, "is not a manifest: " + e.getMessage());
    }
  }

  private static Optional<String> problem(Path output, String path, DumpManifest manifest) {
    if (manifest.format() != DumpManifest.FORMAT) {
      return Optional.of(
          "is not a manifest that this version of Sluice can read: its format is "
              + manifest.format());
    }
    if (!path.equals(DIRECTORY + "/" + manifest.dump() + ".json")) {
      return Optional.of("must be named %s.json, after its dump".formatted(manifest.dump()));
    }
    return beside(output, manifest).map("lists %s, which is outside of the output"::formatted);
  }

  /**
   * Returns a listed file outside the output, if any. A manifest written by Sluice never lists such
   * a file.
   */
  private static Optional<String> beside(Path output, DumpManifest manifest) {
    return manifest.buckets().values().stream()
        .flatMap(part -> part.files().stream())
        .map(FilePart::path)
        .filter(path -> !PinnedPath.isBelow(output, path))
        .findFirst();
  }

  public boolean isEmpty() {
    return dumps.isEmpty();
  }

  /** Returns all listed files by path. */
  public SortedMap<String, FilePart> files() {
    SortedMap<String, FilePart> files = new TreeMap<>();
    for (DumpManifest manifest : listing) {
      for (BucketPart bucket : manifest.buckets().values()) {
        bucket.files().forEach(file -> files.put(file.path(), file));
      }
    }
    return files;
  }

  /** Returns the number of rows with an outcome in a bucket, summed over all dumps. */
  public long total(String bucket, Outcome outcome) {
    return dumps.stream()
        .map(manifest -> manifest.buckets().get(bucket))
        .filter(Objects::nonNull)
        .mapToLong(part -> part.counts().of(outcome))
        .sum();
  }

  /** Returns the measured sampling rate of a bucket. */
  public SamplingEstimate sampling(Bucket bucket) {
    return SamplingEstimate.of(
        bucket.rate(),
        total(bucket.name(), Outcome.KEPT),
        total(bucket.name(), Outcome.DUPLICATES_REMOVED),
        total(bucket.name(), Outcome.OPERATOR_DROPPED)
            + total(bucket.name(), Outcome.REJECTED)
            + total(bucket.name(), Outcome.NEAR_DUPLICATES_REMOVED)
            + total(bucket.name(), Outcome.TAKEN_DOWN),
        total(bucket.name(), Outcome.SAMPLED_OUT));
  }

  /** Returns the sum of a counter over all dumps. */
  public long total(String counter) {
    return dumps.stream().mapToLong(each -> each.counters().getOrDefault(counter, 0L)).sum();
  }

  /**
   * Returns the rows lost in the files of all units. Each unit counts once, although the manifests
   * of all its dumps list it.
   */
  public InputLosses losses() {
    SortedMap<String, InputLosses> units = new TreeMap<>();
    for (DumpManifest manifest : dumps) {
      manifest.units().forEach(unit -> units.put(unit.unit(), unit.lost()));
    }
    return units.values().stream().reduce(InputLosses.NONE, InputLosses::plus);
  }

  /** Returns the outcomes that manifests record for each bucket. */
  static Set<Outcome> outcomesInBuckets() {
    return EnumSet.of(
        Outcome.KEPT,
        Outcome.DUPLICATES_REMOVED,
        Outcome.NEAR_DUPLICATES_REMOVED,
        Outcome.TAKEN_DOWN,
        Outcome.SAMPLED_OUT,
        Outcome.INVALID_TEXT,
        Outcome.OPERATOR_DROPPED,
        Outcome.REJECTED);
  }

  /** Returns the path of a manifest relative to the output. */
  public static String path(DumpManifest manifest) {
    return DIRECTORY + "/" + manifest.dump() + ".json";
  }

  /** Returns the content configuration of the first manifest. All manifests should have it. */
  public Map<String, String> content() {
    return dumps.get(0).content();
  }

  /** Returns the digest of all shards. It is computed as in version records. */
  String digest() {
    SortedMap<String, String> digests = new TreeMap<>();
    for (DumpManifest manifest : listing) {
      DumpDigest digest = DumpDigest.of(manifest);
      if (digest.shards() > 0) {
        digests.put(manifest.dump(), digest.sha256());
      }
    }
    return DumpDigest.ofAll(digests);
  }
}
