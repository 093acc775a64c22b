package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * README.md and README.zh-CN.md show the same commands, link the same pages, give the same figures.
 */
class ReadmeTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```.*?^```$");
  private static final Pattern COMMENT = Pattern.compile("(?m) +#.*$");
  private static final Pattern LINK = Pattern.compile("]\\([^)]+\\)");
  private static final Pattern FIGURE = Pattern.compile("\\d+(?:[.,]\\d+)*");

  private static Stream<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(MatchResult::group);
  }

  private static void assertSame(Function<String, Stream<String>> part) throws IOException {
    List<String> english = part.apply(Files.readString(Repository.file("README.md"))).toList();
    List<String> chinese =
        part.apply(Files.readString(Repository.file("README.zh-CN.md"))).toList();
    assertThat(english).isNotEmpty();
    assertThat(chinese).containsExactlyElementsOf(english);
  }

  @Test
  void shouldShowTheSameCommandsAndOutput() throws IOException {
    assertSame(text -> all(BLOCK, text).map(block -> COMMENT.matcher(block).replaceAll("")));
  }

  @Test
  void shouldLinkTheSamePages() throws IOException {
    assertSame(text -> all(LINK, text).filter(link -> !link.contains("README")).sorted());
  }

  @Test
  void shouldGiveTheSameFigures() throws IOException {
    assertSame(
        text -> {
          String prose = LINK.matcher(BLOCK.matcher(text).replaceAll("")).replaceAll("]");
          return all(FIGURE, prose).sorted();
        });
  }
}
