package dev.sluice.jobs.validate.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.DumpRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardPathTest {
  private static final DumpRule CRAWLS = new DumpRule.Crawls();

  @ParameterizedTest
  @ValueSource(strings = {"2.8/CC-MAIN-2013-20/0.parquet", "x/unknown/120.parquet"})
  void shouldReadBucketAndDump(String path) {
    ShardListing.ShardPath place = ShardListing.ShardPath.parse(path, true, CRAWLS).orElseThrow();
    assertThat(place.bucket()).isEqualTo(path.split("/")[0]);
    assertThat(place.dump()).isEqualTo(path.split("/")[1]);
    assertThat(ShardListing.ShardPath.parse(path, false, CRAWLS)).isEmpty();
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
    assertThat(ShardListing.ShardPath.parse(path, true, CRAWLS)).isEmpty();
  }

  @Test
  void shouldReadTheDumpsThatTheOutputMayHave() {
    DumpRule names = new DumpRule.Names();
    assertThat(ShardListing.ShardPath.parse("2.8/wikipedia-2024/1.parquet", true, names))
        .contains(new ShardListing.ShardPath("2.8", "wikipedia-2024"));
    assertThat(ShardListing.ShardPath.parse("2.8/unknown/1.parquet", true, names)).isPresent();
    assertThat(ShardListing.ShardPath.parse("2.8/.hidden/1.parquet", true, names)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.8/0.parquet", "4plus/31.parquet"})
  void shouldReadPathsWithoutDumps(String path) {
    ShardListing.ShardPath place = ShardListing.ShardPath.parse(path, false, CRAWLS).orElseThrow();
    assertThat(place.bucket()).isEqualTo(path.split("/")[0]);
    assertThat(place.dump()).isEmpty();
  }
}
