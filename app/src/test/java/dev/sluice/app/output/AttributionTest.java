package dev.sluice.app.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.settings.ConfigRequest;
import dev.sluice.settings.Machine;
import dev.sluice.settings.load.ConfigLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AttributionTest {
  private static String attribution(Optional<Path> file, String... assignments) {
    ConfigRequest request = ConfigRequest.of(file, List.of(assignments));
    ConfigLoader loader =
        new ConfigLoader(
            Map.of(),
            new Machine(4L << 30, 2),
            OutputOwner::remembered,
            (config, roles, problems) -> {});
    return Attribution.of(loader.load(request).config().dataset());
  }

  private static String shipped(String name) {
    Path config = Path.of("config");
    return attribution(
        Optional.of((Files.exists(config) ? config : Path.of("../config")).resolve(name)));
  }

  @Test
  void shouldClaimNothingOfAnUnknownSource() {
    assertThat(attribution(Optional.empty()))
        .startsWith(
            "# Attribution\n\nThe source of the documents in this data set was not configured")
        .contains(
            "dataset.source",
            "dataset.license",
            "If the documents are from FineWeb-Edu, pass -c fineweb-edu")
        .doesNotContain("made from", "HuggingFaceFW");
  }

  @Test
  void shouldNotSpeakOfFineWebEduWhereTheDataSetHasAnotherName() {
    assertThat(attribution(Optional.empty(), "dataset.name=mine"))
        .contains("was not configured", "dataset.license")
        .doesNotContain("FineWeb", "fineweb");
  }

  @Test
  void shouldSayWhatIsConfigured() {
    assertThat(
            attribution(
                Optional.empty(),
                "dataset.source=https://example.org/set",
                "dataset.source-version=v2",
                "dataset.license=CC-BY-4.0"))
        .contains("made from https://example.org/set, version v2", "licence is CC-BY-4.0")
        .doesNotContain("FineWeb", "Common Crawl");
    assertThat(attribution(Optional.empty(), "dataset.source=me/set"))
        .contains("made from me/set.", "licence was not configured", "dataset.license")
        .doesNotContain("version");
    assertThat(attribution(Optional.empty(), "dataset.attribution=Mine.")).isEqualTo("Mine.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fineweb-edu", "fineweb"})
  void shouldNamePublisherAddressAndLicenceOfFineWeb(String name) {
    assertThat(shipped(name + ".yaml"))
        .contains(
            "Hugging Face",
            "https://huggingface.co/datasets/HuggingFaceFW/" + name + "\n",
            "https://opendatacommons.org/licenses/by/1-0/",
            "https://commoncrawl.org/terms-of-use");
  }
}
