package dev.sluice.jobs.validate.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Bucket;
import dev.sluice.core.BucketCounts;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.core.RowFlag;
import dev.sluice.core.testing.RecordCopy;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.validate.Validator;
import dev.sluice.operators.standard.StandardOperators;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.output.DumpDigest;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.DumpManifest.BucketPart;
import dev.sluice.storage.output.DumpManifest.FilePart;
import dev.sluice.storage.output.DumpManifest.UnitPart;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.Making;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.output.VersionRecord;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.shard.ShardWriter;
import dev.sluice.storage.shard.ShardWriter.ShardFile;
import dev.sluice.storage.write.ShardCompression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An output held in memory, to be changed in one place and then written with records that agree
 * with it: so that exactly the rule that the change breaks is broken.
 */
public final class TestingOutput {
  final Path root;
  public final SortedMap<String, String> content = defaultContent();
  public final SortedMap<String, List<Document>> shards = new TreeMap<>();
  public final SortedMap<String, FilePart> files = new TreeMap<>();
  public final List<UnitPart> units = new ArrayList<>();
  Counters counters = new Counters();
  public List<String> columns = List.of("id", "text", "score");

  /** A document of a shard, whose text may be any bytes. */
  public record Document(String id, byte[] text, double score) {
    public static Document of(String id, String text, double score) {
      return new Document(id, text.getBytes(UTF_8), score);
    }
  }

  public Path root() {
    return root;
  }

  public TestingOutput(Path root) {
    this.root = root;
  }

  private static SortedMap<String, String> defaultContent() {
    return new TreeMap<>(
        Map.ofEntries(
            Map.entry("dataset.language", "en"),
            Map.entry("input.columns.id", "id"),
            Map.entry("input.columns.text", "text"),
            Map.entry("input.columns.score", "score"),
            Map.entry("input.columns.dump", "dump"),
            Map.entry("score.min", "0.0"),
            Map.entry("score.max", "5.0"),
            Map.entry("score.epsilon", "1.0E-9"),
            Map.entry("score.scale", "1.0"),
            Map.entry("buckets.0.name", "2.8"),
            Map.entry("buckets.0.min", "2.8"),
            Map.entry("buckets.0.max", "3.0"),
            Map.entry("buckets.0.rate", "0.3"),
            Map.entry("buckets.1.name", "3.0"),
            Map.entry("buckets.1.min", "3.0"),
            Map.entry("buckets.1.max", "Infinity"),
            Map.entry("buckets.1.rate", "1.0"),
            Map.entry("sampling.seed", "42"),
            Map.entry("dedup.scope", "bucket"),
            Map.entry("output.columns", "[id, text, score]"),
            Map.entry("output.partition-by", "[bucket, dump]"),
            Map.entry("output.compression", "zstd"),
            Map.entry("partitions", "1")));
  }

  public void count(String dump, String bucket, String name, long rows) {
    counters.add(new Counters.Key(dump, bucket, name), rows);
  }

  /** Puts a document into a shard of its own choosing and counts it as read and kept. */
  public void keep(String path, Document document) {
    shards.computeIfAbsent(path, p -> new ArrayList<>()).add(document);
    String dump = path.split("/").length == 4 ? path.split("/")[2] : "unknown";
    count(dump, "", Counters.ROWS, 1);
    count(dump, path.split("/")[1], Outcome.KEPT.key(), 1);
  }

  /** Forgets what it holds, and not how it was configured. */
  void forget() {
    shards.clear();
    counters = new Counters();
    units.clear();
  }

  /** Writes everything. */
  public void write() throws IOException {
    for (Map.Entry<String, List<Document>> shard : shards.entrySet()) {
      files.put(shard.getKey(), writeShard(shard.getKey(), shard.getValue()));
    }
    writeManifests();
    Files.writeString(root.resolve("ATTRIBUTION.md"), "Made of nothing.\n");
    writeVersion("1.0", files.values().stream().mapToLong(FilePart::rows).sum());
  }

