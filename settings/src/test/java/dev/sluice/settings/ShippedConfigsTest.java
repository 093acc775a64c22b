package dev.sluice.settings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Bucket;
import dev.sluice.core.DedupScope;
import dev.sluice.settings.load.ConfigKeys;
import dev.sluice.storage.source.ColumnMapping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShippedConfigsTest {
  private static final Path DIRECTORY = TestingFiles.root().resolve("config");

  @Test
  void shouldParseEveryFile() throws IOException {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      // tokenizer-data.yaml and recipes are other jobs': see SampleConfigTest, RecipeReaderTest
      List<Path> configs =
          files
              .filter(Files::isRegularFile)
              .filter(file -> !file.endsWith("tokenizer-data.yaml"))
              .sorted()
              .toList();
      assertThat(configs).hasSizeGreaterThanOrEqualTo(4);
      assertThat(configs).allSatisfy(ShippedConfigsTest::load);
    }
  }

  @Test
  void shouldShipTheDefaults() {
    LoadedConfig shipped = load(DIRECTORY.resolve("fineweb-edu.yaml"));
    LoadedConfig defaults = TestingConfig.load(TestingConfig.assignments());
    assertThat(shipped.config())
        .usingRecursiveComparison()
        .ignoringFields("dataset", "remembered")
        .isEqualTo(defaults.config());
    assertThat(texts(shipped)).isEqualTo(texts(defaults));
    assertThat(shipped.config().dataset().source()).contains("HuggingFaceFW/fineweb-edu");
  }

  @Test
  void shouldNameEveryKeyInTheDefaults() throws IOException {
    String file = Files.readString(DIRECTORY.resolve("fineweb-edu.yaml"), UTF_8);
    assertThat(ConfigKeys.ALL)
        .filteredOn(key -> !key.pattern().endsWith(".*"))
        .allSatisfy(
            key -> {
              String name = key.pattern().substring(key.pattern().lastIndexOf('.') + 1);
              assertThat(file).containsPattern("(?m)(^|[ {])" + name + ":");
            });
  }

  @Test
  void shouldReadFineWebByItsLanguageScore() {
    SluiceConfig config = load(DIRECTORY.resolve("fineweb.yaml")).config();
    assertThat(config.input().columns().mapping().score()).hasValue("language_score");
    assertThat(config.rules().maxScore()).isEqualTo(1.0);
  }

  @Test
  void shouldReadChineseFineWebEduWithoutIds() {
    SluiceConfig config = load(DIRECTORY.resolve("fineweb-edu-chinese.yaml")).config();
    assertThat(config.input().columns().mapping())
        .isEqualTo(new ColumnMapping(Optional.empty(), "text", "score", Optional.empty()));
    assertThat(config.rules().scoreScale()).isEqualTo(5.0);
    assertThat(config.rules().dedup()).isEqualTo(DedupScope.NONE);
    assertThat(config.dataset().language()).isEqualTo("zh");
    assertThat(config.input().pattern()).hasValue("{2_3,3_4,4_5}/**/*.parquet");
  }

  @Test
  void shouldReadNemotronScoresOutOfTheirStruct() {
    SluiceConfig config = load(DIRECTORY.resolve("nemotron-cc-math.yaml")).config();
    assertThat(config.input().columns().mapping().score()).hasValue("metadata.finemath_scores");
    assertThat(config.rules().buckets().all())
        .extracting(Bucket::name)
        .containsExactly("3", "4plus");
    assertThat(config.input().pattern()).hasValue("{3,4plus}/**/*.parquet");
  }

  @Test
  void shouldFitTheContainers() throws IOException {
    Properties containers = new Properties();
    containers.load(Files.newBufferedReader(TestingFiles.root().resolve("docker/.env"), UTF_8));
    Map<String, String> environment =
        Map.of(
            "SLUICE_KAFKA_BOOTSTRAP_SERVERS", "kafka:19092",
            "SLUICE_KAFKA_PARTITIONS", containers.getProperty("SLUICE_PARTITIONS"),
            "SLUICE_MEMORY", containers.getProperty("SLUICE_MEMORY"));
    ConfigRequest request =
        ConfigRequest.of(Optional.of(DIRECTORY.resolve("fineweb-edu.yaml")), List.of());
    for (Role role : List.of(Role.INGEST, Role.STREAMS, Role.MATCHER, Role.SINK)) {
      TestingConfig.load(request.running(Set.of(role)), environment);
    }
  }

  /** All but where documents come from: that has no default. */
  private static Set<String> texts(LoadedConfig loaded) {
    return loaded.settings().stream()
        .filter(setting -> !setting.path().matches("dataset\\.(source.*|license|attribution)"))
        .map(setting -> setting.path() + "=" + setting.text())
        .collect(Collectors.toSet());
  }

  private static LoadedConfig load(Path file) {
    return TestingConfig.load(ConfigRequest.of(Optional.of(file), List.of()).running(Role.all()));
  }
}
