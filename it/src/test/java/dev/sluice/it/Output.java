package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.storage.page.TestingCodecs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.parquet.avro.AvroParquetReader;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.io.LocalInputFile;

/** An output directory as anybody can look at it. */
public record Output(Path root) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A row of a shard. */
  public record Row(String id, String text, double score) {}

  /** Every file that the promise of equal bytes is about, with its hash, by relative path. */
  public SortedMap<String, String> files() {
    SortedMap<String, String> files = new TreeMap<>();
    for (String part : List.of("en", "_sluice/dumps", "_sluice/near-duplicates")) {
      Path directory = root.resolve(part);
      if (Files.exists(directory)) {
        walk(directory).forEach(file -> files.put(root.relativize(file).toString(), sha256(file)));
      }
    }
    files.keySet().removeIf(Output::isOfGuard);
    return files;
  }

  /** What the user decides about near-duplicates, and what waits for that. */
  private static boolean isOfGuard(String path) {
    return path.startsWith("_sluice/near-duplicates/") && path.endsWith(".json");
  }

  /** Checks that nothing but finished shards, manifests and evidence lies where those are. */
  public void hasNoLeftovers() {
    hasOnlyFinishedFiles();
    assertThat(temporaryFiles()).isEmpty();
  }

  /** What is being written, or was when a process was killed. */
  public List<Path> temporaryFiles() {
    Path temporary = root.resolve("_sluice/tmp");
    return Files.exists(temporary) ? walk(temporary) : List.of();
  }

  /** Checks the same, but not what a killed process has in its own directory until it is back. */
  public void hasOnlyFinishedFiles() {
    assertThat(files().keySet())
        .allMatch(
            path ->
                path.matches(
                    "en/.*/[0-9]+(-[0-9]+\\.[0-9]+)?(\\.[0-9a-f]{16})?\\.parquet|_sluice/dumps/[^./][^/]*\\.json"
                        + "|_sluice/near-duplicates/[0-9]+-[0-9a-f]+\\.parquet"));
  }

  /** Names of the dumps that have a manifest. */
  public List<String> dumps() {
    return walk(root.resolve("_sluice/dumps")).stream()
        .map(file -> file.getFileName().toString().replace(".json", ""))
        .toList();
  }

  /** A dump's manifest. */
  public JsonNode manifest(String dump) {
    return json(root.resolve("_sluice/dumps").resolve(dump + ".json"));
  }

  /** A dump's counters. */
  public SortedMap<String, Long> counters(String dump) {
    SortedMap<String, Long> counters = new TreeMap<>();
    manifest(dump)
        .get("counters")
        .properties()
        .forEach(entry -> counters.put(entry.getKey(), entry.getValue().asLong()));
    return counters;
  }

  /** The number of records cut so far. */
  public int cuts() {
    return count("_sluice/cuts");
  }

  /** Whether there are cuts, and no dump is sealed yet. */
  boolean hasCutsAlone() {
    return cuts() > 0 && count("_sluice/dumps") == 0;
  }

  private int count(String directory) {
    Path path = root.resolve(directory);
    return Files.exists(path)
        ? (int) walk(path).stream().filter(file -> file.toString().endsWith(".json")).count()
        : 0;
  }

  /** The rows of all shards in a directory below {@code en}, by path and then in order. */
  public List<Row> rows(String directory) {
    List<Row> rows = new ArrayList<>();
    Path path = root.resolve("en").resolve(directory);
    if (Files.exists(path)) {
      walk(path).forEach(shard -> rows.addAll(read(shard)));
    }
    return rows;
  }

  /** The shards that the output lists, in the order of their rows. */
  public List<Path> listed() {
    try {
      return Files.readAllLines(root.resolve("_sluice/shards.txt")).stream()
          .map(root::resolve)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every row of every shard, as {@link PlainCuration} has them: by bucket/dump, sorted. */
  public SortedMap<String, List<String>> kept() {
    SortedMap<String, List<String>> kept = new TreeMap<>();
    for (Path shard : walk(root.resolve("en"))) {
      List<String> rows =
          kept.computeIfAbsent(
              root.resolve("en").relativize(shard.getParent()).toString(), d -> new ArrayList<>());
      read(shard).forEach(row -> rows.add(PlainCuration.line(row.id(), row.text(), row.score())));
    }
    kept.values().forEach(Collections::sort);
    return kept;
  }

  /** The counters of all manifests that are not 0, as {@link PlainCuration} has them. */
  public SortedMap<String, SortedMap<String, Long>> countersByDump() {
    SortedMap<String, SortedMap<String, Long>> all = new TreeMap<>();
    for (String dump : dumps()) {
      SortedMap<String, Long> counters = counters(dump);
      counters.values().removeIf(rows -> rows == 0);
      all.put(dump, counters);
    }
    return all;
  }

  /**
   * The rows of a shard in their order, as {@code parquet-avro} reads them. Of Sluice it uses the
   * decompression of pages alone: Hadoop's needs libraries that Sluice does without.
   */
  public static List<Row> read(Path shard) {
    List<Row> rows = new ArrayList<>();
    try (ParquetReader<GenericRecord> reader =
        AvroParquetReader.<GenericRecord>builder(
                new LocalInputFile(shard), new PlainParquetConfiguration())
            .withDataModel(GenericData.get())
            .withCodecFactory(new TestingCodecs())
            .build()) {
      for (GenericRecord row = reader.read(); row != null; row = reader.read()) {
        rows.add(
            new Row(
                row.get("id").toString(), row.get("text").toString(), (double) row.get("score")));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }

  /** Regular files below a directory, sorted. */
  public static List<Path> walk(Path directory) {
    try (Stream<Path> paths = Files.walk(directory)) {
      return paths.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static JsonNode json(Path file) {
    try {
      return JSON.readTree(file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String sha256(Path file) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
