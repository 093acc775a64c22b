package dev.sluice.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One input, or several. */
class InputPathsConfigTest {
  @TempDir Path directory;

  private static List<String> given(SluiceConfig config) {
    return config.input().selection().orElseThrow().parts().stream()
        .map(NamedInput::given)
        .map(Path::toString)
        .toList();
  }

  @Test
  void shouldTakeOnePathAsItIs() {
    SluiceConfig config =
        TestingConfig.load(TestingConfig.assignments("input.path=in, and [so] on")).config();
    assertThat(given(config)).containsExactly("in, and [so] on");
  }

  @Test
  void shouldTakeAListFromTheFileAndLinesFromTheEnvironment() {
    assertThat(given(TestingConfig.loadYaml(directory, "input: {path: [/in/a, '/in/b, c/*.x']}")))
        .containsExactly("/in/a", "/in/b, c/*.x");
    assertThat(given(TestingConfig.loadYaml(directory, "input: {path: /in}")))
        .containsExactly("/in");
    SluiceConfig config =
        TestingConfig.load(
                TestingConfig.assignments(), Map.of("SLUICE_INPUT_PATH", "/in/a\n/in/b/c"))
            .config();
    assertThat(given(config)).containsExactly("/in/a", "/in/b/c");
    assertThat(config.input().path()).contains(Path.of("/in"));
  }

  @Test
  void shouldHaveNoInputByDefault() {
    SluiceConfig config = TestingConfig.load(TestingConfig.assignments()).config();
    assertThat(config.input().selection()).isEmpty();
    assertThat(config.input().path()).isEmpty();
    assertThat(TestingConfig.loadYaml(directory, "input: {path: []}").input().path()).isEmpty();
  }

  @Test
  void shouldRefuseUrlsAndEmptyPathsAmongOthers() {
    assertThat(TestingConfig.problems(TestingConfig.assignments("input.path=in\ns3://bucket/in")))
        .singleElement()
        .asString()
        .contains("is not allowed: s3://bucket/in is a URL that cannot be read;")
        .contains("; must be a path, s3://bucket/key, or hf://datasets/ORG/NAME/path, or a list");
    assertThat(TestingConfig.problems(TestingConfig.assignments("input.path=\nin"))).hasSize(1);
  }
}
