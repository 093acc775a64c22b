package dev.sluice.storage.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputLayoutTest {
  private static final Path ROOT = Path.of("out");

  @Test
  void shouldPlaceEverythingWhereTheContractSays() {
    OutputLayout layout = new OutputLayout(ROOT, "en", true);

    assertThat(layout.shards()).isEqualTo(Path.of("out/en"));
    assertThat(layout.shard("2.8", "CC-MAIN-2024-10", 7))
        .isEqualTo("en/2.8/CC-MAIN-2024-10/7.parquet");
    assertThat(layout.manifest("unknown")).isEqualTo(Path.of("out/_sluice/dumps/unknown.json"));
    assertThat(layout.cuts("sluice.curated.2.8", 1))
        .isEqualTo(Path.of("out/_sluice/cuts/sluice.curated.2.8/1"));
    assertThat(layout.work()).isEqualTo(Path.of("out/_sluice/work"));
    assertThat(layout.owner()).isEqualTo(Path.of("out/_sluice/owner.json"));
    assertThat(layout.temporary("me", Path.of("work"))).isEqualTo(Path.of("out/_sluice/tmp/me"));
  }

  @Test
  void shouldLeaveTheDumpOutOfPathsWhereAskedTo() {
    OutputLayout layout = new OutputLayout(ROOT, "en", false);

    assertThat(layout.shard("2.8", "", 7)).isEqualTo("en/2.8/7.parquet");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "..", "_sluice", "a/b", ".en", "en ", "abcdefghijklmnopqrstuvwxyzabcdefg"})
  void shouldRefuseALanguageThatIsNoPlainName(String language) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new OutputLayout(ROOT, language, true))
        .withMessageContaining("dataset.language \"" + language + "\"");
  }
}
