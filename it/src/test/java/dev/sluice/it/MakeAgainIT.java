package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --like} and {@code validate --like}. */
class MakeAgainIT {
  private static final String FIRST = "data/CC-MAIN-2014-10";
  private static final String SECOND = "data/CC-MAIN-2013-20";
  private static final String LATER = "data/CC-MAIN-2015-14/000_00000.parquet";

  @TempDir Path directory;
  private Path input;

  @BeforeEach
  void copySource() throws IOException {
    input = Files.createDirectories(directory.resolve("input"));
  }

  /** The dumps in an order that is not that of their names, and a later file of the first one. */
  private Job original(String... options) {
    Job job = Job.of(input, directory.resolve("original"), options);
    Path source = Undisturbed.source();
    Sources.copy(source.resolve(FIRST), input.resolve(FIRST));
    job.run(0);
    Sources.copy(source.resolve(SECOND), input.resolve(SECOND));
    job.run(0);
    Sources.copyFile(source.resolve(LATER), input.resolve(FIRST + "/later.parquet"));
    assertThat(job.run(0).out()).contains("Sealed: " + FIRST + "#2");
    return job;
  }

  static Path record(Path output) {
    try (Stream<Path> files = Files.list(output)) {
      return files.filter(file -> file.toString().endsWith(".json")).findFirst().orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> like(Path record, Path output, String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "run",
                "--like=" + record,
                "--input=" + input,
                "--output=" + output,
                "--progress=none"));
    arguments.addAll(List.of(options));
    return arguments;
  }

  private static Program.Ended compare(Path output, Path record) {
    return Program.run("validate", output.toString(), "--like=" + record, "--check-paths");
  }

  @Test
  void shouldMakeTheSameBytesByTheRecordAlone() throws IOException {
    Job job = original("--set", "kafka.partitions=3", "--seed=7");
    Path record = directory.resolve("moved.json");
    Files.move(record(job.output()), record);
    Output again = new Output(directory.resolve("again"));
    Sources.copyFile(Undisturbed.source().resolve(LATER), input.resolve(LATER));

    Program.Ended ended = Program.run(like(record, again.root())).with(0);
    assertThat(ended.out()).contains("Sealed: ", FIRST + "#1", FIRST + "#2", SECOND + "#1");
    assertThat(again.files()).isEqualTo(job.result().files());
    assertThat(again.root().resolve("README.md"))
        .hasSameBinaryContentAs(job.output().resolve("README.md"));
    assertThat(shards(record(again.root()))).isEqualTo(shards(record));

    assertThat(Program.run(like(record, again.root())).with(0).out()).startsWith("Nothing new");
    assertThat(again.files()).isEqualTo(job.result().files());
    compare(again.root(), record).with(0);
    Program.run("validate", again.root().toString(), "--source=" + input).with(0);
    tamper(again, record);
    shouldRefuseOtherInputAndOtherOptionsBeforeAnythingIsWritten(record);
  }

  private static JsonNode shards(Path record) throws IOException {
    return new ObjectMapper().readTree(Files.readAllBytes(record)).at("/made/shards");
  }

  private static void tamper(Output output, Path record) throws IOException {
    List<Path> shards = Output.walk(output.root().resolve("en"));
    Path changed = shards.get(0);
    Path missing = shards.get(1);
    byte[] bytes = Files.readAllBytes(changed);
    bytes[bytes.length / 2]++;
    Files.write(changed, bytes);
    Path additional = missing.resolveSibling("999.parquet");
    Files.move(missing, additional);

    assertThat(compare(output.root(), record).with(3).out())
        .contains(output.root().relativize(changed) + ": its SHA-256 is ")
        .contains(output.root().relativize(missing) + ": is missing")
        .contains(output.root().relativize(additional) + ": is not listed in a manifest");
  }

  @Test
  @Tag("endurance")
  void shouldContinueAfterAKill() throws IOException {
    Job job = original();
    Path record = record(job.output());
    Output again = new Output(directory.resolve("again"));
    try (Program program = ProgramProcess.start(input, like(record, again.root()))) {
      program.awaitThat(
          "a unit is sealed",
          () -> Files.exists(again.root().resolve("_sluice/dumps/CC-MAIN-2014-10.json")));
    }

    Program.run(like(record, again.root())).with(0);
    assertThat(again.files()).isEqualTo(job.result().files());
  }

  private void shouldRefuseOtherInputAndOtherOptionsBeforeAnythingIsWritten(Path record)
      throws IOException {
    Path again = directory.resolve("never");
    Path grown = input.resolve(FIRST + "/later.parquet");
    Files.write(grown, new byte[1], StandardOpenOption.APPEND);
    Path gone = Output.walk(input.resolve(SECOND)).get(0);
    Files.delete(gone);

    assertThat(Program.run(like(record, again)).with(2).err())
        .contains(input.relativize(gone) + " is missing from " + input)
        .contains(input.relativize(grown) + " in " + input + " has ")
        .contains("bytes, but had ");
    assertThat(
            Program.run(
                    like(
                        record,
                        again,
                        "--seed=42",
                        "--bucket=4.0",
                        "--dump=CC-MAIN-2014-10",
                        "--set=kafka.partitions=2"))
                .with(2)
                .err())
        .contains("sampling.seed: is 42, but --like requires 7: omit this setting")
        .contains("kafka.partitions: is 2, but --like requires 3")
        .contains("buckets.0.name: is 4.0, but --like requires 2.8")
        .contains("--dump: ");
    assertThat(again).doesNotExist();
  }

  @Test
  @Tag("endurance")
  void shouldRefuseWhatCannotBeMadeAgain() throws IOException {
    Job job = original();
    Path again = directory.resolve("again");
    Program.run("reset", "--output=" + job.output(), "--unit=" + SECOND + "#1").with(0);
    assertThat(Program.run(like(record(job.output()), again)).with(2).err())
        .contains("were forgotten");
    assertThat(again).doesNotExist();
  }

  @Test
  @Tag("endurance")
  void shouldRefuseAnOutputThatIsNotLikeTheRecord() throws IOException {
    Job job = original();
    Job other = Job.of(input, directory.resolve("other"));
    other.run(0);

    assertThat(Program.run(like(record(job.output()), other.output())).with(2).err())
        .contains("differ from those of the version record");
    Path filtered = directory.resolve("filtered");
    Program.run("run", "--input=" + input, "--output=" + filtered, "--set=filter=score > 3")
        .with(0);
    assertThat(Program.run(like(record(job.output()), filtered)).with(2).err())
        .contains(
            "filter: is null, but the output was started with score > 3: restore that value, or"
                + " choose a new output");
    assertThat(compare(other.output(), record(job.output())).with(3).out())
        .contains("like: FAILED");
  }
}
