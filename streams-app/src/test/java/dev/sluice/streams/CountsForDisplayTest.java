package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Counters;
import dev.sluice.core.DedupScope;
import dev.sluice.core.gauge.DropExample;
import dev.sluice.streams.gauge.RepeatedIds.RepeatedId;
import dev.sluice.topics.record.EndOfUnit;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the gauge of a topology shows is what its markers say. */
class CountsForDisplayTest {
  private static final String UNIT = TestingDocument.UNIT;
  private static final String OTHER_UNIT = "CC-MAIN-2024-18#1";
  private static final List<TestingDocument> DOCUMENTS =
      List.of(
          TestingDocument.of("a", 1.5).withoutScore(),
          TestingDocument.of("b", 4).withText(" "),
          TestingDocument.of("c", 1.5),
          TestingDocument.of("c", 1.5).fromRow(1),
          TestingDocument.of("d", 4).inDump("unknown"));

  @TempDir private Path stateDir;

  private TestingCuration open() {
    return TestingCuration.open(stateDir, DedupScope.BUCKET);
  }

  private static void send(TestingCuration curation, String unit) {
    DOCUMENTS.forEach(document -> curation.send(document.inUnit(unit)));
  }

  private static Counters shown(TestingCuration curation) {
    curation.gauge().commit();
    return curation.gauge().counters();
  }

  private static Counters marked(TestingCuration curation) throws Exception {
    Counters sum = new Counters();
    for (String bucket : List.of("low", "never", "high")) {
      for (EndOfUnit marker : curation.markers(bucket)) {
        sum.merge(marker.curated());
      }
    }
    return sum;
  }

  @Test
  void shouldBeTheCountersOfTheMarkersBeforeAndAfterThem() throws Exception {
    try (TestingCuration curation = open()) {
      send(curation, UNIT);
      Counters before = shown(curation);
      curation.end(UNIT);

      assertThat(before).isEqualTo(marked(curation)).isEqualTo(shown(curation));
      assertThat(before.ended()).isEqualTo(DOCUMENTS.size());
    }
  }

  @Test
  void shouldContinueWithEndedAndOpenUnitsAfterARestart() {
    Counters before;
    try (TestingCuration curation = open()) {
      send(curation, UNIT);
      curation.end(UNIT);
      send(curation, OTHER_UNIT);
      before = shown(curation);
    }
    try (TestingCuration curation = open()) {
      assertThat(curation.gauge().counters()).isEqualTo(before);
      assertThat(before.ended()).isEqualTo(2 * DOCUMENTS.size());
    }
  }

  @Test
  void shouldForgetUnitsWithAReset() {
    try (TestingCuration curation = open()) {
      send(curation, OTHER_UNIT);
      Counters before = shown(curation);
      send(curation, UNIT);
      curation.end(UNIT);
      curation.forget("r1", TestingDocument.DUMP, UNIT);
      assertThat(shown(curation)).isEqualTo(before);
    }
    try (TestingCuration curation = open()) {
      assertThat(curation.gauge().counters().ended()).isEqualTo(DOCUMENTS.size());
    }
  }

  @Test
  void shouldShowExamplesOfEachReason() {
    try (TestingCuration curation = open()) {
      send(curation, UNIT);

      assertThat(curation.gauge().examples().byReason())
          .isEqualTo(
              Map.of(
                  "missing_score", List.of(example("a", 0, "some text")),
                  "empty_text", List.of(example("b", 0, " ")),
                  "duplicates_removed", List.of(example("c", 1, "some text"))));
    }
  }

  @Test
  void shouldShowSomeIdsThatRepeatWithTheFilesOfBothDocuments() {
    try (TestingCuration curation = open()) {
      for (int row = 0; row < 5; row++) {
        curation.send(TestingDocument.of("id " + row, 1.5).fromRow(row));
      }
      curation.send(TestingDocument.of("id 2", 4).fromRow(5)); // of another bucket
      assertThat(curation.gauge().repeatedIds().some()).isEmpty();

      for (int row = 4; row >= 0; row--) {
        curation.send(TestingDocument.of("id " + row, 1.5).fromRow(10 + row));
      }

      assertThat(curation.gauge().repeatedIds().some())
          .containsExactly(repeated("id 2", 12), repeated("id 3", 13), repeated("id 4", 14));
    }
  }

  private static RepeatedId repeated(String id, long row) {
    String file = "data/a.parquet";
    return new RepeatedId(id, file, new DropExample(id, file, row, Optional.empty()));
  }

  private static DropExample example(String id, long row, String text) {
    return new DropExample(id, "data/a.parquet", row, Optional.of(text));
  }

  @Test
  void shouldShowExamplesOfRowsWhoseTextIsInTheSource() {
    try (TestingCuration curation = open()) {
      byte[] rows =
          TestingDocument.selected(
              List.of(TestingDocument.of("c", 1.5), TestingDocument.of("c", 1.5).fromRow(1)));
      curation.send(new byte[0], rows);

      assertThat(curation.gauge().examples().byReason().get("duplicates_removed"))
          .containsExactly(new DropExample("c", "data/a.parquet", 1, Optional.empty()));
    }
  }
}
