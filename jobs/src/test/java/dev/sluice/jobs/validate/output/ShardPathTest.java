package dev.sluice.jobs.validate.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardPathTest {
  @ParameterizedTest
  @ValueSource(strings = {"2.8/CC-MAIN-2013-20/0.parquet", "x/unknown/120.parquet"})
  void shouldReadBucketAndDump(String path) {
    ShardPath place = ShardPath.parse(path, true).orElseThrow();
    assertThat(place.bucket()).isEqualTo(path.split("/")[0]);
    assertThat(place.dump()).isEqualTo(path.split("/")[1]);
    assertThat(ShardPath.parse(path, false)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2.8/CC-MAIN-2013-20/00.parquet",
        "2.8/CC-MAIN-2013-20/-1.parquet",
        "2.8/CC-MAIN-2013-20/.1.parquet",
        "2.8/CC-MAIN-2013-20/1.parquet.tmp",
        "2.8/CC-MAIN-2013-20/x/1.parquet",
        "2.8/other/1.parquet",
        "2.8/1.parquet",
        "1.parquet"
      })
  void shouldRefuseOtherForms(String path) {
    assertThat(ShardPath.parse(path, true)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.8/0.parquet", "4plus/31.parquet"})
  void shouldReadPathsWithoutDumps(String path) {
    ShardPath place = ShardPath.parse(path, false).orElseThrow();
    assertThat(place.bucket()).isEqualTo(path.split("/")[0]);
    assertThat(place.dump()).isEmpty();
  }
}
