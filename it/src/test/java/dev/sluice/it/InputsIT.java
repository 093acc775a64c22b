package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several inputs: directories, files and globs. */
@Order(3)
class InputsIT {
  private static final int ROWS = 60;
  private static final String DUMP = "CC-MAIN-2024-10";

  @TempDir Path directory;
  private Path in;
  private Path output;

  @BeforeEach
  void write() {
    in = directory.resolve("in");
    output = directory.resolve("output");
    write("a/" + DUMP + "/0.parquet", 0);
    write("a/1.parquet", 1);
    write("b/c/2.parquet", 2);
    write("b/3.parquet", 3);
    write("b/4.parquet", 4);
    write("d/part-5.parquet", 5);
    write("d/other-6.parquet", 6);
    write("unread/7.parquet", 7);
  }

  /** Without ids, which are made of the paths then. */
  private void write(String path, int file) {
    List<Sources.Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      String text = "Document %d of file %d, of which there is not much to say.".formatted(i, file);
      rows.add(new Sources.Row("", text, 2.5 + i % 25 / 10.0, DUMP));
    }
    Sources.write(in.resolve(path), List.of("text", "score", "dump"), List.of(rows));
  }

  private Program.Ended run(Path to, String... inputs) {
    List<String> arguments = new ArrayList<>(List.of("run", "--output=" + to, "--input"));
    for (String input : inputs) {
      arguments.add(in.resolve(input).toString());
    }
    arguments.addAll(List.of("--progress", "none", "--set", Job.SMALL_CUTS));
    return Program.run(arguments);
  }

  private static List<String> inputs(Path output, String dump) {
    List<String> inputs = new ArrayList<>();
    for (JsonNode unit : new Output(output).manifest(dump).get("units")) {
      unit.get("inputs").forEach(file -> inputs.add(file.asText()));
    }
    return inputs;
  }

  @Test
  void shouldMakeOfSeveralWhatItMakesOfOneDirectoryWithTheSameFiles() throws IOException {
    String[] named = {"d/part-*", "a", "b/c", "b/3.parquet", "a/1.parquet"};
    assertThat(run(output, named).with(0).out()).contains("Sealed: .#1, a/" + DUMP + "#1\n");
    assertThat(inputs(output, DUMP))
        .containsExactlyInAnyOrder(
            "a/1.parquet",
            "a/" + DUMP + "/0.parquet",
            "b/3.parquet",
            "b/c/2.parquet",
            "d/part-5.parquet");
    Program.run("validate", output.toString(), "--source", in.toString()).with(0);

    assertThat(run(output, named).with(0).out()).startsWith("Nothing new");
    SortedMap<String, String> files = new Output(output).files();
    shouldReadNewFilesOfAGlobWithTheNextRun(named);

    Files.delete(in.resolve("d/part-8.parquet"));
    for (String other : List.of("b/4.parquet", "d/other-6.parquet", "unread/7.parquet")) {
      Files.delete(in.resolve(other));
    }
    Job whole = Job.of(in, directory.resolve("whole"));
    whole.run(0);
    assertThat(files).isEqualTo(whole.result().files());
  }

  private void shouldReadNewFilesOfAGlobWithTheNextRun(String... named) {
    write("d/part-8.parquet", 8);
    assertThat(run(output, named).with(0).out()).contains("Sealed: .#2\n");
    assertThat(inputs(output, DUMP)).hasSize(6).contains("d/part-8.parquet");
    Program.run("validate", output.toString(), "--source", in.toString()).with(0);
  }

  /** Shards that the first run has written are no input of the second. */
  @Test
  void shouldNotReadTheOutputThroughALink() throws IOException {
    Files.createSymbolicLink(in.resolve("a/link"), Files.createDirectories(output));
    Files.createSymbolicLink(in.resolve("b/all"), directory);

    run(output, "a", "b").with(0);
    SortedMap<String, String> files = new Output(output).files();
    Program.Ended again = run(output, "a", "b").with(0);

    assertThat(again.out()).startsWith("Nothing new");
    assertThat(again.err()).contains("a/link/ (the output)", "b/all/output/ (the output)");
    assertThat(new Output(output).files()).isEqualTo(files);
    assertThat(inputs(output, DUMP))
        .contains("a/1.parquet", "b/all/in/unread/7.parquet")
        .noneMatch(file -> file.contains("output"));
  }

  @Test
  void shouldTakeTheDirectoryBeforeTheWildcardsAsTheRoot() {
    run(output, "b/**/[23].parquet").with(0);
    assertThat(inputs(output, DUMP)).containsExactly("3.parquet", "c/2.parquet");
    assertThat(new Output(output).rows("4.0"))
        .isNotEmpty()
        .allMatch(row -> row.id().matches("(3|c/2)\\.parquet#\\d+"));
    Program.run("validate", output.toString(), "--source", in.resolve("b").toString()).with(0);
  }

  @Test
  void shouldTakeAListInTheFile() throws IOException {
    Path yaml = directory.resolve("my.yaml");
    Files.writeString(
        yaml,
        "input: {path: [%s, %s]}\n".formatted(in.resolve("a/1.parquet"), in.resolve("d/part-*")));
    Program.run("run", "-c", yaml.toString(), "--output=" + output, "--progress=none").with(0);
    assertThat(inputs(output, DUMP)).containsExactly("a/1.parquet", "d/part-5.parquet");
    assertThat(Program.run("doctor", "-c", yaml.toString(), output.toString()).with(0).out())
        .contains(" 0 failed");
  }

  @Test
  void shouldRefuseWhatIsNotThere() {
    assertThat(run(output, "a", "none", "none/*", "a/x*", "unread").with(2).err().lines())
        .containsExactly(
            "sluice: input.path: " + in + "/none does not exist",
            "sluice: input.path: " + in + "/none/*: directory " + in + "/none does not exist");
    assertThat(run(output, "a", "a/x*").with(2).err().lines())
        .singleElement()
        .asString()
        .startsWith(
            "sluice: input.path: no file matches "
                + in
                + "/a/x*, and no file below a matching directory ends in one of .parquet, ");
    assertThat(output).doesNotExist();
  }

  @Test
  void shouldKeepInputsAndOutputApart() {
    assertThat(run(in.resolve("out"), "a", "b").with(0).out()).contains("Sealed");
    assertThat(run(in.resolve("out"), "a", "b", "a/x*").with(2).err()).contains("no file matches");
    assertThat(run(in.resolve("a/out"), "b", "a").with(2).err())
        .contains("output.path: " + in + "/a/out is inside the input " + in + "/a");
    assertThat(run(in.resolve("b"), "a", "b/3.parquet").with(2).err())
        .contains("input.path: " + in + "/b/3.parquet is inside the output " + in + "/b");
  }
}
