package dev.sluice.storage.output;

import static dev.sluice.storage.output.TestingCuts.noneQuarantined;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Outcome;
import dev.sluice.storage.output.Compaction.MergedShard;
import dev.sluice.storage.output.DumpManifest.BucketPart;
import dev.sluice.storage.output.DumpManifest.FilePart;
import dev.sluice.storage.output.DumpManifest.QuarantinedPart;
import dev.sluice.storage.output.DumpManifest.UnitPart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestsTest {
  private static final String DUMP_A = "CC-MAIN-2024-10";
  private static final String DUMP_B = "CC-MAIN-2024-18";
  private static final String UNIT_A = "data/" + DUMP_A + "#1";
  private static final String UNIT_B = "data/" + DUMP_B + "#1";

  private static List<List<CutRecord>> twoUnits() {
    return new TestingCuts(true)
        .unit(UNIT_A, DUMP_A, noneQuarantined())
        .unit(UNIT_B, DUMP_B, noneQuarantined())
        .logs();
  }

  /** The first cuts of each log. */
  private static List<List<CutRecord>> upTo(List<List<CutRecord>> logs, int... cuts) {
    List<List<CutRecord>> part = new ArrayList<>();
    for (int log = 0; log < logs.size(); log++) {
      part.add(logs.get(log).subList(0, cuts[log]));
    }
    return part;
  }

  private static List<String> paths(DumpManifest manifest) {
    return manifest.buckets().values().stream()
        .flatMap(bucket -> bucket.files().stream())
        .map(FilePart::path)
        .toList();
  }

  @Test
  void shouldBeEmptyWithoutCuts() {
    Manifests manifests = TestingCuts.manifests(new TestingCuts(true).logs());

    assertThat(manifests.completeUnits()).isEmpty();
    assertThat(manifests.dumps()).isEmpty();
    assertThat(manifests.dumpsOf(UNIT_A)).isEmpty();
  }

  @Test
  void shouldAddUpCountersThatReconcile() {
    DumpManifest manifest = TestingCuts.manifests(twoUnits()).of(DUMP_A);

    assertThat(manifest.counters())
        .containsEntry("rows", 40L)
        .containsEntry("missing_score", 4L)
        .containsEntry("sampled_out", 12L)
        .containsEntry("duplicates_removed", 8L)
        .containsEntry("kept", 16L)
        .containsEntry("short_text", 3L)
        .containsEntry("empty_text", 0L);
    long ended = 0;
    for (Outcome outcome : Outcome.values()) {
      ended += manifest.counters().getOrDefault(outcome.key(), 0L);
    }
    assertThat(ended).isEqualTo(40);
    BucketPart bucket = manifest.buckets().get("2.8");
    assertThat(bucket.counts().kept()).isEqualTo(8);
    assertThat(bucket.counts().sampledOut()).isEqualTo(12);
    assertThat(bucket.counts().duplicatesRemoved()).isEqualTo(4);
    assertThat(bucket.bytes()).isEqualTo(400);
    assertThat(bucket.files().stream().mapToLong(FilePart::rows).sum()).isEqualTo(8);
    assertThat(manifest.textBytes()).isEqualTo(1600);
    assertThat(manifest.compressionRatio()).isEqualTo(0.5);
    assertThat(manifest.content()).containsEntry("sampling.seed", "42");
  }

  @Test
  void shouldCountNearDuplicatesOfAllCutsInsteadOfKeptRows() {
    TestingCuts cuts =
        new TestingCuts(true)
            .unit(UNIT_A, DUMP_A, noneQuarantined())
            .unit(UNIT_B, DUMP_B, noneQuarantined());
    cuts.nearDuplicate(0, 0, UNIT_A, DUMP_A)
        .nearDuplicate(0, 1, UNIT_A, DUMP_A)
        .nearDuplicate(1, 1, UNIT_A, DUMP_A)
        .nearDuplicate(3, 0, UNIT_A, DUMP_A)
        .nearDuplicate(2, 2, UNIT_B, DUMP_B);
    Manifests manifests = TestingCuts.manifests(cuts.logs());

    DumpManifest manifest = manifests.of(DUMP_A);

    assertThat(manifest.counters())
        .containsEntry("rows", 40L)
        .containsEntry("kept", 12L)
        .containsEntry("duplicates_removed", 8L)
        .containsEntry("near_duplicates_removed", 4L);
    assertThat(manifest.buckets().get("2.8").counts().kept()).isEqualTo(5);
    assertThat(manifest.buckets().get("2.8").counts().nearDuplicatesRemoved()).isEqualTo(3);
    assertThat(manifest.buckets().get("4.0").counts().kept()).isEqualTo(7);
    assertThat(manifest.buckets().get("4.0").counts().nearDuplicatesRemoved()).isEqualTo(1);
    assertThat(manifest.buckets().values())
        .allSatisfy(
            bucket ->
                assertThat(bucket.files().stream().mapToLong(FilePart::rows).sum())
                    .isEqualTo(bucket.counts().kept()));
    assertThat(manifests.duplicatesRemovedOutside(Set.of(UNIT_A))).isEqualTo(8 + 1);
    assertThat(DumpDigest.of(manifest).buckets().get("2.8").counts().nearDuplicatesRemoved())
        .isEqualTo(3);
    assertThat(DumpDigest.of(manifest).buckets().get("2.8").counts().kept()).isEqualTo(5);
  }

  @Test
  void shouldNameNearDuplicatesOnlyWhereThereAreAny() {
    TestingCuts cuts =
        new TestingCuts(true)
            .unit(UNIT_A, DUMP_A, noneQuarantined())
            .unit(UNIT_B, DUMP_B, noneQuarantined());
    cuts.nearDuplicate(0, 2, UNIT_B, DUMP_B);
    Manifests manifests = TestingCuts.manifests(cuts.logs());

    assertThat(new String(Json.write(manifests.of(DUMP_A)), UTF_8)).doesNotContain("near_dup");
    assertThat(new String(Json.write(manifests.of(DUMP_B)), UTF_8))
        .contains("\"near_duplicates_removed\" : 1,")
        .containsOnlyOnce(
            "      \"duplicates_removed\" : 4,\n      \"near_duplicates_removed\" : 1,\n");
  }

  @Test
  void shouldListFilesByBucketAndRank() {
    DumpManifest manifest = TestingCuts.manifests(twoUnits()).of(DUMP_B);

    assertThat(paths(manifest))
        .containsExactly(
            "en/2.8/CC-MAIN-2024-18/0.parquet",
            "en/2.8/CC-MAIN-2024-18/1.parquet",
            "en/2.8/CC-MAIN-2024-18/2.parquet",
            "en/2.8/CC-MAIN-2024-18/3.parquet",
            "en/4.0/CC-MAIN-2024-18/0.parquet",
            "en/4.0/CC-MAIN-2024-18/1.parquet",
            "en/4.0/CC-MAIN-2024-18/2.parquet",
            "en/4.0/CC-MAIN-2024-18/3.parquet");
  }

  @Test
  void shouldKnowTheShardsOfUnitsThatAreNotComplete() {
    Manifests almost = TestingCuts.manifests(upTo(twoUnits(), 2, 2, 1, 2));

    assertThat(almost.completeUnits()).isEmpty();
    assertThat(almost.shards())
        .extracting(CutFile::path)
        .contains("en/2.8/CC-MAIN-2024-10/0.parquet")
        .doesNotHaveDuplicates()
        .hasSizeGreaterThan(5);
  }

  @Test
  void shouldCountAUnitOnlyWhenItHasEndedInEveryPartition() {
    List<List<CutRecord>> logs = twoUnits();

    Manifests almost = TestingCuts.manifests(upTo(logs, 2, 2, 1, 2));
    Manifests complete = TestingCuts.manifests(upTo(logs, 2, 2, 2, 2));

    assertThat(almost.completeUnits()).isEmpty();
    assertThat(almost.dumpsOf(UNIT_A)).isEmpty();
    assertThat(complete.completeUnits()).containsExactly(UNIT_A);
    assertThat(complete.dumpsOf(UNIT_A)).containsExactly(DUMP_A);
    assertThat(complete.dumps()).containsExactly(DUMP_A);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void shouldNotDependOnWhichPartitionsAreAhead(long seed) {
    List<List<CutRecord>> logs = twoUnits();
    DumpManifest expected = TestingCuts.manifests(upTo(logs, 2, 2, 2, 2)).of(DUMP_A);
    Random random = new Random(seed);

    for (int i = 0; i < 50; i++) {
      int[] cuts = random.ints(logs.size(), 2, 5).toArray();
      Manifests manifests = TestingCuts.manifests(upTo(logs, cuts));

      assertThat(manifests.of(DUMP_A)).isEqualTo(expected);
      assertThat(Json.write(manifests.of(DUMP_A))).isEqualTo(Json.write(expected));
    }
  }

  @Test
  void shouldListNoFilesOfAUnitThatHasNotEndedEverywhere() {
    TestingCuts cuts = new TestingCuts(true).unit(UNIT_A, DUMP_A, noneQuarantined());
    DumpManifest before = TestingCuts.manifests(cuts.logs()).of(DUMP_A);

    cuts.cut(0, DUMP_A, List.of())
        .cut(1, DUMP_A, List.of(TestingCuts.ended(UNIT_B, DUMP_A, noneQuarantined(), 1)));

    assertThat(TestingCuts.manifests(cuts.logs()).of(DUMP_A)).isEqualTo(before);
  }

  @Test
  void shouldAmendADumpThatALaterUnitHoldsRowsOf() {
    TestingCuts cuts = new TestingCuts(true).unit(UNIT_A, DUMP_A, noneQuarantined());
    DumpManifest before = TestingCuts.manifests(cuts.logs()).of(DUMP_A);

    cuts.unit(".#1", DUMP_A, noneQuarantined());
    DumpManifest after = TestingCuts.manifests(cuts.logs()).of(DUMP_A);

    assertThat(TestingCuts.manifests(cuts.logs()).dumpsOf(".#1")).containsExactly(DUMP_A);
    assertThat(paths(after)).hasSize(16).containsAll(paths(before));
    assertThat(after.counters()).containsEntry("rows", 80L).containsEntry("kept", 32L);
    assertThat(after.units()).extracting(UnitPart::unit).containsExactly(UNIT_A, ".#1");
  }

  @Test
  void shouldListAQuarantinedFileUnderTheDumpOfItsDirectory() throws IOException {
    TreeMap<String, String> broken = new TreeMap<>(Map.of("data/b.parquet", "cut off"));
    TestingCuts cuts = new TestingCuts(true).unit(UNIT_A, DUMP_B, broken);
    Manifests manifests = TestingCuts.manifests(cuts.logs());

    assertThat(manifests.dumpsOf(UNIT_A)).containsExactly(DUMP_A, DUMP_B);
    assertThat(manifests.of(DUMP_A, InputLists.below(Path.of("none"))).units())
        .containsExactly(
            new UnitPart(
                UNIT_A,
                List.of(UNIT_A + "/0.parquet", UNIT_A + "/1.parquet"),
                List.of(new QuarantinedPart("data/b.parquet", "cut off")),
                new TreeMap<>(),
                new TreeMap<>()));
    assertThat(manifests.of(DUMP_A).counters()).containsEntry("rows", 0L);
    assertThat(manifests.of(DUMP_B).units().get(0).quarantined()).isEmpty();
  }

  @Test
  void shouldListAQuarantinedLooseFileUnderUnknown() {
    TreeMap<String, String> broken = new TreeMap<>(Map.of("b.parquet", "cut off"));
    TestingCuts cuts = new TestingCuts(true).unit(".#1", DUMP_A, broken);
    Manifests manifests = TestingCuts.manifests(cuts.logs());

    assertThat(manifests.dumpsOf(".#1")).containsExactly(DUMP_A, "unknown");
    assertThat(manifests.of("unknown").units().get(0).quarantined())
        .containsExactly(new QuarantinedPart("b.parquet", "cut off"));
    assertThat(manifests.of(DUMP_A).units().get(0).quarantined()).isEmpty();
  }

  @Test
  void shouldListTheFilesOfAllDumpsTogetherWhereThereAreNoDirectoriesOfDumps() {
    TestingCuts cuts =
        new TestingCuts(false)
            .unit(".#1", DUMP_A, noneQuarantined())
            .unit(".#2", DUMP_B, noneQuarantined());
    Manifests manifests = TestingCuts.manifests(cuts.logs());

    assertThat(manifests.dumps()).containsExactly(DUMP_A, DUMP_B, Manifests.ALL_DUMPS);
    DumpManifest all = manifests.of(Manifests.ALL_DUMPS);
    assertThat(paths(all)).hasSize(16).startsWith("en/2.8/0.parquet", "en/2.8/1.parquet");
    assertThat(all.counters()).containsEntry("rows", 80L).containsEntry("kept", 32L);
    assertThat(paths(manifests.of(DUMP_A))).isEmpty();
    assertThat(manifests.of(DUMP_A).counters()).containsEntry("rows", 40L);
  }

  @Test
  void shouldSayThatADumpWithoutAnyKeptRowWasRead() {
    TestingCuts cuts = new TestingCuts(true);
    for (int log = 0; log < cuts.logs().size(); log++) {
      EndedUnit ended = TestingCuts.ended(UNIT_A, DUMP_B, noneQuarantined(), log);
      cuts.cut(log, DUMP_B, List.of(ended));
    }

    assertThat(TestingCuts.manifests(cuts.logs()).dumps()).containsExactly(DUMP_A, DUMP_B);
    assertThat(TestingCuts.manifests(cuts.logs()).of(DUMP_A).compressionRatio()).isZero();
  }

  @Test
  void shouldKnowTheUnitsOfAShardThatWasMerged() {
    List<List<CutRecord>> logs = twoUnits();
    CutFile first = logs.get(0).get(0).files().get(0);
    CutFile second = logs.get(0).get(1).files().get(0);
    CutFile merged = new CutFile("en/2.8/a/0-2.1.parquet", "2.8", first.dump(), 4, 1, 1, "sha");
    Compaction compaction =
        Compaction.merging(
            1, List.of(new MergedShard(merged, List.of(first.path(), second.path()))));

    Compaction givenUp = Compaction.merging(2, List.of());

    Manifests manifests =
        new Manifests(TestingCuts.BUCKETS, new TreeMap<>(), logs, List.of(compaction, givenUp));

    assertThat(manifests.compactions()).isEqualTo(1);
    assertThat(manifests.shards()).contains(merged).doesNotContain(first, second);
    assertThat(manifests.unitsOf(merged)).isNotEmpty().isEqualTo(manifests.unitsOf(first));
  }

  @Test
  void shouldSeeWhetherUnitsArrivedInTurn() {
    assertThat(TestingCuts.manifests(twoUnits()).arrivedInTurn()).isTrue();
    assertThat(TestingCuts.manifests(new TestingCuts(true).logs()).arrivedInTurn()).isTrue();

    TestingCuts between = new TestingCuts(true);
    between.cut(0, UNIT_B, DUMP_B, List.of());
    between.unit(UNIT_A, DUMP_A, noneQuarantined()).unit(UNIT_B, DUMP_B, noneQuarantined());
    assertThat(TestingCuts.manifests(between.logs()).arrivedInTurn()).isFalse();

    TestingCuts atTheEnd = new TestingCuts(true);
    for (int log = 0; log < 4; log++) {
      atTheEnd.cut(
          log, UNIT_B, DUMP_B, List.of(TestingCuts.ended(UNIT_A, DUMP_A, noneQuarantined(), log)));
    }
    assertThat(TestingCuts.manifests(atTheEnd.logs()).arrivedInTurn()).isFalse();

    TestingCuts swapped = new TestingCuts(true).unit(UNIT_A, DUMP_A, noneQuarantined());
    swapped.unit(UNIT_B, DUMP_B, noneQuarantined());
    List<CutRecord> log = swapped.logs().get(3);
    swapped.logs().set(3, List.of(log.get(2), log.get(3), log.get(0), log.get(1)));
    assertThat(TestingCuts.manifests(swapped.logs()).arrivedInTurn()).isFalse();
  }
}
