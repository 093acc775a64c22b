package dev.sluice.objects.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.values.InputPath;
import dev.sluice.core.values.PinnedPath;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sources at revisions, which the hub alone has. */
class PinnedSourcesTest {
  @ParameterizedTest
  @CsvSource({
    "hf://datasets/org/name, ., hf://datasets/org/name@c1, true",
    "hf://datasets/org/name@main, ., hf://datasets/org/name@c1, true",
    "hf://datasets/org/name@main/data, ., hf://datasets/org/name@c1/data, true",
    "hf://datasets/org, name@main/data, hf://datasets/org/name@c1/data, true",
    "hf://datasets/org, name, hf://datasets/org/name@c1, true",
    "hf://datasets/org, ., hf://datasets/org, true",
    "hf://datasets/org/name, ., hf://datasets/org/other@c1, false",
    "hf://datasets/org/name, ., hf://datasets/other/name@c1, false",
    "hf://datasets/org/name, ., hf://datasets/org/name@c1/data, false",
    "hf://datasets/org/name/data@1, ., hf://datasets/org/name@c1/data@2, false",
    "hf://datasets/org/name/data, ., hf://datasets/org/name@c1/data/.., false",
    "hf://datasets/org/name, b, hf://datasets/org/name@c1, false",
    "hf://datasets/org/name, ., /org/name@c1, false",
    "s3://bucket/team/set@1, ., s3://bucket/team/set@1, true",
    "s3://bucket/team/set@1, ., s3://bucket/team/set@2, false",
    "s3://bucket/team/set, ., s3://bucket/team/set@2, false",
    "s3://bucket/team, set@1, s3://bucket/team/set@2, false",
    "/team/set@1, ., /team/set@2, false"
  })
  void shouldTellWhetherASourceIsOfTheInput(
      String root, String directory, String source, boolean isOf) {
    assertThat(PinnedPath.isOf(InputPath.of(root), directory, source)).isEqualTo(isOf);
  }
}
