package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.core.DedupScope;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.MalformedRecordException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ForgettingTest {
  private static final String UNIT = TestingDocument.UNIT;
  private static final String DUMP = TestingDocument.DUMP;
  private static final String OTHER_UNIT = "CC-MAIN-2024-18#1";
  private static final String OTHER_DUMP = "CC-MAIN-2024-18";
  private static final String AGAIN = "CC-MAIN-2024-10#2";

  @TempDir private Path stateDir;

  private TestingCuration open() {
    return TestingCuration.open(stateDir, DedupScope.BUCKET);
  }

  private static TestingDocument other(String id) {
    return TestingDocument.of(id, 1.5).inUnit(OTHER_UNIT).inDump(OTHER_DUMP);
  }

  private static TestingDocument again(String id) {
    return TestingDocument.of(id, 1.5).inUnit(AGAIN);
  }

  @Test
  void shouldForwardItOnceToEveryBucketAfterTheDocuments() throws MalformedRecordException {
    try (TestingCuration curation = open()) {
      curation.send(TestingDocument.of("a", 1.5));
      curation.end(UNIT);
      curation.forget("r1", DUMP, UNIT);
      curation.forget("r1", DUMP, UNIT);
      curation.send(again("b"));

      List<byte[]> low = curation.curated("low").stream().map(record -> record.value()).toList();
      assertThat(low).hasSize(4);
      assertThat(EndOfUnit.matches(low.get(1))).isTrue();
      assertThat(Forget.parse(low.get(2)))
          .isEqualTo(TestingCuration.forgetRecord("r1", DUMP, UNIT));
      for (String bucket : List.of("never", "high")) {
        assertThat(curation.curated(bucket)).as(bucket).hasSize(2);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(value = DedupScope.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void shouldKeepTheIdsOfTheForgottenDumpAgainAndNoOthers(DedupScope scope) {
    try (TestingCuration curation = TestingCuration.open(stateDir, scope)) {
      curation.send(TestingDocument.of("a", 1.5), TestingDocument.of("b", 1.5));
      curation.send(other("c"), other("a"));
      curation.forget("r1", DUMP, UNIT);
      assertThat(curation.documents("low")).hasSize(3);

      curation.send(again("a"), again("b"), again("c"), again("b").fromRow(1));

      assertThat(curation.documents("low")).containsExactly(again("a").value(), again("b").value());
    }
  }

  @Test
  void shouldDeleteTheForgottenIdsFromTheStore() {
    try (TestingCuration curation = open()) {
      curation.send(TestingDocument.of("a", 1.5), TestingDocument.of("b", 4), other("c"));
      assertThat(curation.idsKept()).isEqualTo(3);

      curation.forget("r1", DUMP, UNIT);
      assertThat(curation.idsKept()).isEqualTo(1);

      curation.send(again("a"));
      assertThat(curation.idsKept()).isEqualTo(2);
    }
  }

  @Test
  void shouldRememberWhatIsForgottenOverARestart() {
    TestingDocument first = TestingDocument.of("a", 1.5);
    TestingDocument second = TestingDocument.of("b", 1.5);
    try (TestingCuration curation = open()) {
      curation.send(first, second, other("c"));
      curation.forget("r1", DUMP, UNIT);
    }
    try (TestingCuration curation = open()) {
      curation.send(first, second, other("c")); // the same offsets again
      curation.forget("r1", DUMP, UNIT);
      curation.send(again("a"));

      assertThat(curation.documents("low")).containsExactly(again("a").value());
      assertThat(curation.idsKept()).isEqualTo(2);
    }
  }

  @Test
  void shouldForgetTheCountersOfAUnitThatHadNotEnded() throws MalformedRecordException {
    try (TestingCuration curation = open()) {
      curation.send(TestingDocument.of("a", 1.5));
      curation.forget("r1", DUMP, UNIT);
      curation.end(UNIT);
      curation.send(again("a"));
      curation.end(AGAIN);

      assertThat(curation.markers("low"))
          .extracting(marker -> marker.unit().id(), marker -> marker.curated().ended())
          .containsExactly(tuple(AGAIN, 1L));
    }
  }

  @Test
  void shouldForgetTwice() {
    try (TestingCuration curation = open()) {
      curation.send(TestingDocument.of("a", 1.5));
      curation.forget("r1", DUMP, UNIT);
      curation.send(again("a"));
      curation.forget("r2", DUMP, AGAIN);
      assertThat(curation.idsKept()).isZero();

      curation.send(other("a"));
      assertThat(curation.documents("low")).hasSize(3);
    }
  }

  @Test
  void shouldRejectARecordThatIsMeantForAnotherPartition() {
    try (TestingCuration curation = open()) {
      byte[] elsewhere = TestingCuration.forgetRecord("r1", DUMP, UNIT).forPartition(7).encode();
      curation.send(new byte[0], elsewhere);

      assertThat(curation.curated("low")).isEmpty();
      assertThat(curation.rejects()).hasSize(1);
    }
  }

  @Test
  void shouldForgetTheIdsOfEveryDumpOfAUnit() {
    ForgottenUnit unit = ForgottenUnit.ended(UNIT, List.of(DUMP, "unknown"), List.of());
    try (TestingCuration curation = open()) {
      curation.send(TestingDocument.of("a", 1.5), TestingDocument.of("b", 1.5).inDump("unknown"));
      curation.send(other("c").inDump("unknown"));
      curation.send(new byte[0], new Forget("unit " + UNIT, "r1", 0, List.of(unit)).encode());

      assertThat(curation.idsKept()).isEqualTo(1);
      assertThat(curation.documents("low")).hasSize(3);
      curation.send(again("a"), again("b"), again("c"));
      assertThat(curation.documents("low")).containsExactly(again("a").value(), again("b").value());
    }
  }
}
