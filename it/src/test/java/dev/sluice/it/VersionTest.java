package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files outside of Maven's reach name the version of pom.xml. */
class VersionTest {
  private static final Pattern PROJECT =
      Pattern.compile("<artifactId>sluice</artifactId>\\s*<version>([^<]+)</version>");

  private static String only(Pattern pattern, String path) throws IOException {
    List<String> found =
        pattern
            .matcher(Files.readString(Repository.file(path)))
            .results()
            .map(m -> m.group(1))
            .distinct()
            .toList();
    assertThat(found).as("%s in %s", pattern, path).hasSize(1);
    return found.get(0);
  }

  @ParameterizedTest
  @CsvSource({
    "docker/Dockerfile, 'image.version=\"([^\"]+)\"'",
    "docker/compose.yaml, 'image: sluice:(\\S+)'",
    "docker/kubernetes.yaml, 'image: sluice:(\\S+)'",
    "docker/parts.yaml, 'image: sluice:(\\S+)'",
    "examples/operator/pom.xml,"
        + " 'dev.sluice</groupId>\\s*<artifactId>[^<]+</artifactId>\\s*<version>([^<]+)'"
  })
  void shouldNameTheVersionOfThePom(String path, String place) throws IOException {
    assertThat(only(Pattern.compile(place), path)).as(path).isEqualTo(only(PROJECT, "pom.xml"));
  }
}
