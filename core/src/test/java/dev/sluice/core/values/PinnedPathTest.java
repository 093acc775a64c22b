package dev.sluice.core.values;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PinnedPathTest {
  private static final Path ROOT = Path.of("/in");

  @ParameterizedTest
  @CsvSource({
    "a.parquet, /at/c1/a.parquet",
    "b/x/y.parquet, /other/x/y.parquet",
    "b, /at/c1/b",
    "bb/a.parquet, /at/c1/bb/a.parquet",
    "b/d/e/f, /third/e/f",
    "b/d, /other/d"
  })
  void shouldFindFilesInTheNearestSource(String file, String path) {
    Map<String, String> sources = Map.of(".", "/at/c1", "b", "/other", "b/d", "/third");

    assertThat(PinnedPath.of(ROOT, sources, file)).isEqualTo(Path.of(path));
  }

  @ParameterizedTest
  @CsvSource({"a.parquet, /in/a.parquet", "b/a.parquet, /other/a.parquet"})
  void shouldFindOtherFilesInTheInput(String file, String path) {
    assertThat(PinnedPath.of(ROOT, Map.of("b", "/other"), file)).isEqualTo(Path.of(path));
    assertThat(PinnedPath.of(ROOT, Map.of(), file)).isEqualTo(ROOT.resolve(file));
  }

  @ParameterizedTest
  @CsvSource({
    "/data/set, ., /data/set, true",
    "/data, set@2, /data/set@2, true",
    "/data/set@2, ., /data/set@2, true",
    "/data/set, ., /data/set@2, false",
    "/data/set@1, ., /data/set@2, false",
    "/data/set, b, /data/set, false",
    "/data/set, ., /data/set/.., false",
    "/data/set, ., elsewhere://data/set, false",
    "/data/set, ., 'a\0b', false"
  })
  void shouldTellLocalPathsApartByAllOfTheirNames(
      Path root, String directory, String source, boolean isOf) {
    assertThat(PinnedPath.isOf(root, directory, source.replace("\\0", "\0"))).isEqualTo(isOf);
  }

  @ParameterizedTest
  @CsvSource({
    "/in, a.parquet, true",
    "/in, b/../a.parquet, true",
    "/in, .., false",
    "/in, ../in2/a, false",
    "/in, b/../../a, false",
    "/in, /etc/passwd, false",
    "/in, 'a\\0b', false",
    "in, b/a, true",
    "'', b/a, true",
    "'', ../a, false"
  })
  void shouldTellWhetherAFileIsBelowTheInput(Path root, String file, boolean isBelow) {
    assertThat(PinnedPath.isBelow(root, file.replace("\\0", "\0"))).isEqualTo(isBelow);
  }
}
