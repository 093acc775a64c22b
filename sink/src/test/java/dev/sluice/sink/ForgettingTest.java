package dev.sluice.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.ForgottenUnit;
import dev.sluice.neardup.EvidenceWriter;
import dev.sluice.neardup.SignatureDirectory;
import dev.sluice.neardup.SignatureName;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.VersionRecord;
import dev.sluice.storage.publish.Publication;
import dev.sluice.topics.record.Forget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForgettingTest {
  private static final String DUMP = TestingRecords.DUMP;
  private static final String OTHER = "CC-MAIN-2024-18";
  private static final String UNIT = "data/" + DUMP + "#1";
  private static final String OTHER_UNIT = "data/" + OTHER + "#1";
  private static final String AGAIN = "data/" + DUMP + "#2";
  private static final String MANIFEST = "_sluice/dumps/CC-MAIN-2024-10.json";

  @TempDir Path root;
  private TestingSink sink;

  @BeforeEach
  void setUp() {
    sink = TestingSink.in(root.resolve("out"));
  }

  private static List<TopicPartition> partitions() {
    List<TopicPartition> partitions = new ArrayList<>();
    for (String topic : TestingSink.TOPICS.curated()) {
      for (int partition = 0; partition < 2; partition++) {
        partitions.add(new TopicPartition(topic, partition));
      }
    }
    return partitions;
  }

  /** Two dumps; then a row of the first that has not ended, and the record that forgets it. */
  private static TestingRecords forgotten(TopicPartition partition) {
    return new TestingRecords(partition)
        .document(DUMP, "one")
        .marker(UNIT)
        .inUnit(OTHER_UNIT)
        .document(OTHER, "two")
        .marker(OTHER_UNIT)
        .inUnit("late#1")
        .document(DUMP, "three")
        .forget("r1", DUMP, UNIT, "late#1");
  }

  private static List<ConsumerRecord<byte[], byte[]>> before(TopicPartition partition) {
    return forgotten(partition).all().subList(0, 4);
  }

  private static Sealer sealer(TestingSink in) {
    return new Sealer(in.settings(), new CutLogs(in.settings()), List::of);
  }

  private void feedAll(TestingSink in) throws IOException {
    for (TopicPartition partition : partitions()) {
      TestingSink.feed(in.open(partition), forgotten(partition).all());
    }
  }

  @Test
  void shouldTouchNothingBeforeTheLastPartitionHasCut() throws IOException {
    for (TopicPartition partition : partitions()) {
      TestingSink.feed(sink.open(partition), before(partition));
    }
    sealer(sink).sealAll();
    SortedMap<String, String> manifests = sink.contents("_sluice/dumps");
    SortedMap<String, String> shards = sink.contents("en");
    for (TopicPartition partition : partitions().subList(0, 3)) {
      TestingSink.feed(sink.open(partition), forgotten(partition).all());
      sealer(sink).sealAll();
    }

    assertThat(sink.contents("_sluice/dumps")).isEqualTo(manifests);
    assertThat(sink.contents("en")).containsAllEntriesOf(shards);
  }

  @Test
  void shouldDeleteFilesAndManifestAndCorrectTheVersion() throws IOException {
    feedAll(sink);
    sealer(sink).sealAll();

    assertThat(sink.contents("en").keySet()).hasSize(4).allMatch(path -> path.contains(OTHER));
    assertThat(sink.root().resolve("en/4.0/" + DUMP)).doesNotExist();
    assertThat(sink.contents("_sluice/dumps")).hasSize(1);
    Path version = sink.root().resolve("set-v1.0-20260206.json");
    assertThat(Json.read(version, VersionRecord.class).totalRecords()).isEqualTo(4);
  }

  /** The link is not Sluice's. It leads to other shards, too. */
  @Test
  void shouldDeleteFilesBehindLinks() throws IOException {
    feedAll(sink);
    Path link = sink.root().resolve("en/4.0/" + DUMP);
    Path moved = Files.move(link, root.resolve("moved"));
    Files.createSymbolicLink(link, moved);

    sealer(sink).sealAll();

    assertThat(moved).isEmptyDirectory();
    assertThat(link).isSymbolicLink();
  }

  @Test
  void shouldFinishWhatAKillHasLeftInAnyState() throws IOException {
    TestingSink undisturbed = sink.withRoot(root.resolve("undisturbed"));
    feedAll(undisturbed);
    sealer(undisturbed).sealAll();
    SortedMap<String, String> expected = undisturbed.contents("en");
    feedAll(sink);
    List<CutFile> files = forgottenFiles();
    Files.createDirectories(sink.root().resolve("_sluice/dumps"));
    for (int left = files.size(); left >= 0; left--) {
      for (CutFile file : files.subList(0, left)) {
        Path shard = sink.root().resolve(file.path());
        Files.createDirectories(shard.getParent());
        Files.writeString(shard, "left");
      }
      Files.writeString(sink.root().resolve(MANIFEST), "left");

      sealer(sink).sealAll();

      assertThat(sink.contents("en")).isEqualTo(expected);
      assertThat(sink.contents("_sluice/dumps")).isEqualTo(undisturbed.contents("_sluice/dumps"));
    }
  }

  /** A matcher that has not come to the reset may still need the last file of a unit. */
  @Test
  void shouldDeleteSignaturesOfForgottenUnitsOnceMatcherAndPartitionsHaveComeToTheReset()
      throws IOException {
    TestingSink near = sink.withNearDedup();
    TestingSignatures files = TestingSignatures.of(near.settings(), root.resolve("tmp"));
    files.all(UNIT, "data/0.parquet", 3);
    files.all(OTHER_UNIT, "data/0.parquet", 4);
    files.all("late#1", "data/0.parquet");
    Path evidence = files.root().resolveSibling("near-duplicates");
    Files.createDirectories(evidence);
    Path gone = evidence(evidence.resolve("000001-" + SignatureName.hash(UNIT) + ".parquet"));
    Path other =
        evidence(evidence.resolve("000002-" + SignatureName.hash(OTHER_UNIT) + ".parquet"));
    for (TopicPartition partition : partitions().subList(0, 3)) {
      TestingSink.feed(near.open(partition), forgotten(partition).all());
    }
    files.reset("r1", List.of(UNIT, "late#1"));
    sealer(near).sealAll();
    assertThat(units(files)).as("a partition is missing").containsExactly(1, 2, 3, 4);

    Path late = SignatureName.of(files.root(), 1, UNIT, 1, 1).path();
    byte[] bytes = Files.readAllBytes(late);
    Path reset = SignatureName.of(files.root(), 4, "r1", 0, 0).path();
    Files.move(reset, root.resolve("reset"));
    TestingSink.feed(near.open(partitions().get(3)), forgotten(partitions().get(3)).all());
    Sealer sealer = sealer(near);
    sealer.sealAll();
    assertThat(units(files)).as("the reset is not done").containsExactly(1, 2, 3);
    assertThat(sealer.finishSignatures()).as("something is left").isTrue();

    Files.move(root.resolve("reset"), reset);
    assertThat(gone).exists();
    assertThat(sealer.finishSignatures()).as("something is left").isFalse();
    assertThat(gone).doesNotExist();
    assertThat(other).exists();
    assertThat(units(files)).containsExactly(2, 4);
    assertThat(late.getParent()).doesNotExist();
    Files.createDirectories(late.getParent());
    Files.write(late, bytes);
    sealer(near).sealAll();
    assertThat(units(files)).as("published by a suspended matcher").containsExactly(2, 4);
    evidence(gone);
    sealer(near).sealAll();
    assertThat(gone).as("evidence of a unit without signatures").doesNotExist();
    assertThat(other).exists();
  }

  private Path evidence(Path file) throws IOException {
    try (EvidenceWriter writer =
        new EvidenceWriter(new Publication(root.resolve("tmp")), List.of())) {
      writer.publish(file);
    }
    return file;
  }

  private static List<Integer> units(TestingSignatures files) throws IOException {
    return new SignatureDirectory(files.root())
        .list().stream().map(SignatureName::number).distinct().sorted().toList();
  }

  private List<CutFile> forgottenFiles() throws IOException {
    List<CutFile> files = new ArrayList<>();
    for (TopicPartition partition : partitions()) {
      for (CutRecord cut : sink.log(partition).read()) {
        cut.files().stream().filter(file -> file.dump().equals(DUMP)).forEach(files::add);
      }
    }
    assertThat(files).hasSize(8);
    return files;
  }

  @Test
  void shouldIgnoreRepeatsAndCutTheSameAfterAKill() throws IOException {
    for (TopicPartition partition : partitions()) {
      List<ConsumerRecord<byte[], byte[]>> all =
          forgotten(partition).forget("r1", DUMP, UNIT).forget("r1", DUMP, UNIT).all();
      TestingSink.feed(sink.open(partition), all.subList(0, 5));
      TestingSink.feed(sink.open(partition), all.subList(0, 6));
      TestingSink.feed(sink.open(partition), all);

      assertThat(sink.log(partition).read()).hasSize(3);
    }
  }

  @Test
  void shouldGiveTheNextNamesToWhatComesAfterwards() throws IOException {
    for (TopicPartition partition : partitions()) {
      List<ConsumerRecord<byte[], byte[]>> all =
          forgotten(partition).inUnit(AGAIN).document(DUMP, "four").marker(AGAIN).all();
      TestingSink.feed(sink.open(partition), all);
    }
    sealer(sink).sealAll();

    assertThat(sink.contents("en").keySet())
        .filteredOn(path -> path.contains(DUMP))
        .containsExactly(
            "en/2.8/CC-MAIN-2024-10/4.parquet",
            "en/2.8/CC-MAIN-2024-10/5.parquet",
            "en/4.0/CC-MAIN-2024-10/4.parquet",
            "en/4.0/CC-MAIN-2024-10/5.parquet");
    assertThat(sink.contents("_sluice/dumps")).containsKey(MANIFEST);
  }

  @Test
  void shouldNoticeThatItWasLate() throws IOException {
    Sealer sealer = sealer(sink);
    TopicPartition partition = partitions().get(0);
    PartitionSink late = sink.open(partition);
    TestingSink.feed(late, forgotten(partition).all().subList(0, 1));
    feedAll(sink.withInstance("successor"));
    sealer.sealAll();
    SortedMap<String, String> expected = sink.contents("en");

    TestingSink.accept(late, forgotten(partition).all().get(1));

    assertThat(sink.contents("en")).hasSize(expected.size() + 1);
    assertThat(late.isOvertaken()).isTrue();
    sealer.sealAll();
    assertThat(sink.contents("en")).isEqualTo(expected);
  }

  /** Each unit has a row without a dump: in a shard of its own, for each marker cuts. */
  @Test
  void shouldForgetRowsWithoutADumpWithTheirUnitAlone() throws IOException {
    String unknown = "unknown";
    ForgottenUnit unit = ForgottenUnit.ended(UNIT, List.of(DUMP, unknown), List.of());
    for (TopicPartition partition : partitions()) {
      TestingRecords records =
          new TestingRecords(partition)
              .document(DUMP, "one")
              .document(unknown, "two")
              .marker(UNIT)
              .inUnit(OTHER_UNIT)
              .document(OTHER, "three")
              .document(unknown, "four")
              .marker(OTHER_UNIT)
              .add(new Forget(DUMP, "r1", partition.partition(), List.of(unit)).encode())
              .inUnit(AGAIN)
              .document(unknown, "five")
              .marker(AGAIN);
      TestingSink.feed(sink.open(partition), records.all());
    }
    SortedMap<String, String> before = sink.contents("en");
    sealer(sink).sealAll();

    SortedMap<String, String> after = sink.contents("en");
    assertThat(before).hasSize(20).containsAllEntriesOf(after);
    assertThat(after.keySet())
        .hasSize(12)
        .noneMatch(path -> path.contains(DUMP))
        .noneMatch(path -> path.matches(".*/unknown/[01].parquet"));
    DumpManifest manifest =
        Json.read(sink.root().resolve("_sluice/dumps/unknown.json"), DumpManifest.class);
    assertThat(manifest.units())
        .extracting(DumpManifest.UnitPart::unit)
        .containsExactly(OTHER_UNIT, AGAIN);
    assertThat(manifest.counters()).containsEntry("kept", 8L);
    assertThat(sink.root().resolve(MANIFEST)).exists();
  }
}
