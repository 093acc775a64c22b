package dev.sluice.settings.load;

import static dev.sluice.settings.TestingConfig.assignments;
import static dev.sluice.settings.TestingConfig.origin;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.standard.StandardOperators;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.ConfigRequest;
import dev.sluice.settings.LoadedConfig;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.TestingConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an output was started with, in place of defaults. */
class OutputLayerTest {
  private static final String YAML =
      """
      dataset: {name: mine, version: "2", source: "a/b: c", license: MIT, attribution: "Two\\nlines"}
      input: {pattern: "*.parquet", columns: {id: null, text: "null", score: a.b, dump: d}}
      score: {min: -inf, max: 1e3, epsilon: 1e-12, scale: 1.5}
      buckets: [{name: "1", min: -inf, max: 2, rate: 0.1}, {name: b, min: 2, rate: 1}]
      sampling: {seed: -7}
      dedup: {scope: global}
      operators: [lowercase, gopher-quality: {stop-words: [the, 'a, "b"']}, field-in: {field: dump, values: [x]}]
      output: {columns: [text, id], partition-by: [bucket], compression: snappy}
      sink: {cut-bytes: 100MB}
      """;

  @TempDir private Path directory;

  private static LoadedConfig begun(SortedMap<String, String> remembered, String... assignments) {
    ConfigRequest request = assignments(assignments).with("--output", "output.path", "out");
    return TestingConfig.load(request, Map.of(), remembered);
  }

  private SortedMap<String, String> remember(String yaml) {
    SluiceConfig config = TestingConfig.loadYaml(directory, yaml);
    SortedMap<String, String> remembered = new TreeMap<>(config.remembered());
    remembered.putAll(config.content());
    return remembered;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", YAML, "output: {compression: gzip, compression-level: 9}"})
  void shouldComeBackAsItWas(String yaml) {
    SortedMap<String, String> remembered = remember(yaml);

    LoadedConfig loaded = begun(remembered);

    assertThat(loaded.warnings()).isEmpty();
    SortedMap<String, String> again = new TreeMap<>(loaded.config().remembered());
    again.putAll(loaded.config().content());
    assertThat(again).isEqualTo(remembered);
    assertThat(origin(loaded, "sampling.seed")).isEqualTo("output");
    assertThat(origin(loaded, "ingest.workers")).isEqualTo("default");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[id, text, html]", "[id, url, html]", "[url, date, html]"})
  void shouldRefuseOtherColumnsThanItCarries(String columns) {
    SortedMap<String, String> remembered = remember("");
    remembered.put("output.columns", "[id, url, date]");
    remembered.put(
        "output.schema", "message m { optional binary url (STRING); optional int64 date; }");

    assertThatThrownBy(() -> begun(remembered, "output.columns=" + columns))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(
            "output.columns (--set): is "
                + columns
                + ", but the output was started with these columns of the source: url, date;"
                + " restore the original list, or choose a new output");
  }

  /** The examples of the others look at columns that documents do not carry. */
  static Stream<OperatorDescription> operators() {
    Set<String> others = Set.of("language", "field-range", "field-in", "suffix");
    return StandardOperators.registry().all().stream()
        .filter(operator -> !others.contains(operator.name()));
  }

  @ParameterizedTest
  @MethodSource("operators")
  void shouldRememberEveryOperator(OperatorDescription operator) {
    SortedMap<String, String> remembered = remember("operators:\n" + operator.example());

    LoadedConfig loaded = begun(remembered);

    assertThat(remembered).containsAllEntriesOf(loaded.config().content());
    assertThat(loaded.warnings()).isEmpty();
  }

  @Test
  void shouldGiveWayToWhatIsGiven() {
    SortedMap<String, String> remembered = remember(YAML);
    Path file = TestingConfig.write(directory, "buckets: [{name: all, min: 0, rate: 1}]");
    ConfigRequest request =
        ConfigRequest.of(Optional.of(file), List.of("sampling.seed=8", "operators=[]"))
            .with("--output", "output.path", "out");

    SluiceConfig config = TestingConfig.load(request, Map.of(), remembered).config();

    assertThat(config.rules().buckets().all()).hasSize(1);
    assertThat(config.rules().seed()).isEqualTo(8);
    assertThat(config.operators().isEmpty()).isTrue();
    assertThat(config.rules().scoreScale()).isEqualTo(1.5);
  }
}
