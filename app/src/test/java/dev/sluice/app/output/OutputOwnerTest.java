package dev.sluice.app.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.run.Deployment;
import dev.sluice.settings.ConfigRequest;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Problem;
import dev.sluice.settings.Problems;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.load.ConfigLoader;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.testing.DamagedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An output that was begun before. */
class OutputOwnerTest {
  @TempDir private Path output;

  private List<String> problems(String... assignments) throws IOException {
    Path file = OutputLayout.owner(output);
    Files.createDirectories(file.getParent());
    Files.write(file, Json.write(OutputOwner.begin(load("sampling.seed=7"), "abc", 2)));
    SluiceConfig config = load(assignments);
    Problems problems = new Problems();
    OutputOwner.read(Deployment.layout(config).orElseThrow())
        .orElseThrow()
        .compare(config, problems);
    return problems.all().stream().map(Problem::toString).toList();
  }

  private SluiceConfig load(String... assignments) {
    List<String> all = new ArrayList<>(List.of(assignments));
    all.add("output.path=" + output);
    return new ConfigLoader(
            Map.of(),
            new Machine(16L << 30, 2),
            OutputOwner::remembered,
            (config, roles, problems) -> {})
        .load(ConfigRequest.of(Optional.empty(), all))
        .config();
  }

  @Test
  void shouldContinueWhereNothingDiffers() throws IOException {
    assertThat(problems()).isEmpty();
    assertThat(problems("score.scale=1", "output.page-size=1024KiB")).isEmpty();
  }

  @Test
  void shouldRefuseNearDeduplicationThatItWasBegunWithout() throws IOException {
    assertThat(problems("near-dedup.method=minhash"))
        .anyMatch(
            problem ->
                problem.startsWith(
                    "near-dedup.method: is minhash, but the output was started without this key:"
                        + " omit the key"))
        .allMatch(problem -> problem.startsWith("near-dedup."));
  }

  @Test
  void shouldRefuseAnotherScale() throws IOException {
    assertThat(problems("score.scale=2"))
        .singleElement()
        .asString()
        .startsWith("score.scale: is 2.0, but the output was started with 1.0");
  }

  /** Nobody has set the columns, which only stand in the output. */
  @ParameterizedTest
  @CsvSource({
    "input.id, text-hash, input.columns.id",
    "score.constant, 3.0, input.columns.score",
    "input.dump.constant, wiki, input.columns.dump"
  })
  void shouldRefuseWhatTakesThePlaceOfAColumn(String key, String value, String column)
      throws IOException {
    assertThat(problems(key + "=" + value))
        .containsExactlyInAnyOrder(
            "%s: is %s, but the output was started without this key: omit the key, or choose a new output"
                .formatted(key, value),
            "%s: is null, but the output was started with %s: restore that value, or choose a new output"
                .formatted(column, column.substring("input.columns.".length())));
  }

  /** Ids of a column, of another one, of path and row, and of texts. */
  private static final Map<String, List<String>> IDS =
      Map.of(
          "id", List.of("input.columns.id=id", "input.id=null"),
          "url", List.of("input.columns.id=url", "input.id=null"),
          "null", List.of("input.columns.id=null", "input.id=null"),
          "text-hash", List.of("input.id=text-hash"));

  static Stream<Arguments> shouldRefuseIdsFromElsewhere() {
    return IDS.keySet().stream()
        .flatMap(
            begun ->
                IDS.keySet().stream()
                    .filter(now -> !now.equals(begun))
                    .map(now -> Arguments.of(begun, now)));
  }

  @ParameterizedTest
  @MethodSource
  void shouldRefuseIdsFromElsewhere(String begun, String now) {
    SortedMap<String, String> stored = new TreeMap<>(content(new TreeMap<>(), begun));
    stored.put(OutputOwner.PARTITIONS, "2");
    Problems none = new Problems();
    OutputOwner.compare(stored, content(stored, begun), OptionalInt.empty(), none);
    assertThat(none.all()).isEmpty();

    Problems problems = new Problems();
    OutputOwner.compare(stored, content(stored, now), OptionalInt.empty(), problems);
    assertThat(problems.all().stream().map(Problem::toString))
        .isNotEmpty()
        .allMatch(line -> line.startsWith("input.id: ") || line.startsWith("input.columns.id: "))
        .anyMatch(
            line ->
                line.contains("is " + now + ",") || now.equals("null") && line.contains("is none,"))
        .anyMatch(
            line ->
                line.contains("the output was started with " + begun)
                    || begun.equals("null")
                        && line.contains("the output was started without this key"));
  }

  private static SortedMap<String, String> content(SortedMap<String, String> stored, String ids) {
    return new ConfigLoader(
            Map.of(), new Machine(16L << 30, 2), root -> stored, (config, roles, problems) -> {})
        .load(ConfigRequest.of(Optional.empty(), IDS.get(ids)))
        .config()
        .content();
  }

  /** Every command begins with it. */
  @Test
  void shouldBeRefusedWhereItIsDamaged() throws IOException {
    SortedMap<String, String> content =
        new TreeMap<>(Map.of(OutputOwner.PARTITIONS, "2", "sampling.seed", "7"));
    SortedMap<String, String> defaults = new TreeMap<>(Map.of("dataset.name", "set"));
    DamagedJson.require(
        OutputOwner.class, new OutputOwner("d9a7", "sluice", "abc", content, defaults));
  }
}
