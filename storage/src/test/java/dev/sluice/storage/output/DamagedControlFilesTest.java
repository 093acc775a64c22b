package dev.sluice.storage.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.BucketCounts;
import dev.sluice.storage.DamagedFileException;
import dev.sluice.storage.output.Compaction.MergedShard;
import dev.sluice.storage.output.Compaction.RewrittenShard;
import dev.sluice.storage.output.DumpManifest.BucketPart;
import dev.sluice.storage.output.DumpManifest.FilePart;
import dev.sluice.storage.output.DumpManifest.QuarantinedPart;
import dev.sluice.storage.output.DumpManifest.UnitPart;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.testing.DamagedJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Every file of an output that is JSON and decides what happens to it. */
class DamagedControlFilesTest {
  private static final String DUMP = "CC-MAIN-2024-10";
  private static final String UNIT = "data/" + DUMP + "#1";
  private static final FilePart SHARD = new FilePart("en/2.8/" + DUMP + "/0.parquet", 2, 9, "aa");

  private static <V> SortedMap<String, V> map(String key, V value) {
    return new TreeMap<>(Map.of(key, value));
  }

  @Test
  void shouldRefuseCutRecords() throws IOException {
    TestingCuts cuts =
        new TestingCuts(true)
            .unit(UNIT, DUMP, new TreeMap<>(Map.of("a.parquet", "cut off")))
            .nearDuplicate(0, 0, UNIT, DUMP)
            .forget(DUMP, "r1", UNIT);
    for (CutRecord record : cuts.logs().get(0)) {
      DamagedJson.require(CutRecord.class, record);
    }
  }

  @Test
  void shouldRefuseCompactions() throws IOException {
    CutFile merged =
        new CutFile("en/2.8/" + DUMP + "/0-1.1.parquet", "2.8", DUMP, 4, 90, 200, "sha");
    MergedShard merge =
        new MergedShard(
            merged, List.of("en/2.8/" + DUMP + "/0.parquet", "en/2.8/" + DUMP + "/1.parquet"));

    DamagedJson.require(Compaction.class, Compaction.merging(1, List.of(merge)));
    RewrittenShard rewrite = new RewrittenShard(merged.path(), merged, map(DUMP, 2L));
    DamagedJson.require(Compaction.class, Compaction.takingDown(2, 1, List.of(rewrite), true));
  }

  private static DumpManifest manifest() {
    BucketPart bucket =
        new BucketPart(
            new BucketCounts(2, 1, 1, 1, 1, 1, 1, 1),
            map("short", map("words", 1L)),
            9,
            List.of(SHARD));
    UnitPart unit =
        new UnitPart(
            UNIT,
            List.of("a.parquet"),
            List.of(new QuarantinedPart("a.parquet", "cut off")),
            map("a.parquet", map("rows", 1L)),
            map(".", "hf://datasets/org/name@c1"));
    return new DumpManifest(
        DumpManifest.FORMAT,
        DUMP,
        map("rows", 2L),
        map("short", map("words", 1L)),
        map("2.8", bucket),
        List.of(unit),
        map("sampling.seed", "7"),
        20,
        0.45);
  }

  @Test
  void shouldRefuseManifests() throws IOException {
    DamagedJson.require(DumpManifest.class, manifest());
  }

  @Test
  void shouldRefuseVersionRecords() throws IOException {
    Making.Input input = new Making.Input("a.parquet", 7L);
    Making.UnitEntry unit =
        new Making.UnitEntry(
            UNIT,
            List.of(DUMP),
            1,
            7L,
            "aa",
            List.of(input),
            map(".", "hf://datasets/org/name@c1"),
            List.of());
    Making making =
        new Making(
            "1.2.3",
            2,
            map("sampling.seed", "42"),
            map("dataset.name", "set"),
            0,
            0,
            true,
            new Making.Blocklist(3, "dd", true),
            new Making.Units(1, 1, List.of("bb"), List.of(unit)),
            new Making.Shards(1, 9, "bb", List.of(SHARD)));
    VersionRecord record =
        new VersionRecord("1.0", "2026-02-06", "source", "default", map("2.8", 1.0), 2, 1, "zstd");

    DamagedJson.require(VersionRecord.class, record);
    DamagedJson.require(VersionRecord.class, record.with(making));
  }

  @Test
  void shouldNameTheFileAndTheWayOutAndNotTryAgain() {
    Path file = Path.of("out", "1.json");

    assertThatThrownBy(() -> Json.read(new byte[7], file, CutRecord.class))
        .isInstanceOfSatisfying(
            DamagedFileException.class, e -> assertThat(IoRetry.canMend(e)).isFalse())
        .hasMessageStartingWith(file + " is not readable: ")
        .hasMessageEndingWith(". Restore the file from a copy, or start over with a new output");
  }
}
