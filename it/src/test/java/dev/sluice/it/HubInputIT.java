package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.objects.hub.FakeHubProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data sets of the hub are read as the same files on this machine are. */
class HubInputIT {
  private static final String DATA_SET = "hf://datasets/org/name";

  @TempDir Path directory;

  @BeforeAll
  static void fill() {
    FakeHubProvider.hub().putAll(Undisturbed.source());
  }

  private Program.Ended run(Path output, String input, String... more) {
    List<String> all = new ArrayList<>(List.of("run", "--progress", "none", "--input", input));
    all.addAll(List.of("--output", output.toString(), "--set", Job.SMALL_CUTS));
    all.addAll(List.of(more));
    return Program.run(all);
  }

  /** The shards, and manifests without the commits that they name. */
  static SortedMap<String, Object> content(Path root) {
    Output output = new Output(root);
    SortedMap<String, Object> content = new TreeMap<>(output.files());
    for (String dump : output.dumps()) {
      JsonNode manifest = output.manifest(dump);
      manifest.path("units").forEach(unit -> ((ObjectNode) unit).remove("sources"));
      content.put("_sluice/dumps/" + dump + ".json", manifest);
    }
    return content;
  }

  /** The commit of each unit, as manifests and the version record have it. */
  static SortedMap<String, String> commits(Path root) {
    Output output = new Output(root);
    SortedMap<String, String> commits = new TreeMap<>();
    for (String dump : output.dumps()) {
      output.manifest(dump).path("units").forEach(unit -> put(commits, unit));
    }
    SortedMap<String, String> recorded = new TreeMap<>();
    Output.walk(root).stream()
        .filter(file -> file.getFileName().toString().matches(".+-v.+-\\d{8}\\.json"))
        .forEach(
            file -> Output.json(file).at("/made/units/list").forEach(unit -> put(recorded, unit)));
    assertThat(recorded).isEqualTo(commits);
    return commits;
  }

  private static void put(SortedMap<String, String> commits, JsonNode unit) {
    commits.put(unit.path("unit").asText(), unit.at("/sources/.").asText());
  }

  @Test
  void shouldWriteTheFilesOfALocalInputAndMakeThemAgainFromThatDataSetAlone() throws IOException {
    Program.Ended ended = run(directory.resolve("hub"), DATA_SET);

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(content(directory.resolve("hub"))).isEqualTo(content(Undisturbed.output().root()));
    assertThat(commits(directory.resolve("hub")).values())
        .hasSize(3)
        .containsOnly(DATA_SET + "@" + FakeHubProvider.hub().commit());
    makeAgain(MakeAgainIT.record(directory.resolve("hub")));
    validate(directory.resolve("hub"));
  }

  /** Somebody else may have written a record, and named what the user can read. */
  private void makeAgain(Path record) throws IOException {
    Program.Ended again = run(directory.resolve("again"), DATA_SET, "--like=" + record);
    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(content(directory.resolve("again"))).isEqualTo(content(directory.resolve("hub")));

    ObjectNode other = (ObjectNode) Output.json(record);
    for (JsonNode unit : other.at("/made/units/list")) {
      ((ObjectNode) unit.get("sources")).put(".", Undisturbed.source().toString());
    }
    Path foreign = directory.resolve("foreign.json");
    Files.writeString(foreign, other.toString());
    Program.Ended refused = run(directory.resolve("never"), DATA_SET, "--like=" + foreign);
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err())
        .contains("was read from " + Undisturbed.source() + ", which is not in " + DATA_SET);
    assertThat(directory.resolve("never")).doesNotExist();
  }

  private void validate(Path output) throws IOException {
    String[] command = {"validate", output.toString(), "--source", DATA_SET};
    Program.run(command).with(0);

    for (Path manifest : Output.walk(output.resolve("_sluice/dumps"))) {
      ObjectNode other = (ObjectNode) Output.json(manifest);
      for (JsonNode unit : other.path("units")) {
        ((ObjectNode) unit.get("sources")).put(".", Undisturbed.source().toString());
      }
      Files.writeString(manifest, other.toString());
    }
    assertThat(Program.run(command).with(3).out())
        .contains("was read from " + Undisturbed.source() + ", which is not in " + DATA_SET);
  }

  @Test
  void shouldWriteTheFilesOfALocalInputThatAGlobNames() {
    Program.Ended ended = run(directory.resolve("glob"), DATA_SET + "@main/**/*.parquet");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(content(directory.resolve("glob"))).isEqualTo(content(Undisturbed.output().root()));
  }

  @Test
  void shouldSayWhatIsMissing() {
    assertThat(run(directory.resolve("out"), "hf://datasets/org/other").lastLine())
        .isEqualTo(
            "sluice: hf://datasets/org/other does not exist, or is private: check the name, or for"
                + " a private data set, set HF_TOKEN, or log in with \"hf auth login\"");
    assertThat(run(directory.resolve("out"), "hf://models/org/other").with(2).lastLine())
        .contains("hf://models/: only data sets can be read; specify hf://datasets/ORG/NAME");
    Program.Ended analysed =
        Program.run(
            "analyze",
            "--input",
            "hf://datasets/org/other",
            "--output",
            directory.resolve("a").toString());
    assertThat(analysed.lastLine())
        .startsWith("sluice: analyze: hf://datasets/org/other does not exist, or is private");
    assertThat(run(directory.resolve("out"), "ftp://host/file").exitCode()).isEqualTo(2);
    assertThat(directory.resolve("out")).doesNotExist();
  }
}