  private FilePart writeShard(String path, List<Document> documents) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.deleteIfExists(file);
    ShardWriter writer =
        new ShardWriter(
            new ShardFormat(columns, ShardCompression.ZSTD, 3, 4 << 10, 16 << 10), file);
    for (Document document : documents) {
      writer.write(
          new ShardRow(
              document.id().getBytes(UTF_8),
              document.text(),
              0,
              document.text().length,
              document.score(),
              "CC-MAIN-2013-20"));
    }
    ShardFile written = writer.close(new TreeMap<>());
    return new FilePart(path, written.rows(), written.bytes(), written.sha256());
  }

  public void writeManifests() throws IOException {
    for (String dump : counters.dumps()) {
      writeManifest(dump, counters.ofDump(dump), byDump() ? dump : "none");
    }
    if (!byDump()) {
      writeManifest(Manifests.ALL_DUMPS, counters, "");
    }
  }

  private boolean byDump() {
    return content.get("output.partition-by").contains("dump");
  }

  private void writeManifest(String dump, Counters counted, String directory) throws IOException {
    SortedMap<String, BucketPart> buckets = new TreeMap<>();
    for (Bucket bucket : ContentConfiguration.of(content).buckets()) {
      buckets.put(bucket.name(), bucketPart(bucket.name(), counted, directory));
    }
    SortedMap<String, Long> totals = new TreeMap<>();
    totals.put(Counters.ROWS, counted.total(Counters.ROWS));
    for (Outcome outcome : Outcome.values()) {
      totals.put(outcome.key(), counted.total(outcome.key()));
    }
    for (RowFlag remark : RowFlag.values()) {
      totals.put(remark.key(), counted.total(remark.key()));
    }
    DumpManifest manifest =
        new DumpManifest(
            DumpManifest.FORMAT, dump, totals, counted.details(), buckets, units, content, 0, 0);
    Path file = root.resolve("_sluice/dumps/" + dump + ".json");
    Files.createDirectories(file.getParent());
    Files.write(file, Json.write(manifest));
  }

  private BucketPart bucketPart(String bucket, Counters counted, String directory) {
    Counters here = counted.ofBucket(bucket);
    String prefix = "en/" + bucket + "/" + (directory.isEmpty() ? "" : directory + "/");
    List<FilePart> parts =
        files.values().stream().filter(file -> file.path().startsWith(prefix)).toList();
    return new BucketPart(
        BucketCounts.of(outcome -> here.total(outcome.key())),
        here.details(),
        parts.stream().mapToLong(FilePart::bytes).sum(),
        parts);
  }

  public void writeVersion(String version, long records) throws IOException {
    version(version, records, true).write(root, "fineweb-edu", publication()::update);
  }

  /** Writes that several units were read at the same time. */
  void writeNotInTurn() throws IOException {
    long records = files.values().stream().mapToLong(FilePart::rows).sum();
    version("1.0", records, false).write(root, "fineweb-edu", publication()::update);
  }

  private Making making(boolean inTurn) {
    SortedMap<String, List<FilePart>> byDump = new TreeMap<>();
    for (FilePart file : files.values()) {
      String manifest = byDump() ? file.path().split("/")[2] : Manifests.ALL_DUMPS;
      byDump.computeIfAbsent(manifest, dump -> new ArrayList<>()).add(file);
    }
    SortedMap<String, String> digests = new TreeMap<>();
    byDump.forEach((dump, parts) -> digests.put(dump, DumpDigest.sha256(parts)));
    return new Making(
        "1",
        1,
        content,
        new TreeMap<>(),
        0,
        0,
        inTurn,
        null,
        new Making.Units(0, 0, List.of(), List.of()),
        new Making.Shards(files.size(), 0, DumpDigest.ofAll(digests), null));
  }

  private VersionRecord version(String version, long records, boolean inTurn) {
    SortedMap<String, Double> rates = new TreeMap<>();
    ContentConfiguration.of(content).buckets().forEach(b -> rates.put(b.name(), b.rate()));
    double gigabytes = files.values().stream().mapToLong(FilePart::bytes).sum() / 1e9;
    return new VersionRecord(
            version, "2026-02-06", "a/dataset", "default", rates, records, gigabytes, "zstd")
        .with(making(inTurn));
  }

  public Publication publication() {
    return new Publication(root.resolve("_sluice/tmp/test"));
  }

  /** Describes a file anew after it was changed on disk, so that its manifest agrees with it. */
  public void describe(String path, long rows) throws IOException {
    Path file = root.resolve(path);
    String sha256 = Publication.sha256(file);
    files.put(path, new FilePart(path, rows, Files.size(file), sha256));
    writeManifests();
    writeVersion("1.0", files.values().stream().mapToLong(FilePart::rows).sum());
  }

  public ValidationReport validate() throws IOException, InterruptedException {
    return Validator.validate(allOptions(root), JobProgress.NONE);
  }

  /** Returns the options of all checks that need only the output, with the default memory. */
  public static ValidateOptions allOptions(Path root) {
    return RecordCopy.with(
        options(root, Optional.empty(), Optional.empty(), Set.of()),
        "memoryBytes",
        ValidateOptions.defaultMemoryBytes());
  }

  /** Returns options with little memory, for an output made only with Sluice's own operators. */
  public static ValidateOptions options(
      Path root, Optional<Path> source, Optional<Path> like, Set<Check> checks) {
    return new ValidateOptions(
        root,
        source,
        like,
        checks,
        false,
        1 << 20,
        Optional.empty(),
        StandardOperators.registry(),
        Collections.emptySortedMap(),
        ValidateOptions.systemDirectory());
  }
}
