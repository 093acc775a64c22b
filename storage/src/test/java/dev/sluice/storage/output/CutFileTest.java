package dev.sluice.storage.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CutFileTest {
  private static CutFile file(String path) {
    return new CutFile(path, "3.0", "CC-MAIN-2024-10", 1, 2, 3, "00");
  }

  @Test
  void shouldReportTheRanksOfAShard() {
    CutFile cut = file("en/3.0/CC-MAIN-2024-10/1234567890123456.parquet");
    assertThat(cut.rank()).isEqualTo(1234567890123456L);
    assertThat(cut.lastRank()).isEqualTo(1234567890123456L);
    assertThat(CutFile.compactionOf(cut.path())).isEmpty();
    CutFile merged = file("en/3.0/CC-MAIN-2024-10/8-24.3.parquet");
    assertThat(merged.rank()).isEqualTo(8);
    assertThat(merged.lastRank()).isEqualTo(24);
    assertThat(CutFile.compactionOf(merged.path())).hasValue(3);
  }

  @Test
  void shouldNameAShardAfterTheRowsThatWereRemovedFromIt() {
    String cut = CutFile.without("en/3.0/CC-MAIN-2024-10/12.parquet", 0xabcL);
    assertThat(cut).isEqualTo("en/3.0/CC-MAIN-2024-10/12.0000000000000abc.parquet");
    assertThat(CutFile.without(cut, -1))
        .isEqualTo("en/3.0/CC-MAIN-2024-10/12." + "f".repeat(16) + ".parquet");
    assertThat(CutFile.removedHash(cut)).isEqualTo(0xabcL);
    assertThat(CutFile.removedHash("en/3.0/CC-MAIN-2024-10/12.parquet")).isZero();
    assertThat(file(cut).rank()).isEqualTo(12);
    assertThat(file(cut).lastRank()).isEqualTo(12);
    assertThat(CutFile.compactionOf(cut)).isEmpty();

    String merged = CutFile.without("en/3.0/8-24.3.parquet", Long.MIN_VALUE);
    assertThat(merged).isEqualTo("en/3.0/8-24.3.8000000000000000.parquet");
    assertThat(CutFile.removedHash(merged)).isEqualTo(Long.MIN_VALUE);
    assertThat(file(merged).lastRank()).isEqualTo(24);
    assertThat(CutFile.compactionOf(merged)).hasValue(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "1.parquet",
        "/1.parquet",
        "/en/1.parquet",
        "../1.parquet",
        "en/../../1.parquet",
        "en/..parquet",
        "en/.parquet",
        "en/a.parquet",
        "en/1.parquet/",
        "en/1-2.parquet",
        "en/1-2.a.parquet",
        "en/1.0123456789abcde.parquet",
        "en/1.0123456789ABCDEF.parquet",
        "en/1-2.0123456789abcdef.parquet",
        "en/1.parquet.parquet",
        "en/1234567890123456789.parquet"
      })
  void shouldTakeNothingButShards(String path) {
    assertThatThrownBy(() -> file(path)).hasMessageContaining("not the path of a shard: " + path);
  }
}
