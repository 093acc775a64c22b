package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.Counters;
import dev.sluice.core.DedupScope;
import dev.sluice.core.Outcome;
import dev.sluice.topics.record.EndOfUnit;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkersTest {
  private static final String UNIT = TestingDocument.UNIT;
  private static final String OTHER_UNIT = "CC-MAIN-2024-18#1";
  private static final String DUMP = TestingDocument.DUMP;
  private static final List<String> BUCKETS = List.of("low", "never", "high");
  private static final byte[] NO_UTF8 = {'a', (byte) 0xC0, 'b'};

  @TempDir private Path stateDir;

  private TestingCuration open() {
    return TestingCuration.open(stateDir, DedupScope.BUCKET);
  }

  private static Counters counters(Object... dumpBucketOutcomeRows) {
    Counters counters = new Counters();
    for (int i = 0; i < dumpBucketOutcomeRows.length; i += 4) {
      Outcome outcome = (Outcome) dumpBucketOutcomeRows[i + 2];
      counters.add(
          new Counters.Key(
              (String) dumpBucketOutcomeRows[i],
              (String) dumpBucketOutcomeRows[i + 1],
              outcome.key()),
          (int) dumpBucketOutcomeRows[i + 3]);
    }
    return counters;
  }

  private static Counters sum(TestingCuration curation) throws Exception {
    Counters sum = new Counters();
    for (String bucket : BUCKETS) {
      for (EndOfUnit marker : curation.markers(bucket)) {
        sum.merge(marker.curated());
      }
    }
    return sum;
  }

  private static void sendOneOfEveryOutcome(TestingCuration curation) {
    curation.send(
        TestingDocument.of("1", 1.5).withoutScore(),
        TestingDocument.of("2", 5.1),
        TestingDocument.of("2b", Double.NaN),
        TestingDocument.of("3", 4).withText(" \n\u3000"),
        TestingDocument.of("3b", 4).withoutText(),
        TestingDocument.of("4", 0.5),
        TestingDocument.of("5", 2.5),
        TestingDocument.of("6", 1.5).withText(NO_UTF8),
        TestingDocument.of(NO_UTF8, 2.5),
        TestingDocument.of("7", 3),
        TestingDocument.of("7", 3.5),
        TestingDocument.of("8", 1).inDump("unknown"));
  }

  @Test
  void shouldCountEveryOutcomeOnceAndOnTheTopicOfItsBucket() throws Exception {
    try (TestingCuration curation = open()) {
      sendOneOfEveryOutcome(curation);
      curation.end(UNIT);

      assertThat(curation.markers("low"))
          .extracting(EndOfUnit::curated)
          .containsExactly(
              counters(
                  DUMP,
                  "",
                  Outcome.MISSING_SCORE,
                  1,
                  DUMP,
                  "",
                  Outcome.INVALID_SCORE,
                  2,
                  DUMP,
                  "",
                  Outcome.EMPTY_TEXT,
                  2,
                  DUMP,
                  "",
                  Outcome.FILTERED_OUT,
                  1,
                  DUMP,
                  "low",
                  Outcome.INVALID_TEXT,
                  1,
                  "unknown",
                  "low",
                  Outcome.KEPT,
                  1));
      assertThat(curation.markers("never"))
          .extracting(EndOfUnit::curated)
          .containsExactly(
              counters(
                  DUMP, "never", Outcome.SAMPLED_OUT, 1, DUMP, "never", Outcome.INVALID_TEXT, 1));
      assertThat(curation.markers("high"))
          .extracting(EndOfUnit::curated)
          .containsExactly(
              counters(DUMP, "high", Outcome.KEPT, 1, DUMP, "high", Outcome.DUPLICATES_REMOVED, 1));
    }
  }

  @Test
  void shouldEndEveryRowThatWasSent() throws Exception {
    try (TestingCuration curation = open()) {
      sendOneOfEveryOutcome(curation);
      curation.end(UNIT);

      assertThat(sum(curation).ended()).isEqualTo(12);
    }
  }

  @Test
  void shouldForwardMarkersOfIngestAfterTheDocuments() throws Exception {
    try (TestingCuration curation = open()) {
      curation.send(TestingDocument.of("a", 1.5));
      curation.end(UNIT);
      curation.send(TestingDocument.of("b", 1.5).inUnit(OTHER_UNIT));

      List<byte[]> values = curation.curated("low").stream().map(record -> record.value()).toList();
      assertThat(values).extracting(EndOfUnit::matches).containsExactly(false, true, false);
      EndOfUnit sent = TestingCuration.marker(UNIT, 0);
      EndOfUnit passed = EndOfUnit.parse(values.get(1));
      assertThat(passed).isEqualTo(sent.withCurated(passed.curated()));
    }
  }

  @Test
  void shouldPassOnTheMarkerOfAnEmptyUnitToEveryBucket() throws Exception {
    try (TestingCuration curation = open()) {
      curation.end(UNIT);

      for (String bucket : BUCKETS) {
        assertThat(curation.markers(bucket))
            .as(bucket)
            .containsExactly(TestingCuration.marker(UNIT, 0));
      }
    }
  }

  @Test
  void shouldIgnoreRepeatedMarkers() throws Exception {
    try (TestingCuration curation = open()) {
      curation.send(TestingDocument.of("a", 1.5));
      curation.end(UNIT);
      curation.end(UNIT);
    }
    try (TestingCuration curation = open()) {
      curation.send(TestingDocument.of("a", 1.5));
      curation.end(UNIT);
      curation.end(UNIT);
      curation.end(UNIT); // at a new offset, after a restart
      curation.end("CC-MAIN-2024-10#2");

      assertThat(curation.markers("low"))
          .extracting(marker -> marker.unit().id())
          .containsExactly("CC-MAIN-2024-10#2");
    }
  }

  @Test
  void shouldCountUnitsSideBySideApart() throws Exception {
    try (TestingCuration curation = open()) {
      TestingDocument mine = TestingDocument.of("a", 1.5);
      TestingDocument other = TestingDocument.of("b", 1.5).inUnit(OTHER_UNIT).inDump("unknown");
      curation.send(mine, other, mine, other.fromRow(1), other.fromRow(2));
      curation.end(OTHER_UNIT);
      curation.send(mine);
      curation.end(UNIT);

      assertThat(curation.markers("low"))
          .extracting(EndOfUnit::curated)
          .containsExactly(
              counters(
                  "unknown",
                  "low",
                  Outcome.KEPT,
                  1,
                  "unknown",
                  "low",
                  Outcome.DUPLICATES_REMOVED,
                  2),
              counters(DUMP, "low", Outcome.KEPT, 1, DUMP, "low", Outcome.DUPLICATES_REMOVED, 2));
    }
  }

  @Test
  void shouldNotMixUnitsWhoseNamesBeginAlike() throws Exception {
    try (TestingCuration curation = open()) {
      curation.send(TestingDocument.of("a", 1.5).inUnit("u#1"));
      curation.send(TestingDocument.of("b", 1.5).inUnit("u#11"));
      curation.end("u#1");
      curation.end("u#11");

      assertThat(curation.markers("low"))
          .extracting(marker -> marker.curated().ended())
          .containsExactly(1L, 1L);
    }
  }

  @Test
  void shouldSkipUncountedWhatWasProcessedBeforeTheGroupWasDeleted() throws Exception {
    TestingDocument first = TestingDocument.of("a", 1.5);
    TestingDocument duplicate = first.fromRow(1);
    TestingDocument invalid = TestingDocument.of("b", 1.5).withText(NO_UTF8);
    try (TestingCuration curation = open()) {
      curation.send(first, duplicate, invalid);
      curation.send(new byte[] {9}, new byte[] {1});
    }

    try (TestingCuration curation = open()) {
      curation.send(first, duplicate, invalid); // the same offsets again
      curation.send(new byte[] {9}, new byte[] {1});
      TestingDocument next = TestingDocument.of("c", 1.5);
      curation.send(next);
      curation.end(UNIT);

      assertThat(curation.rejects()).isEmpty();
      List<byte[]> values = curation.curated("low").stream().map(record -> record.value()).toList();
      assertThat(values).hasSize(2).first().isEqualTo(next.value());
      assertThat(EndOfUnit.parse(values.get(1)).curated())
          .isEqualTo(
              counters(
                  DUMP,
                  "low",
                  Outcome.KEPT,
                  2,
                  DUMP,
                  "low",
                  Outcome.DUPLICATES_REMOVED,
                  1,
                  DUMP,
                  "low",
                  Outcome.INVALID_TEXT,
                  1));
    }
  }

  @Test
  void shouldContinueCountingAUnitAfterARestart() throws Exception {
    TestingDocument first = TestingDocument.of("a", 1.5);
    try (TestingCuration curation = open()) {
      curation.send(first, first.fromRow(1));
    }

    try (TestingCuration curation = open()) {
      curation.send(first, first.fromRow(1), first.fromRow(2));
      curation.end(UNIT);

      assertThat(sum(curation))
          .isEqualTo(
              counters(DUMP, "low", Outcome.KEPT, 1, DUMP, "low", Outcome.DUPLICATES_REMOVED, 2));
    }
  }

  @Test
  void shouldRefuseATopicThatWasCreatedAgain() {
    try (TestingCuration curation = open()) {
      curation.send(TestingDocument.of("a", 1.5));
    }

    CurationSettings recreated =
        TestingCuration.settings(TestingCuration.rules(DedupScope.BUCKET), "another-id");
    assertThatThrownBy(() -> TestingCuration.open(stateDir, recreated))
        .isInstanceOf(StreamsException.class)
        .hasStackTraceContaining("re-created")
        .hasStackTraceContaining("another-id")
        .hasStackTraceContaining(TestingCuration.TOPIC_ID)
        .hasStackTraceContaining("kafka.topic-prefix");
  }

  @Test
  void shouldNotBindATopicBeforeItsFirstRecord() {
    open().close();

    CurationSettings recreated =
        TestingCuration.settings(TestingCuration.rules(DedupScope.BUCKET), "another-id");
    TestingCuration.open(stateDir, recreated).close();
  }
}
