package dev.sluice.topics.progress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Counters;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.progress.Ownership.Owner;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.record.Schemas;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class ProgressLogTest {
  private static final String UNIT = "data/CC-MAIN-2024-10#1";
  private static final UnitFiles FILES =
      new UnitFiles(
          UNIT,
          List.of(new ListedFile("a.parquet", 1, 2), new ListedFile("ö.parquet", 1L << 40, 0)));
  private static final Owner OWNER =
      new Owner("id", new TreeMap<>(Map.of("sampling.seed", "42", "kafka.partitions", "2")));

  private final ProgressLog log =
      new ProgressLog(new KafkaConnection("localhost:1", Map.of()), "p.ingest.progress");
  private final ProgressState state = new ProgressState();
  private long offset;

  private static UnitProgress progress(long row) {
    Counters counters = new Counters();
    counters.add(new Counters.Key("CC-MAIN-2024-10", Counters.NO_BUCKET, Counters.ROWS), row);
    SortedMap<String, String> quarantined = new TreeMap<>(Map.of("a.parquet", "cut off"));
    return new UnitProgress(UNIT, 1, row, quarantined, counters.nested(), false, "host 12");
  }

  private void read(ProducerRecord<byte[], byte[]> record) {
    read(new String(record.key(), UTF_8), record.value());
  }

  private void read(String key, byte[] value) {
    ProgressLog.put(
        state, new ConsumerRecord<>("p.ingest.progress", 0, offset++, key.getBytes(UTF_8), value));
  }

  @Test
  void shouldReadWhatItWrote() {
    read(log.record(OWNER));
    log.records(FILES).forEach(this::read);
    read(log.record(progress(1L << 40)));

    assertThat(state.owner()).contains(OWNER);
    assertThat(state.units()).containsExactly(FILES);
    assertThat(state.progress(UNIT)).contains(progress(1L << 40));
    assertThat(state.progress(UNIT).orElseThrow().counted().total(Counters.ROWS))
        .isEqualTo(1L << 40);
  }

  @Test
  void shouldWriteToTheOnlyPartitionUnderKeysThatCompactionKeepsApart() {
    assertThat(List.of(log.record(OWNER), log.records(FILES).get(0), log.record(progress(1))))
        .allMatch(record -> record.partition() == 0)
        .extracting(record -> new String(record.key(), UTF_8))
        .containsExactly("owner", "files/" + UNIT, "progress/" + UNIT);
  }

  @Test
  void shouldBelieveTheLastRecordOfAKey() {
    read(log.record(progress(1)));
    read(log.record(progress(2)));

    assertThat(state.progress(UNIT)).contains(progress(2));
  }

  @Test
  void shouldKeepTheOrderInWhichUnitsBegan() {
    for (String unit : new String[] {"z#1", "a#1", "m#1"}) {
      log.records(new UnitFiles(unit, List.of())).forEach(this::read);
    }

    assertThat(state.units()).extracting(UnitFiles::unit).containsExactly("z#1", "a#1", "m#1");
  }

  @Test
  void shouldForgetWhatATombstoneDeletes() {
    read(log.record(OWNER));
    log.records(FILES).forEach(this::read);
    read(log.record(progress(1)));

    read("files/" + UNIT, null);
    read("progress/" + UNIT, null);
    read("owner", null);

    assertThat(state.units()).isEmpty();
    assertThat(state.progress(UNIT)).isEmpty();
    assertThat(state.owner()).isEmpty();
  }

  @Test
  void shouldReportRestoresUntilTheyAreDone() {
    RestoreProgress first = new RestoreProgress("one", 100, 50, 12.5, 1_000);
    RestoreProgress second = new RestoreProgress("two", 0, 9, 0, 2_000);
    read(log.record(second));
    read(log.record(first));

    assertThat(state.restores()).containsExactly(first, second);
    assertThat(first.secondsLeft()).hasValue(4);
    assertThat(second.secondsLeft()).isEmpty();
    assertThat(first.isCurrentAt(60_999)).isTrue();
    assertThat(first.isCurrentAt(61_000)).isFalse();

    ProducerRecord<byte[], byte[]> done = log.restored("one");
    read(new String(done.key(), UTF_8), done.value());
    assertThat(state.restores()).containsExactly(second);
  }

  @Test
  void shouldSkipKeysOfLaterVersions() {
    read("later/CC-MAIN-2024-10", "{}".getBytes(UTF_8));

    assertThat(state.units()).isEmpty();
  }

  @Test
  void shouldKnowTheResetsAndTheGenerationsTheyForgot() {
    SortedMap<String, Integer> generations = new TreeMap<>(Map.of("data/CC-MAIN-2024-10", 3));
    Reset started = Reset.started("CC-MAIN-2024-10", "r1", generations);
    read(log.record(started));
    assertThat(state.openReset()).contains(started);

    assertThat(Reset.option(started.dump())).containsExactly("--dump", "CC-MAIN-2024-10");
    assertThat(Reset.option("unit .#3")).containsExactly("--unit", ".#3");
    assertThat(Reset.option("directory my data")).containsExactly("--directory", "my data");
    assertThat(started.forgets("data/CC-MAIN-2024-10#3")).isFalse();
    SortedSet<String> units = new TreeSet<>(Set.of("data/CC-MAIN-2024-10#3"));
    Reset sent = new Reset("CC-MAIN-2024-10", "r1", true, generations, units);
    assertThat(sent.forgets("data/CC-MAIN-2024-10#3")).isTrue();
    assertThat(sent.forgets("data/CC-MAIN-2024-10#2")).isFalse();
    read(log.record(sent));
    assertThat(state.openReset()).isEmpty();
    assertThat(state.reset("CC-MAIN-2024-10")).contains(sent);
    assertThat(state.forgottenGeneration("data/CC-MAIN-2024-10")).isEqualTo(3);
    assertThat(state.forgottenGeneration("data")).isZero();

    read(log.tombstoneOfReset("CC-MAIN-2024-10"));
    assertThat(state.reset("CC-MAIN-2024-10")).isEmpty();
  }

  @Test
  void shouldForgetAUnitByItsTombstones() {
    log.records(FILES).forEach(this::read);
    read(log.record(progress(1)));

    log.tombstones(state, UNIT).forEach(this::read);

    assertThat(state.units()).isEmpty();
    assertThat(state.progress(UNIT)).isEmpty();
  }

  /** Foreign records on the topic must not stop ingest or status. */
  @Test
  void shouldSkipInvalidRecords() {
    read(log.record(OWNER));
    log.records(FILES).forEach(this::read);
    read(log.record(progress(5)));
    for (String key :
        List.of("owner", "files/" + UNIT, "progress/" + UNIT, "reset/x", "restore/x", "schema/0")) {
      for (String value : List.of("", "{", "null", "7", "[]", "{}", "{\"unit\":\"another#1\"}")) {
        read(key, value.getBytes(UTF_8));
      }
      read(key, new byte[] {(byte) 0xC3, 1, (byte) 0xFF});
    }
    read("files/../x", "{\"unit\":\"../x\",\"files\":[]}".getBytes(UTF_8));
    ProgressLog.put(state, new ConsumerRecord<>("p.ingest.progress", 0, 99, null, new byte[] {1}));
    ProgressLog.put(state, new ConsumerRecord<>("p.ingest.progress", 0, 99, null, null));

    assertThat(state.owner()).contains(OWNER);
    assertThat(state.units()).containsExactly(FILES);
    assertThat(state.progress(UNIT)).contains(progress(5));
    assertThat(state.hasLostProgress(UNIT)).isFalse();
  }

  @Test
  void shouldKnowThatAUnitsProgressIsGone() {
    log.records(FILES).forEach(this::read);
    read("progress/" + UNIT, "{".getBytes(UTF_8));

    assertThat(state.hasLostProgress(UNIT)).isTrue();

    read(log.record(progress(5)));
    assertThat(state.hasLostProgress(UNIT)).isFalse();
  }

  @Test
  void shouldReadWhatANewerVersionSaysMore() {
    String json = new String(log.record(progress(5)).value(), UTF_8);

    read("progress/" + UNIT, json.replaceFirst("\\{", "{\"later\":[1],").getBytes(UTF_8));

    assertThat(state.progress(UNIT)).contains(progress(5));
  }

  @Test
  void shouldFindPublishedSchemasByTheirFingerprints() {
    for (Schema schema : Schemas.written()) {
      read(log.publication(schema));

      assertThat(state.schema(Schemas.fingerprint(schema))).contains(schema);
    }
    assertThat(state.schema(7)).isEmpty();
  }

  @Test
  void shouldNotFollowTheMapsItWasMadeOf() {
    SortedMap<String, String> quarantined = new TreeMap<>();
    UnitProgress progress =
        new UnitProgress(UNIT, 0, 0, quarantined, new TreeMap<>(), false, "host 12");

    quarantined.put("a.parquet", "cut off");

    assertThat(progress.quarantined()).isEmpty();
  }

  @Test
  void shouldBeginAUnitWithNothing() {
    UnitProgress none = UnitProgress.none(UNIT, "host 12");

    assertThat(none.counted().isEmpty()).isTrue();
    assertThat(none.file()).isZero();
    assertThat(none.row()).isZero();
    assertThat(none.ended()).isFalse();
  }

  private static UnitFiles dump() {
    List<ListedFile> files = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      String path = "data/CC-MAIN-2024-10/%03d_%05d.parquet".formatted(i / 1000, i);
      files.add(
          new ListedFile(path, 2_000_000_000L + i, 1_700_000_000_000L + i, "%032x".formatted(i)));
    }
    return new UnitFiles(UNIT, files);
  }

  @Test
  void shouldWriteALongListInPiecesThatFitIntoRecords() {
    UnitFiles dump = dump();
    List<ProducerRecord<byte[], byte[]>> records = log.records(dump);

    assertThat(records).hasSizeBetween(2, 6);
    assertThat(records).allMatch(record -> record.value().length <= 512 << 10);
    assertThat(records.stream().mapToLong(record -> record.value().length).sum())
        .isLessThan(90L * dump.files().size());
    assertThat(records)
        .extracting(record -> new String(record.key(), UTF_8))
        .startsWith("files/" + UNIT, "files/" + UNIT + "/1", "files/" + UNIT + "/2");
    for (ProducerRecord<byte[], byte[]> record : records) {
      assertThat(state.units()).isEmpty();
      read(record);
    }
    assertThat(state.units()).containsExactly(dump);
    read(log.record(progress(1)));

    List<ProducerRecord<byte[], byte[]>> tombstones = log.tombstones(state, UNIT);
    assertThat(tombstones)
        .extracting(record -> new String(record.key(), UTF_8))
        .containsAll(records.stream().map(record -> new String(record.key(), UTF_8)).toList())
        .contains("progress/" + UNIT);
    tombstones.forEach(this::read);
    assertThat(state.units()).isEmpty();
    assertThat(state.progress(UNIT)).isEmpty();
    assertThat(log.tombstones(state, UNIT)).hasSize(2);
  }

  @Test
  void shouldIgnoreAnIncompleteList() {
    List<ProducerRecord<byte[], byte[]>> records = log.records(dump());
    read(records.get(1));
    read(records.get(0));
    read(records.get(2));
    records.subList(3, records.size()).forEach(this::read);
    assertThat(state.units()).isEmpty();

    records.forEach(this::read);
    assertThat(state.units()).containsExactly(dump());
  }

  @Test
  void shouldReadPathsOfAnyCharacters() {
    UnitFiles files =
        new UnitFiles(
            UNIT,
            List.of(
                new ListedFile("a/\ud83d\ude00", 1, 2),
                new ListedFile("a/\ud83d\ude01\"\\", 0, -2, "no hash"),
                new ListedFile("a/\u0001\n", 7, 0)));

    log.records(files).forEach(this::read);

    assertThat(state.units()).containsExactly(files);
  }

  @Test
  void shouldKeepTheCommitsOfAnInput() {
    UnitFiles pinned =
        new UnitFiles(
            UNIT,
            dump().files(),
            new TreeMap<>(Map.of(".", "hf://datasets/org/name@0f98b1", "b", "hf://datasets/b@c")),
            true);

    log.records(pinned).forEach(this::read);

    assertThat(state.units()).containsExactly(pinned);
    assertThat(new String(log.records(FILES).get(0).value(), UTF_8))
        .doesNotContain("sources", "needsIds");
  }

  @Test
  void shouldNotChangeAStateThatWasHandedOut() {
    log.records(FILES).forEach(this::read);
    ProgressState handedOut = new ProgressState(state);

    log.tombstones(state, UNIT).forEach(this::read);

    assertThat(state.units()).isEmpty();
    assertThat(handedOut.units()).containsExactly(FILES);
  }
}
