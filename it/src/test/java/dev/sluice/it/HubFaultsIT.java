package dev.sluice.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.objects.hub.FakeHub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A data set of the hub that moves, and a hub that limits, fails and refuses. */
@Tag("endurance")
class HubFaultsIT {
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

  /** Of three dumps, the first has been read and the second was begun; both are others now. */
  @ParameterizedTest
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
    assertThat(HubInputIT.content(output)).isEqualTo(HubInputIT.content(local));
    assertThat(HubInputIT.commits(output))
        .containsValues(DATA_SET + "@" + before, DATA_SET + "@" + hub.commit())
        .containsEntry("data/" + dumps.get(0) + "#1", DATA_SET + "@" + before)
        .containsEntry("data/" + dumps.get(1) + "#1", DATA_SET + "@" + before)
        .containsEntry("data/" + dumps.get(2) + "#1", DATA_SET + "@" + hub.commit());
    Program.Ended validated = start("validate", output.toString(), "--source", DATA_SET).await();
    assertThat(validated.exitCode()).as(validated.out() + validated.err()).isZero();
    assertThat(validated.out())
        .containsOnlyOnce("was read from %s@%s and is compared".formatted(DATA_SET, before))
        .contains("the source is now %s@%s".formatted(DATA_SET, hub.commit()));
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
        .containsPattern("the hub limits requests; trying again in [23] s")
        .containsPattern(
            "hf://datasets/org/name@.*parquet: .* answers with status 503: trying again in 1 s");
    assertThat(refused.lastLine()).contains("whose token is in HF_TOKEN");
    assertThat(refused.out() + refused.err() + ended.out() + ended.err()).doesNotContain("hf_");
    for (Path file : Output.walk(directory)) {
      assertThat(new String(Files.readAllBytes(file), ISO_8859_1))
          .as(file.toString())
          .doesNotContain(secret);
    }
  }
}
