package dev.sluice.topics.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.BegunUnit;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.ForgottenUnit.SourcePart;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForgetTest {
  static Forget full() {
    return new Forget(
        "CC-MAIN-2024-10",
        "2f1c",
        1,
        List.of(
            ForgottenUnit.ended(
                "data/CC-MAIN-2024-10#1",
                List.of("CC-MAIN-2024-10", "unknown"),
                List.of(
                    new SourcePart("data/a.parquet", 1L << 40), new SourcePart("ö.parquet", 7))),
            ForgottenUnit.begun(
                ".#3",
                List.of("CC-MAIN-2024-10"),
                List.of(new SourcePart("b.parquet", 0), new SourcePart("ö.parquet", 7)),
                List.of("ö.parquet"),
                0,
                99)),
        List.of(new BegunUnit("data/CC-MAIN-2024-18#2", 3, 1L << 33)));
  }

  @Test
  void shouldReadWhatItWrote() throws MalformedRecordException {
    assertThat(Forget.parse(full().encode())).isEqualTo(full());
    Forget silent = new Forget("unit a#1", "2f1c", 1, full().units());
    assertThat(Forget.parse(silent.encode())).isEqualTo(silent);
  }

  @Test
  void shouldChangeThePartitionOnly() {
    assertThat(full().forPartition(5).forPartition(1)).isEqualTo(full());
    assertThat(full().forPartition(5).partition()).isEqualTo(5);
  }

  @Test
  void shouldDistinguishItFromDocumentsAndMarkers() {
    byte[] forget = full().encode();

    assertThat(Forget.matches(forget)).isTrue();
    assertThat(EndOfUnit.matches(forget)).isFalse();
    assertThat(DocumentRecord.matches(forget)).isFalse();
    assertThat(Forget.matches(TestingMarkers.full().encode())).isFalse();
  }

  @Test
  void shouldRefuseWhatIsNoNameOfADump() {
    ForgottenUnit unit = ForgottenUnit.ended("a#1", List.of("../../home"), List.of());
    byte[] forget = new Forget("unit a#1", "2f1c", 1, List.of(unit)).encode();

    assertThatThrownBy(() -> Forget.parse(forget))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageContaining("../../home");
  }

  @Test
  void shouldForgetDumpsOfAnyName() throws MalformedRecordException {
    ForgottenUnit unit = ForgottenUnit.ended("a#1", List.of("wikipedia-2024"), List.of());
    Forget forget = new Forget("wikipedia-2024", "2f1c", 1, List.of(unit));

    assertThat(Forget.parse(forget.encode())).isEqualTo(forget);
  }

  @Test
  void shouldCallEveryTruncatedRecordMalformed() {
    byte[] complete = full().encode();
    for (int length = 0; length < complete.length; length++) {
      byte[] cut = Arrays.copyOf(complete, length);
      assertThatThrownBy(() -> Forget.parse(cut)).isInstanceOf(MalformedRecordException.class);
    }
  }
}
