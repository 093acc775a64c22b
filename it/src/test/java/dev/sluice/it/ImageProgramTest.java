package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What files for containers call is what the image has. */
class ImageProgramTest {
  private static final Pattern PROGRAM = Pattern.compile("/opt/sluice/(?:\\w+/)*sluice\\b(?!/)");

  private static List<String> programs(String path) throws IOException {
    return PROGRAM
        .matcher(Files.readString(Repository.file(path)))
        .results()
        .map(MatchResult::group)
        .distinct()
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"docker/service", "docker/compose.yaml", "docker/parts.yaml"})
  void shouldBeTheEntrypoint(String path) throws IOException {
    assertThat(programs(path)).hasSize(1).isEqualTo(programs("docker/Dockerfile"));
  }
}
