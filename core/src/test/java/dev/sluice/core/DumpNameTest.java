package dev.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DumpNameTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "CC-MAIN-2013-20",
        "CC-MAIN-x",
        "CC-MAIN--",
        "CC-MAIN-01234567890123456789012345678901"
      })
  void shouldTakeTheNamesOfDumps(String name) {
    assertThat(DumpName.isValid(name)).isTrue();
    assertThat(DumpName.orUnknown(name)).isEqualTo(name);
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
  void shouldCallEverythingElseUnknown(String name) {
    assertThat(DumpName.isValid(name)).isFalse();
    assertThat(DumpName.orUnknown(name)).isEqualTo("unknown");
  }
}
