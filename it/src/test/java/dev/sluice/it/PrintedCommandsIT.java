package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that the program prints work when they are pasted, wherever the output lies. */
class PrintedCommandsIT {
  private static final Pattern COMMAND = Pattern.compile("\\./sluice [^`\n]*");

  @TempDir Path everything;
  private Path directory;

  @BeforeEach
  void chooseDirectory() throws IOException {
    directory = Files.createDirectory(everything.resolve("Bob's \"Äus gabe\" $1"));
  }

  private static List<String> printed(String text) {
    return COMMAND.matcher(text).results().map(found -> found.group()).toList();
  }

  /** Returns the lines that README shows as the end of the demo. */
  private static List<String> linesOfReadme() throws IOException {
    String readme = Files.readString(Repository.file("README.md"));
    int start = readme.indexOf("```text\n") + "```text\n".length();
    return readme
        .substring(start, readme.indexOf("```", start))
        .lines()
        .filter(line -> !line.equals("..."))
        .toList();
  }

  /** Has a shell read a line, and runs what that makes of it. */
  private Program.Ended paste(String line) throws IOException {
    Path script = everything.resolve("paste.sh");
    Files.writeString(script, "set -- " + line + "\nshift\nprintf '%s\\0' \"$@\"\n", UTF_8);
    Process shell = new ProcessBuilder("sh", script.toString()).start();
    String words = new String(shell.getInputStream().readAllBytes(), UTF_8);
    return Program.run(List.of(words.split("\0")));
  }

  @Test
  void shouldContinueAfterTheDemo() throws IOException {
    Path demo = directory.resolve("demo");
    Program.Ended ended = Program.run("demo", "--output", demo.toString()).with(0);
    assertThat(ended.out().lines()).containsAll(linesOfReadme());
    List<String> commands = printed(ended.out());
    assertThat(commands).hasSize(3);
    for (String command : commands) {
      paste(command).with(0);
    }
    String output = demo.resolve("output").toString();
    Program.run("run", "--input=" + demo.resolve("source"), "--output=" + output).with(0);
    assertThat(Program.run("doctor", output).with(0).out()).contains(" 0 failed");
    Program.run("reset", "--output=" + output, "--all").with(0);
    assertThat(demo.resolve("output")).isEmptyDirectory();
  }

  @Test
  void shouldBeginAnewWhereAFirstTryKeptNothing() throws IOException {
    Path input = directory.resolve("input");
    Path output = directory.resolve("output");
    Path work = directory.resolve("work");
    Sources.Row row = new Sources.Row("a", "Some text that is long enough.", 3.2, "none");
    Sources.write(input.resolve("CC-MAIN-2024-10/one.parquet"), List.of(List.of(row)));
    List<String> right =
        List.of("run", "--input=" + input, "--output=" + output, "--work-dir=" + work);
    Program.run(concat(right, "--set=input.columns.text=score")).with(4);

    List<String> other = concat(right, "--set=input.columns.text=text");
    List<String> refused = Program.run(other).with(2).err().lines().toList();
    assertThat(refused).hasSize(2);
    assertThat(refused.get(0)).startsWith("sluice: input.columns.text: is text");
    paste(printed(refused.get(1)).get(0)).with(0);

    Program.Ended ended = Program.run(other).with(0);
    assertThat(ended.out()).contains("Sealed: CC-MAIN-2024-10#1");
    paste(printed(ended.out()).get(0)).with(0);
  }

  @Test
  void shouldForgetWhatAMissingShardWasMadeOf() throws IOException {
    Path input = directory.resolve("input");
    Path output = directory.resolve("output");
    for (String dump : List.of("CC-MAIN-2024-10", "CC-MAIN-2024-18")) {
      Sources.Row row = new Sources.Row(dump, "Some text that is long enough.", 4.2, dump);
      Sources.Row other = new Sources.Row(dump + "b", "Another text, also long.", 4.2, "none");
      Sources.write(input.resolve(dump + "/one.parquet"), List.of(List.of(row, other)));
    }
    List<String> run =
        List.of(
            "run",
            "--input=" + input,
            "--output=" + output,
            "--set=output.partition-by=[bucket]",
            "--set=kafka.partitions=1");
    Program.run(run).with(0);
    List<Path> shards = Output.walk(output.resolve("en"));
    Files.delete(shards.get(0));

    List<String> commands = printed(Program.run(run).with(1).lastLine());

    assertThat(commands).singleElement().asString().contains("--unit", "--units");
    paste(commands.get(0)).with(0);
    assertThat(Program.run(run).with(0).out()).contains("Sealed: ");
  }

  private static List<String> concat(List<String> arguments, String more) {
    return Stream.concat(arguments.stream(), Stream.of(more)).toList();
  }
}
