package dev.sluice.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.EndedUnit;
import dev.sluice.storage.takedown.TakedownList;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionSinkTest {
  private static final String DUMP = TestingRecords.DUMP;
  private static final TopicPartition PARTITION = TestingSink.partition(1);

  @TempDir Path root;

  private TestingRecords records() {
    return new TestingRecords(PARTITION);
  }

  private List<CutRecord> cut(TestingSink sink, TestingRecords records) throws IOException {
    TestingSink.feed(sink.open(PARTITION), records.all());
    return sink.log(PARTITION).read();
  }

  @Test
  void shouldPublishNothingBeforeACut() throws IOException {
    TestingSink sink = TestingSink.in(root);

    assertThat(cut(sink, records().document(DUMP, "text").document(DUMP, "text"))).isEmpty();
    assertThat(sink.contents("en")).isEmpty();
  }

  /** A former owner that knows no take-down was suspended, and cuts before the new one. */
  @Test
  void shouldKeepTheShardsThatAnotherSinkHasRecordedMeanwhile() throws IOException {
    TestingSink former = TestingSink.in(root);
    TestingSink owner = former.withInstance("owner");
    List<ConsumerRecord<byte[], byte[]>> records =
        records().document(DUMP, "named").document(DUMP, "other").marker("d#1").all();
    PartitionSink suspended = former.open(PARTITION);
    TestingSink.feed(suspended, records.subList(0, 2));
    TakedownList.Builder entries = new TakedownList.Builder();
    entries.text(TestingSink.utf8("named"), 0, 5);
    new Blocklists(owner.settings().layout())
        .append(entries.build(), "", "url", owner.settings().publication());
    PartitionSink knowing = owner.open(PARTITION);
    TestingSink.feed(knowing, records.subList(0, 2));
    TestingSink.accept(suspended, records.get(2));

    assertThatThrownBy(() -> TestingSink.accept(knowing, records.get(2)))
        .isInstanceOf(FencedException.class);

    for (CutFile file : suspended.lastCut().files()) {
      assertThat(root.resolve(file.path())).hasSize(file.bytes());
    }
  }

  @Test
  void shouldCutAtAMarker() throws IOException {
    TestingSink sink = TestingSink.in(root);
    PartitionSink partition = sink.open(PARTITION);

    List<ConsumerRecord<byte[], byte[]>> records =
        records().document(DUMP, "one").document(DUMP, "three").skip(3).marker("d#1").all();
    assertThat(TestingSink.accept(partition, records.get(0))).isEmpty();
    assertThat(TestingSink.accept(partition, records.get(1))).isEmpty();
    assertThat(TestingSink.accept(partition, records.get(2)))
        .extracting(EndedUnit::unit)
        .containsExactly("d#1");

    CutRecord cut = partition.lastCut();
    assertThat(cut.number()).isEqualTo(1);
    assertThat(cut.nextOffset()).isEqualTo(6);
    assertThat(cut.ordinal()).isEqualTo(2);
    assertThat(cut.sequences()).containsOnlyKeys(DUMP).containsEntry(DUMP, 1L);
    assertThat(cut.topicId()).isEqualTo(TestingSink.TOPIC_ID);
    assertThat(cut.ended()).extracting(EndedUnit::unit).containsExactly("d#1");
    assertThat(cut.files()).hasSize(1);
    CutFile file = cut.files().get(0);
    assertThat(file.path()).isEqualTo("en/4.0/CC-MAIN-2024-10/1.parquet");
    assertThat(file.rows()).isEqualTo(2);
    assertThat(file.textBytes()).isEqualTo(8);
    assertThat(sink.contents("en"))
        .containsExactly(java.util.Map.entry(file.path(), file.sha256()));
    assertThat(Files.size(root.resolve(file.path()))).isEqualTo(file.bytes());
    assertThat(sink.log(PARTITION).read()).containsExactly(cut);
  }

  @Test
  void shouldRecordTheEndOfAUnitWithoutRows() throws IOException {
    List<CutRecord> cuts = cut(TestingSink.in(root), records().marker("d#1"));

    assertThat(cuts).hasSize(1);
    assertThat(cuts.get(0).files()).isEmpty();
    assertThat(cuts.get(0).nextOffset()).isEqualTo(1);
    assertThat(root.resolve("en")).doesNotExist();
  }

  @Test
  void shouldIgnoreRepeatsOfMarkersAlsoAfterARestart() throws IOException {
    TestingSink sink = TestingSink.in(root);
    TestingRecords records = records().marker("d#1").document(DUMP, "text").marker("d#1");

    assertThat(cut(sink, records)).hasSize(1);

    List<CutRecord> cuts = cut(sink, records.marker("d#1").marker("d#2"));
    assertThat(cuts).hasSize(2);
    assertThat(cuts.get(1).ended()).extracting(EndedUnit::unit).containsExactly("d#2");
    assertThat(cuts.get(1).ordinal()).isEqualTo(1);
  }

  @Test
  void shouldCutBeforeTheRowThatWouldPassTheCutsSize() throws IOException {
    // 2 x 9 bytes of id, 256 bytes, and the text: 1000 a row.
    String text = "x".repeat(1000 - 256 - 18);
    TestingSink sink = TestingSink.in(root).withCutBytes(2500);

    List<CutRecord> cuts =
        cut(sink, records().document(DUMP, text).document(DUMP, text).document(DUMP, text));

    assertThat(cuts).hasSize(1);
    assertThat(cuts.get(0).ordinal()).isEqualTo(2);
    assertThat(cuts.get(0).nextOffset()).isEqualTo(2);
  }

  @Test
  void shouldCutAfterTheRowThatReachesTheCutSize() throws IOException {
    String text = "x".repeat(1000 - 256 - 18);
    TestingSink sink = TestingSink.in(root).withCutBytes(2000);

    List<CutRecord> cuts = cut(sink, records().document(DUMP, text).document(DUMP, text));

    assertThat(cuts).hasSize(1);
    assertThat(cuts.get(0).ordinal()).isEqualTo(2);
  }

  /**
   * Nothing of the rows in front of the marker counts any more, or a restart would cut elsewhere.
   */
  @Test
  void shouldCutAfterARestartAtAMarkerWhereItWouldHaveCutWithout() throws IOException {
    String text = "x".repeat(1000 - 256 - 18);
    TestingRecords records = records().document(DUMP, text).marker("d#1");
    for (int i = 0; i < 4; i++) {
      records.document(DUMP, text);
    }
    List<ConsumerRecord<byte[], byte[]>> all = records.marker("d#2").all();
    TestingSink undisturbed = TestingSink.in(root.resolve("undisturbed")).withCutBytes(2500);
    TestingSink restarted = TestingSink.in(root.resolve("restarted")).withCutBytes(2500);

    TestingSink.feed(undisturbed.open(PARTITION), all);
    TestingSink.feed(restarted.open(PARTITION), all.subList(0, 2));
    TestingSink.feed(restarted.open(PARTITION), all);

    List<CutRecord> cuts = restarted.log(PARTITION).read();
    assertThat(cuts).extracting(CutRecord::ordinal).containsExactly(1L, 3L, 5L);
    assertThat(undisturbed.log(PARTITION).read()).isEqualTo(cuts);
    assertThat(undisturbed.contents("en")).isEqualTo(restarted.contents("en"));
  }

  @Test
  void shouldGiveARowLargerThanACutAFileOfItsOwn() throws IOException {
    TestingSink sink = TestingSink.in(root).withCutBytes(2500);

    List<CutRecord> cuts =
        cut(
            sink,
            records()
                .document(DUMP, "small")
                .document(DUMP, "x".repeat(100_000))
                .document(DUMP, "small")
                .marker("d#1"));

    assertThat(cuts).extracting(CutRecord::ordinal).containsExactly(1L, 2L, 3L);
    assertThat(cuts)
        .allSatisfy(cut -> assertThat(cut.files()).extracting(CutFile::rows).containsExactly(1L));
    assertThat(cuts.get(2).files().get(0).path()).isEqualTo("en/4.0/CC-MAIN-2024-10/5.parquet");
  }

  @Test
  void shouldContinueRanksAndOrdinalsAcrossUnits() throws IOException {
    TestingSink sink = TestingSink.in(root);
    cut(sink, records().document(DUMP, "a").marker("d#1"));

    List<CutRecord> cuts =
        cut(
            sink,
            records()
                .document(DUMP, "a")
                .marker("d#1")
                .document(DUMP, "b")
                .document("unknown", "c")
                .marker("d#2"));

    assertThat(cuts).hasSize(2);
    assertThat(cuts.get(1).files())
        .extracting(CutFile::path)
        .containsExactly("en/4.0/CC-MAIN-2024-10/3.parquet", "en/4.0/unknown/1.parquet");
    assertThat(cuts.get(1).sequences()).containsEntry(DUMP, 2L).containsEntry("unknown", 1L);
  }

  @Test
  void shouldLayOutWithoutDumpsIfConfigured() throws IOException {
    TestingSink sink = TestingSink.in(root).withoutDumps();

    List<CutRecord> cuts =
        cut(sink, records().document(DUMP, "a").document("unknown", "b").marker("d#1"));

    assertThat(cuts.get(0).files()).extracting(CutFile::path).containsExactly("en/4.0/1.parquet");
    assertThat(cuts.get(0).files()).extracting(CutFile::dump).containsExactly("");
    assertThat(cuts.get(0).files()).extracting(CutFile::rows).containsExactly(2L);
  }

  @Test
  void shouldRefuseAForeignFileUnderAFinalName() throws IOException {
    TestingSink sink = TestingSink.in(root);
    Path foreign = root.resolve("en/4.0/CC-MAIN-2024-10/1.parquet");
    Files.createDirectories(foreign.getParent());
    Files.writeString(foreign, "foreign");
    TestingRecords records = records().document(DUMP, "a").document("unknown", "b").marker("d#1");
    PartitionSink partition = sink.open(PARTITION);

    assertThatThrownBy(() -> TestingSink.feed(partition, records.all()))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining(foreign.toString());

    partition.discard();
    assertThat(foreign).hasContent("foreign");
    assertThat(sink.log(PARTITION).read()).isEmpty();
    assertThat(sink.contents("_sluice/tmp")).isEmpty();
  }

  @Test
  void shouldLeaveNoTemporaryFilesOfACutThatCouldNotBeWritten() throws IOException {
    TestingSink sink = TestingSink.in(root);
    PartitionSink partition = sink.open(PARTITION);
    TestingSink.feed(
        partition, records().document("CC-MAIN-A", "a").document("CC-MAIN-B", "b").all());
    // The second dump's directory cannot be made: a file has its name.
    Files.createDirectories(root.resolve("en/4.0"));
    Files.writeString(root.resolve("en/4.0/CC-MAIN-B"), "in the way");

    assertThatThrownBy(() -> TestingSink.accept(partition, records().marker("d#1").all().get(0)))
        .isInstanceOf(IOException.class);
    partition.discard();

    assertThat(sink.contents("_sluice/tmp")).isEmpty();
    assertThat(sink.log(PARTITION).read()).isEmpty();
  }

  @Test
  void shouldForgetEverythingSinceTheLastCut() throws IOException {
    TestingSink sink = TestingSink.in(root);
    PartitionSink partition = sink.open(PARTITION);
    TestingRecords records = records().document(DUMP, "a").marker("d#1");
    for (int i = 0; i < 50; i++) {
      records.document(DUMP, TestingRecords.text(new java.util.Random(i), 4000));
    }
    TestingSink.feed(partition, records.all());
    assertThat(sink.contents("_sluice/tmp")).isNotEmpty();

    partition.discard();

    assertThat(sink.contents("_sluice/tmp")).isEmpty();
    assertThat(sink.contents("en")).hasSize(1);
  }

  /** Whoever can write to a curated topic can end no sink, and no row comes of it. */
  @Test
  void shouldSkipAndCountForeignRecords() throws IOException {
    byte[] key = TestingSink.utf8("id-000000");
    byte[] document = records().document(DUMP, "text").all().get(0).value();
    byte[] marker = records().marker("d#9").all().get(0).value();
    byte[] unknownSchema = document.clone();
    unknownSchema[5] ^= 1;
    byte[] elsewhere =
        new TestingRecords(TestingSink.partition(0)).marker("d#9").all().get(0).value();
    TestingRecords poisoned =
        records()
            .document(DUMP, "good")
            .add(TestingSink.utf8("neither document nor marker"))
            .add(key, null)
            .add(null, document)
            .add(TestingSink.utf8("another key"), document)
            .add(key, unknownSchema)
            .add(key, Arrays.copyOf(document, 30))
            .add(key, Arrays.copyOf(document, document.length + 1))
            .add(Arrays.copyOf(marker, marker.length - 1))
            .add(elsewhere)
            .document(DUMP, "good")
            .marker("d#1");

    List<CutRecord> cuts = cut(TestingSink.in(root), poisoned);

    assertThat(cuts).hasSize(1);
    assertThat(cuts.get(0).foreign()).isEqualTo(9);
    assertThat(cuts.get(0).ordinal()).isEqualTo(2);
    assertThat(cuts.get(0).files()).extracting(CutFile::rows).containsExactly(2L);
    assertThat(cuts.get(0).ended()).extracting(EndedUnit::unit).containsExactly("d#1");
    assertThat(cuts.get(0).nextOffset()).isEqualTo(12);
  }

  @Test
  void shouldRecordWhoseRowsACutHolds() throws IOException {
    TestingSink sink = TestingSink.in(root);

    List<CutRecord> cuts =
        cut(
            sink,
            records()
                .inUnit("a#1")
                .document(DUMP, "1")
                .document("unknown", "2")
                .inUnit("b#1")
                .document(DUMP, "3")
                .marker("a#1")
                .document(DUMP, "4")
                .marker("b#1"));

    assertThat(cuts.get(0).rows())
        .isEqualTo(Map.of("a#1", Map.of(DUMP, 1L, "unknown", 1L), "b#1", Map.of(DUMP, 1L)));
    assertThat(cuts.get(1).rows()).isEqualTo(Map.of("b#1", Map.of(DUMP, 1L)));
  }
}
