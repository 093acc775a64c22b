package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.settings.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Commands that pages show have the options that they are shown with. */
class OptionsInPagesTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```[a-z]*$.*?^ *```$");

  /** A call in a block, up to the end of the line or of the command. */
  private static final Pattern CALL =
      Pattern.compile("(?<![\\w/.-])(?:\\./)?sluice ([a-z-]+)( [^|;&#\\n]*)?");

  /** A call between backquotes, with the name of the program or without it. */
  private static final Pattern SPAN = Pattern.compile("`(?:(?:\\./)?sluice )?([a-z-]+)( [^`]*)`");

  private static final Pattern OPTION = Pattern.compile("(?<= )--?[a-zA-Z][\\w-]*");

  private final Map<String, CommandLine> commands =
      new Sluice(Map.of(), new Machine(16L << 30, 2)).commandLine("help").getSubcommands();

  @Test
  void shouldGiveCommandsOnlyTheOptionsTheyHave() throws IOException {
    List<String> unknown = new ArrayList<>();
    int calls = 0;
    for (Path page : pages()) {
      for (MatchResult call : calls(Files.readString(page))) {
        calls++;
        unknownOptions(call).map(each -> page.getFileName() + ": " + each).forEach(unknown::add);
      }
    }
    assertThat(unknown).isEmpty();
    assertThat(calls).isGreaterThan(200);
  }

  @Test
  void shouldFindCallsInBlocksAndInText() {
    String page =
        """
        Type `status --later` or `./sluice run
        --sooner`; `grep --none` is of others.

        ```sh
        ./sluice run --input in \\
          --never | sort --none
        docker run x/bin/sluice run --none
        ```
        """;
    assertThat(calls(page).stream().flatMap(this::unknownOptions))
        .containsExactlyInAnyOrder("status --later", "run --sooner", "run --never");
  }

  private List<MatchResult> calls(String page) {
    String joined = page.replaceAll("\\\\\\n *", "");
    String text = BLOCK.matcher(joined).replaceAll("").replace('\n', ' ');
    return Stream.concat(
            BLOCK.matcher(joined).results().flatMap(block -> results(CALL, block.group())),
            results(SPAN, text))
        .filter(call -> call.group(2) != null && commands.containsKey(call.group(1)))
        .toList();
  }

  private static Stream<MatchResult> results(Pattern pattern, String text) {
    return pattern.matcher(text).results();
  }

  private Stream<String> unknownOptions(MatchResult call) {
    Set<String> known = commands.get(call.group(1)).getCommandSpec().optionsMap().keySet();
    return results(OPTION, call.group(2))
        .map(MatchResult::group)
        .filter(option -> !known.contains(option))
        .map(option -> call.group(1) + " " + option);
  }

  private static List<Path> pages() throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.isRegularFile(root.resolve("sluice"))) {
      root = root.getParent();
    }
    List<Path> pages = new ArrayList<>();
    try (Stream<Path> top = Files.list(root);
        Stream<Path> docs = Files.walk(root.resolve("docs"))) {
      Stream.concat(top, docs).filter(page -> page.toString().endsWith(".md")).forEach(pages::add);
    }
    return pages;
  }
}
