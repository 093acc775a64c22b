package dev.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DumpPathTest {
  private static final int SECONDS = 120;

  @ParameterizedTest
  @CsvSource({
    "(?<dump>[^/]+)/, wikipedia-2024/a.parquet, wikipedia-2024",
    "(?<dump>wiki[^/]*)/, data/wikipedia-2024/x/a.parquet, wikipedia-2024",
    "^data/(?<dump>[^/]+)/[^/]+$, data/books/a.parquet, books",
    "(?x) (?<dump>\\w+) [.]parquet$ # the name, data/books.parquet, books",
    "(?<dump>b\\w+)|(?<other>x), data/books.parquet, books"
  })
  void shouldFindTheNameInThePath(String regex, String path, String dump) {
    assertThat(DumpPath.of(regex).find(path)).contains(dump);
  }

  @ParameterizedTest
  @CsvSource({
    "(?<dump>wiki[^/]*)/, data/books/a.parquet",
    "^(?<dump>books)/, data/books/a.parquet",
    "(?<dump>[^/]*)/, _books/a.parquet",
    "(?<dump>.*)/, data/books/a.parquet",
    "(?<dump>all)/, all/a.parquet",
    "data|(?<dump>books), data/books/a.parquet"
  })
  void shouldFindNothingWhereThereIsNoValidName(String regex, String path) {
    assertThat(DumpPath.of(regex).find(path)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "data/",
        "(dump)",
        "(?<dumps>x)",
        "\\(?<dump>x",
        "[(?<dump>x)]",
        "\\Q(?<dump>x)",
        "(?x) a # (?<dump>x)",
        "(?<dump>x",
        "*(?<dump>x)",
        "(?<dump>x)(?<dump>y)"
      })
  void shouldRefuseWhatHasNoSuchGroup(String regex) {
    assertThatIllegalArgumentException().isThrownBy(() -> DumpPath.of(regex));
  }

  @Test
  void shouldRefuseExpressionsThatAreTooLong() {
    String group = "(?<dump>x)";
    String most = group + "y".repeat(1_000 - group.length());
    assertThat(DumpPath.of(most).find("x")).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> DumpPath.of(most + "y"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"^(a+)+(?<dump>b)$", "(a|a)*(?<dump>b)$", "(.*.*)*(?<dump>b)$"})
  @Timeout(value = SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void shouldGiveUpInsteadOfSearchingForYears(String regex) {
    assertThat(DumpPath.of(regex).find("a".repeat(60) + "c")).isEmpty();
    assertThat(DumpPath.of(regex).find("a".repeat(6) + "b")).contains("b");
  }

  @Test
  void shouldNotLookAtPathsThatAreTooLong() {
    DumpPath path = DumpPath.of("(?<dump>books)/");
    assertThat(path.find("books/" + "x".repeat(1_018))).contains("books");
    assertThat(path.find("books/" + "x".repeat(1_019))).isEmpty();
    assertThat(DumpPath.of("^(a|b|/)*(?<dump>c)$").find("a/".repeat(511) + "c")).contains("c");
  }

  @Test
  void shouldBeEqualByTheirExpression() {
    assertThat(DumpPath.of("(?<dump>x)")).isEqualTo(DumpPath.of("(?<dump>x)"));
    assertThat(DumpPath.of("(?<dump>x)")).isNotEqualTo(DumpPath.of("(?<dump>y)"));
    assertThat(DumpPath.of("(?<dump>x)")).hasSameHashCodeAs(DumpPath.of("(?<dump>x)"));
    assertThat(DumpPath.of("(?<dump>x)")).hasToString("(?<dump>x)");
  }
}
