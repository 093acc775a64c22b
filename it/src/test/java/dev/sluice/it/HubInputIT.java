package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.objects.hub.FakeHub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data sets of the hub are read as the same files on this machine are. */
class HubInputIT {
  @TempDir Path directory;

  private final FakeHub hub = new FakeHub();

  @AfterEach
  void stop() {
    hub.close();
  }

  private Program.Ended run(Path output, String input) {
    List<String> arguments = new ArrayList<>(List.of("run", "--input", input));
    arguments.addAll(List.of("--output", output.toString(), "--memory", "1GiB"));
    arguments.add("--set=ingest.workers=3");
    return ProgramProcess.start(
            directory,
            directory,
            ClassArchive.options(),
            Map.of("HF_ENDPOINT", hub.endpoint(), "HF_HOME", directory.toString()),
            arguments)
        .await();
  }

  @Test
  void shouldWriteTheFilesOfALocalInput() throws IOException {
    Path input = Undisturbed.source();
    for (Path file : Output.walk(input)) {
      hub.put(input.relativize(file).toString(), Files.readAllBytes(file));
    }
    run(directory.resolve("local"), input.toString());
    SortedMap<String, String> expected = new Output(directory.resolve("local")).files();

    Program.Ended ended = run(directory.resolve("hub"), "hf://datasets/org/name");
    Program.Ended glob = run(directory.resolve("glob"), "hf://datasets/org/name@main/**/*.parquet");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(new Output(directory.resolve("hub")).files()).isEqualTo(expected);
    assertThat(glob.exitCode()).as(glob.err()).isZero();
    assertThat(new Output(directory.resolve("glob")).files()).isEqualTo(expected);
  }

  @Test
  void shouldSayWhatIsMissing() {
    assertThat(run(directory.resolve("out"), "hf://datasets/org/other").lastLine())
        .isEqualTo(
            "sluice: hf://datasets/org/other does not exist, or is private: check the name; for a"
                + " private one, set HF_TOKEN, or log in with \"hf auth login\"");
    assertThat(run(directory.resolve("out"), "hf://models/org/other").exitCode()).isEqualTo(2);
    assertThat(run(directory.resolve("out"), "ftp://host/file").exitCode()).isEqualTo(2);
    assertThat(directory.resolve("out")).doesNotExist();
  }
}
