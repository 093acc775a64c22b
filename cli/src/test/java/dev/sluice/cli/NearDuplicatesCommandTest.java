package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.ExitCode;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.Frontier;
import dev.sluice.neardup.GuardDecisions;
import dev.sluice.neardup.GuardStop;
import dev.sluice.neardup.GuardStop.Example;
import dev.sluice.neardup.SignatureFooter.Counts;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NearDuplicatesCommandTest {
  @TempDir private Path output;

  private TestingProgram.Ended run(String... options) {
    String[] line = new String[options.length + 2];
    line[0] = "near-duplicates";
    line[1] = output.toString();
    System.arraycopy(options, 0, line, 2, options.length);
    return TestingProgram.run(line);
  }

  private void stop() throws IOException {
    DocumentOrigin removed = new DocumentOrigin("code/a.parquet", 7, "gone", "d", "3.0");
    DocumentOrigin kept = new DocumentOrigin("code/a.parquet", 3, "stays", "d", "3.0");
    GuardStop stop =
        new GuardStop(
            "loose#1",
            new Frontier("code/a.parquet", 65_536, false),
            0.3,
            new TreeMap<>(Map.of("directory:code", new Counts(20_000, 5, 9_000))),
            List.of(new Example(removed, kept, 0.97)));
    Path directory = Files.createDirectories(output.resolve(EvidenceFiles.DIRECTORY));
    Files.write(directory.resolve("000001-aa.stop.json"), Json.write(stop));
  }

  @Test
  void shouldShowWhatWaitsAndWhatToDo() throws Exception {
    stop();
    TestingProgram.Ended ended = run();
    assertThat(ended.exitCode()).isEqualTo(ExitCode.UNDECIDED).isEqualTo(5);
    assertThat(ended.out())
        .contains(
            "unit loose#1 stops before code/a.parquet:65536: of 20,000 documents in directory:code,"
                + " 9,000 (45.0 %) are nearly contained in others, and the guard allows 30.0 %")
        .contains("gone (code/a.parquet row 7): 0.9700 in stays (code/a.parquet row 3)")
        .contains("sluice near-duplicates " + output + " --accept directory:code")
        .contains("sluice near-duplicates " + output + " --keep directory:code");
  }

  @Test
  void shouldWriteDecisions() throws Exception {
    stop();
    assertThat(run("--accept", "dump:d", "--keep", "directory:code").err())
        .contains("unit loose#1 has begun without this decision: sluice reset --unit loose#1");
    assertThat(run("--accept", "bucket:3.0").exitCode()).isEqualTo(ExitCode.DONE);
    GuardDecisions decisions = GuardDecisions.read(output.resolve(EvidenceFiles.DIRECTORY));
    assertThat(decisions.accepted()).containsExactly("bucket:3.0", "dump:d");
    assertThat(decisions.kept()).containsExactly("directory:code");
  }

  @Test
  void shouldRefuseWhatIsNoGroupAndNoOutput() throws Exception {
    assertThat(run().err()).contains("is not an output of Sluice");
    Files.createDirectories(output.resolve("_sluice"));
    assertThat(run().out()).isEqualTo("No unit waits for a decision.\n");
    TestingProgram.Ended ended = run("--accept", "code", "--keep", "dump:");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err())
        .contains("\"code\" is not a group: write dump:NAME", "\"dump:\" is not a group");
    assertThat(output.resolve(EvidenceFiles.DIRECTORY)).doesNotExist();
  }
}
