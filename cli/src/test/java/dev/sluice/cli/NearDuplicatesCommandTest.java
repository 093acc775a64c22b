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
import java.util.SortedMap;
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

  private void stop(String... groups) throws IOException {
    DocumentOrigin removed = new DocumentOrigin("code/a.parquet", 7, "gone", "d", "3.0");
    DocumentOrigin kept = new DocumentOrigin("code/a.parquet", 3, "stays", "d", "3.0");
    SortedMap<String, Counts> counts = new TreeMap<>();
    for (String group : groups) {
      counts.put(group, new Counts(20_000, 5, 9_000));
    }
    GuardStop stop =
        new GuardStop(
            "loose#1",
            new Frontier("code/a.parquet", 65_536, false),
            0.3,
            counts,
            List.of(new Example(removed, kept, 0.97)));
    Path directory = Files.createDirectories(output.resolve(EvidenceFiles.DIRECTORY));
    Files.write(directory.resolve("000001-aa.stop.json"), Json.write(stop));
  }

  private GuardDecisions decisions() throws IOException {
    return GuardDecisions.read(output.resolve(EvidenceFiles.DIRECTORY));
  }

  @Test
  void shouldShowWhatWaitsAndWhatToType() throws Exception {
    stop("directory:my code", "dump:d");
    TestingProgram.Ended ended = run();
    assertThat(ended.exitCode()).isEqualTo(ExitCode.UNDECIDED).isEqualTo(5);
    String command = "./sluice near-duplicates " + output;
    String reset =
        " && ./sluice reset --output " + output + " --set input.path=INPUT --unit 'loose#1'\n";
    assertThat(ended.out())
        .contains(
            "unit loose#1 stops before code/a.parquet:65536: of 20,000 documents in directory:my"
                + " code, 9,000 (45.0 %) are nearly contained in others, and the guard allows 30.0"
                + " %",
            "  97.0 % of gone (code/a.parquet row 7) is in stays (code/a.parquet row 3)\n",
            ": " + command + " --accept 'directory:my code' --accept dump:d\n",
            ": " + command + " --keep 'directory:my code'" + reset,
            ": "
                + command
                + " --keep dump:d"
                + reset
                + "replace INPUT with the path that you gave to --input\n");
  }

  @Test
  void shouldSayWhatRemainsToBeDecided() throws Exception {
    stop("bucket:3.0", "directory:code", "dump:d");
    TestingProgram.Ended some = run("--accept", "dump:d", "--accept", "directory:code");
    assertThat(some.exitCode()).isEqualTo(ExitCode.UNDECIDED);
    assertThat(some.out()).contains(" --accept bucket:3.0\n").doesNotContain("--accept dump:d");
    TestingProgram.Ended all = run("--accept", "bucket:3.0");
    assertThat(all.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(all.out()).isEqualTo("No unit waits for a decision.\n");
    assertThat(run().exitCode()).isEqualTo(ExitCode.DONE); // before the matcher has looked, too
    assertThat(decisions().accepted()).containsExactly("bucket:3.0", "directory:code", "dump:d");
  }

  @Test
  void shouldSayThatAUnitMustBeResetToKeepAGroup() throws Exception {
    stop("directory:code", "dump:d");
    TestingProgram.Ended ended = run("--keep", "directory:code");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(ended.out())
        .isEqualTo(
            "unit loose#1 began before you decided to keep a group: run `./sluice reset --output %s --set input.path=INPUT --unit 'loose#1'`, then the original command again\nreplace INPUT with the path that you gave to --input\n"
                .formatted(output));
    assertThat(decisions().kept()).containsExactly("directory:code");
  }

  @Test
  void shouldTakeNamesOfNoStoppedGroupOnlyOnPurpose() throws Exception {
    stop("directory:code/python");
    for (String option : List.of("--accept", "--keep")) {
      TestingProgram.Ended ended = run(option, "directory:code/pyhton");
      assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(ended.err())
          .contains(
              option
                  + ": no unit waits for a decision about directory:code/pyhton, only about"
                  + " directory:code/python; to decide about a group of later units, add --ahead");
      assertThat(decisions()).isEqualTo(GuardDecisions.NONE);
    }
    TestingProgram.Ended ended = run("--ahead", "--keep", "bucket:9");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.UNDECIDED);
    assertThat(ended.out()).contains("unit loose#1 stops", "--accept directory:code/python\n");
    assertThat(decisions().kept()).containsExactly("bucket:9");
  }

  @Test
  void shouldRefuseWhatIsNoGroupAndNoOutput() throws Exception {
    assertThat(run().err()).contains("is not an output of Sluice");
    Files.createDirectories(output.resolve("_sluice"));
    assertThat(run().out()).isEqualTo("No unit waits for a decision.\n");
    assertThat(run("--accept", "dump:d").err())
        .contains("--accept: no unit waits for a decision about dump:d; to decide about");
    TestingProgram.Ended ended = run("--ahead", "--accept", "code", "--keep", "dump:");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err())
        .contains("\"code\" is not a group: write dump:NAME", "\"dump:\" is not a group");
    assertThat(output.resolve(EvidenceFiles.DIRECTORY)).doesNotExist();
  }
}
