package dev.sluice.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.core.values.ByteSize;
import dev.sluice.core.values.DurationText;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "17, 17",
    "17B, 17",
    "1KiB, 1024",
    "512MiB, 536870912",
    "1.5GiB, 1610612736",
    "1 tib, 1099511627776",
    "1kB, 1000",
    "2MB, 2000000",
    "3GB, 3000000000",
    "1TB, 1000000000000"
  })
  void shouldReadSizes(String text, long bytes) {
    assertThat(ByteSize.parse(text)).isEqualTo(bytes);
    assertThat(ByteSize.parse(ByteSize.format(bytes))).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "MiB", "1M", "1K", "-1", "1e3", "1..5KiB", "9223372036854775808"})
  void shouldRefuseWhatIsNoSize(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> ByteSize.parse(text));
  }

  @ParameterizedTest
  @CsvSource({"500ms, 500", "5s, 5000", "10m, 600000", "2h, 7200000", "1d, 86400000", "0s, 0"})
  void shouldReadDurations(String text, long millis) {
    assertThat(DurationText.parse(text)).hasMillis(millis);
    assertThat(DurationText.parse(DurationText.format(DurationText.parse(text)))).hasMillis(millis);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "s", "1.5s", "-1s", "5sec"})
  void shouldRefuseWhatIsNoDuration(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> DurationText.parse(text));
  }

  @Test
  void shouldShowSizesToPeople() {
    assertThat(ByteSize.approximate(9261023232L)).isEqualTo("8.6 GiB");
    assertThat(ByteSize.approximate(1 << 30)).isEqualTo("1 GiB");
    assertThat(ByteSize.approximate(12)).isEqualTo("12 B");
  }

  @Test
  void shouldHashTheLinesOfTheContent() {
    assertThat(ContentHash.of(new TreeMap<>(Map.of("b", "2", "a", "1"))))
        .isEqualTo("4a73850fde34aad40ff8649b93a66523a5fe744357a3931caea0f10609d0d930");
  }

  @Test
  void shouldHashEqualContentEqually() {
    SluiceConfig one =
        TestingConfig.load(TestingConfig.assignments("output.max-file-size=1GiB", "score.max=4"))
            .config();
    SluiceConfig two =
        TestingConfig.load(
                TestingConfig.assignments(
                    "output.max-file-size=1024MiB", "score.max=4.0", "memory=1GiB"))
            .config();
    SluiceConfig three = TestingConfig.load(TestingConfig.assignments("score.max=4")).config();
    assertThat(ContentHash.of(one.content())).isEqualTo(ContentHash.of(two.content()));
    assertThat(ContentHash.of(one.content())).isNotEqualTo(ContentHash.of(three.content()));
  }

  @Test
  void shouldLeaveOutALevelThatHasNoEffect() {
    SluiceConfig snappy =
        TestingConfig.load(TestingConfig.assignments("output.compression=snappy")).config();
    assertThat(snappy.content()).doesNotContainKey("output.compression-level");
  }
}
