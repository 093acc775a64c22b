package dev.sluice.storage.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PathColumnsTest {
  @Test
  void shouldTakeNamesAndValuesOfDirectories() {
    assertThat(PathColumns.of("dump=CC-MAIN-2024-10/x/int_score=3/a=b.parquet").values())
        .isEqualTo(Map.of("dump", "CC-MAIN-2024-10", "int_score", "3"));
    assertThat(PathColumns.of("a=1/a=2/b==/=c/d=/0.parquet").values())
        .isEqualTo(Map.of("a", "2", "b", "=", "d", ""));
    assertThat(PathColumns.of("a.parquet")).isSameAs(PathColumns.NONE);
  }

  @Test
  void shouldDecodePercentSigns() {
    assertThat(
            PathColumns.of("d%C3%A4y=2024-01-01 00%3A00/p=100%/q=%zz%2/r=%f0%9f%98%80/x").values())
        .isEqualTo(Map.of("däy", "2024-01-01 00:00", "p", "100%", "q", "%zz%2", "r", "😀"));
  }

  @Test
  void shouldTakeHivesNullForNoValue() {
    assertThat(PathColumns.of("a=1/a=__HIVE_DEFAULT_PARTITION__/x").value("a")).isEmpty();
  }
}
