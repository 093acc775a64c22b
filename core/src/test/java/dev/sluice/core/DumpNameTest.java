package dev.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DumpNameTest {
  private static final int MAX_LENGTH = 128;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CC-MAIN-2013-20",
        "CC-MAIN-x",
        "CC-MAIN--",
        "CC-MAIN-01234567890123456789012345678901"
      })
  void shouldTakeTheNamesOfCrawls(String name) {
    assertThat(DumpName.isCrawl(name)).isTrue();
    assertThat(DumpName.crawlOrUnknown(name)).isEqualTo(name);
    assertThat(DumpName.isValid(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "unknown",
        "CC-MAIN-",
        "CC-MAIN",
        "cc-main-2013-20",
        "CC-MAIN-2013_20",
        "CC-MAIN-2013-20\n",
        "\nCC-MAIN-2013-20",
        " CC-MAIN-2013-20",
        "CC-MAIN-2013/20",
        "CC-MAIN-../x",
        "CC-MAIN-2013.20",
        "CC-MAIN-\u0662\u0660",
        "CC-MAIN-\u00E9",
        "CC-MAIN-012345678901234567890123456789012",
        "xCC-MAIN-2013-20"
      })
  void shouldTakeEverythingElseForNoCrawl(String name) {
    assertThat(DumpName.isCrawl(name)).isFalse();
    assertThat(DumpName.crawlOrUnknown(name)).isEqualTo("unknown");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "wikipedia-2024",
        "a",
        "0",
        "Books3_v1.1",
        "CC-MAIN-2013.20",
        "a-",
        "a_",
        "a.b.c",
        "console",
        "com10",
        "comx",
        "xcon",
        "all-of-it",
        "unknown2"
      })
  void shouldTakeNamesThatAreSafeInEveryFileSystem(String name) {
    assertThat(DumpName.isValid(name)).isTrue();
    assertThat(DumpName.orUnknown(name)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "..",
        ".hidden",
        "_hidden",
        "-option",
        "a..b",
        "a.",
        "a/b",
        "a\\b",
        "../a",
        "a b",
        "a\n",
        "a\u0000",
        "a\u0085",
        "a:b",
        "a*",
        "dump=a",
        "caf\u00E9",
        "\u0662",
        "\uD83D\uDE00",
        "unknown",
        "Unknown",
        "all",
        "ALL",
        "con",
        "CON",
        "nul.2024",
        "Aux",
        "prn",
        "com1",
        "LPT9.x"
      })
  void shouldCallEverythingElseUnknown(String name) {
    assertThat(DumpName.isValid(name)).isFalse();
    assertThat(DumpName.orUnknown(name)).isEqualTo("unknown");
  }

  @Test
  void shouldLimitTheLength() {
    assertThat(DumpName.isValid("a".repeat(MAX_LENGTH))).isTrue();
    assertThat(DumpName.isValid("a".repeat(MAX_LENGTH + 1))).isFalse();
  }

  /** Written down a second time, with a regex. */
  @Test
  void shouldAgreeWithARegex() {
    IntStream.range(0, 1 << 16)
        .mapToObj(c -> Character.toString((char) c))
        .forEach(
            c -> {
              assertThat(DumpName.isValid(c)).as(c).isEqualTo(c.matches("[0-9A-Za-z]"));
              assertThat(DumpName.isValid("x" + c + "y"))
                  .as(c)
                  .isEqualTo(c.matches("[0-9A-Za-z._-]"));
            });
  }
}
