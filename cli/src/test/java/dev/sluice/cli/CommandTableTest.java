package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.config.Machine;
import dev.sluice.app.launch.CommandWords;
import dev.sluice.app.launch.JvmProfile;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** What the launcher knows of command lines is what the program knows of them. */
class CommandTableTest {
  private static final int LINES = 4_000;

  /** Split at spaces; words that are options, values, and what looks like either. */
  private static final List<String> WORDS =
      List.of(
          "run",
          "dedup",
          "process",
          "peek",
          "--memory 1GiB",
          "--memory=2GiB",
          "--memory",
          "--set memory=3GiB",
          "--set=memory=4GiB",
          "--set dataset.name=memory=5GiB",
          "--set --memory",
          "--set",
          "-c one",
          "-c=two",
          "-cthree",
          "-vc four",
          "-qcfive",
          "-c",
          "--config six",
          "--config=seven",
          "-v",
          "-q",
          "--log-level DEBUG",
          "--log-level=INFO",
          "--log-file log",
          "--log-file",
          "--progress none",
          "--input dir",
          "--input dedup",
          "--input a b",
          "--output memory=6GiB",
          "--output=--memory",
          "--output",
          "-n 5",
          "-n5",
          "-oc",
          "--json",
          "topic",
          "--");

  private final CommandLine program = new Sluice(Map.of(), new Machine(4L << 30, 2)).commandLine();

  @Test
  void shouldHaveTheCommandsOfTheProgram() {
    List<String> table =
        Arrays.stream(JvmProfile.values()).flatMap(profile -> profile.commands().stream()).toList();
    assertThat(table).containsExactlyInAnyOrderElementsOf(program.getSubcommands().keySet());
  }

  @Test
  void shouldKnowWhichCommandsHaveAnOptionForMemory() {
    program
        .getSubcommands()
        .forEach(
            (name, command) ->
                assertThat(JvmProfile.hasMemoryOption(name))
                    .as(name)
                    .isEqualTo(command.getCommandSpec().findOption("--memory") != null));
  }

  /** Random lines; those that the program takes are understood as it understands them. */
  @Test
  void shouldReadCommandLinesAsTheProgramDoes() {
    Random random = new Random(5);
    int taken = 0;
    for (int i = 0; i < LINES; i++) {
      List<String> line = line(random);
      Optional<ParseResult> parsed = parse(line);
      if (parsed.isPresent()) {
        taken++;
        ParseResult command = parsed.get();
        CommandWords words = new CommandWords(line);
        assertThat(words.command()).as("%s", line).isEqualTo(command.commandSpec().name());
        assertThat(words.memory()).as("%s", line).isEqualTo(last(command, "--memory"));
        assertThat(words.file()).as("%s", line).isEqualTo(last(command, "--config"));
        assertThat(words.assignedMemory()).as("%s", line).isEqualTo(assigned());
      }
    }
    assertThat(taken).isGreaterThan(LINES / 40);
  }

  private static List<String> line(Random random) {
    StringJoiner line = new StringJoiner(" ");
    for (int words = random.nextInt(7); words >= 0; words--) {
      line.add(WORDS.get(random.nextInt(WORDS.size())));
    }
    return List.of(line.toString().split(" "));
  }

  private Optional<ParseResult> parse(List<String> line) {
    assignments().clear();
    ParseResult parsed = program.parseArgs(line.toArray(String[]::new));
    if (!parsed.hasSubcommand() || !parsed.errors().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(parsed.subcommand()).filter(command -> command.errors().isEmpty());
  }

  /** Given before and after the command's name, an option is the one after it. */
  private String last(ParseResult command, String option) {
    OptionSpec given = command.matchedOption(option);
    if (given == null) {
      given = program.getParseResult().matchedOption(option);
    }
    return given == null ? "" : given.originalStringValues().get(0);
  }

  private String assigned() {
    String last = "";
    for (String assignment : assignments()) {
      last = assignment.startsWith("memory=") ? assignment.substring("memory=".length()) : last;
    }
    return last;
  }

  private List<String> assignments() {
    return program.getCommandSpec().findOption("--set").getValue();
  }
}
