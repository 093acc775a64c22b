package dev.sluice.storage.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathGlobTest {
  private static final String[] PATHS = {
    "a", "x/a", "x/y/a", "x/y/z/a", "xa", "y/a", "z/x/a", "z/x/y/z/a"
  };

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "**/a         | a x/a x/y/a x/y/z/a y/a z/x/a z/x/y/z/a",
        "x/**/a       | x/a x/y/a x/y/z/a",
        "**/x/**/a    | x/a x/y/a x/y/z/a z/x/a z/x/y/z/a",
        "x/**/y/**/a  | x/y/a x/y/z/a",
        "x/**/**/a    | x/a x/y/a x/y/z/a",
        "{x/**/a,y/a} | x/a x/y/a x/y/z/a y/a",
        "{**/x,y}/a   | x/a y/a z/x/a",
        "{y,x/**/z}/a | y/a x/y/z/a",
        "x**/a        | x/a x/y/a x/y/z/a",
        "x/**         | x/a x/y/a x/y/z/a",
        "[x]/**/a     | x/a x/y/a x/y/z/a",
        "x/*/a        | x/y/a",
        "\\x/**/[!b]  | x/a x/y/a x/y/z/a",
      })
  void shouldMatchNoDirectoryByTwoStars(String glob, String matching) {
    PathGlob matcher = new PathGlob(FileSystems.getDefault(), glob);
    assertThat(Stream.of(PATHS).filter(path -> matcher.matches(Path.of(path))))
        .containsExactlyInAnyOrder(matching.split(" "));
  }

  @Test
  void shouldRefuseWhatIsNoGlob() {
    assertThatThrownBy(() -> new PathGlob(FileSystems.getDefault(), "**/["))
        .isInstanceOf(PatternSyntaxException.class);
  }
}
