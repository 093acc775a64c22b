package dev.sluice.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.objects.hub.FakeHub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data sets of the hub are read as the same files on this machine are. */
class HubInputIT {
  private static final String DATA_SET = "hf://datasets/org/name";

  @TempDir Path directory;

  private final FakeHub hub = new FakeHub();

  private final Map<String, String> environment = new TreeMap<>();

  @BeforeEach
  void fill() {
    environment.put("HF_ENDPOINT", hub.endpoint());
    environment.put("HF_HOME", directory.toString());
    hub.putAll(Undisturbed.source());
  }

  @AfterEach
  void stop() {
    hub.close();
  }

  private ProgramProcess start(String command, String... arguments) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of(arguments));
    return ProgramProcess.start(directory, directory, ClassArchive.options(), environment, all);
  }

  private ProgramProcess startRun(Path output, String input, String... more) {
    List<String> all = new ArrayList<>(List.of("--input", input, "--output", output.toString()));
    all.addAll(List.of("--memory", "1GiB", "--set=ingest.workers=3", "--set", Job.SMALL_CUTS));
    all.addAll(List.of(more));
    return start("run", all.toArray(String[]::new));
  }

  private Program.Ended run(Path output, String input, String... more) {
    return startRun(output, input, more).await();
  }

  /** The shards, and manifests without the commits that they name. */
  private static SortedMap<String, Object> content(Path root) {
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
  private static SortedMap<String, String> commits(Path root) {
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
        .containsOnly(DATA_SET + "@" + hub.commit());
    makeAgain(MakeAgainIT.record(directory.resolve("hub")));
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

  @Test
  void shouldWriteTheFilesOfALocalInputThatAGlobNames() {
    Program.Ended ended = run(directory.resolve("glob"), DATA_SET + "@main/**/*.parquet");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(content(directory.resolve("glob"))).isEqualTo(content(Undisturbed.output().root()));
  }

  /** Of three dumps, the first has been read and the second was begun; both are others now. */
  @ParameterizedTest
  @Tag("endurance")
  @ValueSource(strings = {"record", "source"})
  void shouldReadOnAtTheCommitThatAUnitBeganWith(String text) throws Exception {
    Path input = Undisturbed.source();
    Path local = directory.resolve("local");
    run(local, input.toString(), "--set=topics.text=" + text);
    List<String> dumps = new Output(local).dumps();
    Path output = directory.resolve("hub");
    String before = hub.commit();
    hub.hold(dumps.get(1));
    try (ProgramProcess killed = startRun(output, DATA_SET, "--set=topics.text=" + text)) {
      hub.awaitHeld();
      killed.kill();
    }
    hub.move(others(input, dumps.get(2)));
    hub.release();

    Program.Ended ended = run(output, DATA_SET);

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(4);
    assertThat(ended.err().lines().filter(line -> line.startsWith("sluice: changed ")))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).contains(dumps.get(0)));
    assertThat(content(output)).isEqualTo(content(local));
    assertThat(commits(output))
        .containsValues(DATA_SET + "@" + before, DATA_SET + "@" + hub.commit())
        .containsEntry("data/" + dumps.get(0) + "#1", DATA_SET + "@" + before)
        .containsEntry("data/" + dumps.get(1) + "#1", DATA_SET + "@" + before)
        .containsEntry("data/" + dumps.get(2) + "#1", DATA_SET + "@" + hub.commit());
    Program.Ended validated = start("validate", output.toString(), "--source", DATA_SET).await();
    assertThat(validated.exitCode()).as(validated.out() + validated.err()).isZero();
  }

  /** Files that are no data, under the same names, but for those of one dump. */
  private static Map<String, byte[]> others(Path input, String same) throws IOException {
    Map<String, byte[]> others = new TreeMap<>();
    for (Path file : Output.walk(input)) {
      String name = input.relativize(file).toString();
      others.put(name, name.contains(same) ? Files.readAllBytes(file) : name.getBytes(UTF_8));
    }
    return others;
  }

  @Test
  @Tag("endurance")
  void shouldSayWhatItWaitsForAndNotShowTheToken() throws IOException {
    String secret = "hf_cjYkXe7sXnGN";
    hub.require(secret, "GatedRepo");
    Path output = directory.resolve("out");
    environment.put("HF_TOKEN", "hf_oGfRsMlKx0");
    Program.Ended refused = run(output, DATA_SET, "--log-level=DEBUG");
    environment.put("HF_TOKEN", secret);
    hub.limit(1, 1);
    hub.fail(FakeHub.Fault.OVERLOADED, FakeHub.Fault.CUT);

    Program.Ended ended = run(output, DATA_SET, "--log-level=DEBUG");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.err())
        .containsPattern("the hub limits requests: trying again in [23] s")
        .containsPattern("hf://datasets/org/name@.*parquet: .* answers 503: trying again in 1 s");
    assertThat(refused.lastLine()).contains("whose token is in HF_TOKEN");
    assertThat(refused.out() + refused.err() + ended.out() + ended.err()).doesNotContain("hf_");
    for (Path file : Output.walk(directory)) {
      assertThat(new String(Files.readAllBytes(file), ISO_8859_1))
          .as(file.toString())
          .doesNotContain(secret);
    }
  }

  @Test
  void shouldSayWhatIsMissing() {
    assertThat(run(directory.resolve("out"), "hf://datasets/org/other").lastLine())
        .isEqualTo(
            "sluice: hf://datasets/org/other does not exist, or is private: check the name; for a"
                + " private one, set HF_TOKEN, or log in with \"hf auth login\"");
    assertThat(run(directory.resolve("out"), "hf://models/org/other").with(2).lastLine())
        .contains("hf://models/: only data sets are read, as hf://datasets/ORG/NAME");
    Program.Ended analysed =
        start(
                "analyze",
                "--input",
                "hf://datasets/org/other",
                "--output",
                directory.resolve("a").toString())
            .await();
    assertThat(analysed.lastLine())
        .startsWith("sluice: analyze: hf://datasets/org/other does not exist, or is private");
    assertThat(run(directory.resolve("out"), "ftp://host/file").exitCode()).isEqualTo(2);
    assertThat(directory.resolve("out")).doesNotExist();
  }
}
