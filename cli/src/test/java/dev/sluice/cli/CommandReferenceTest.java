package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sluice.settings.Machine;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

class CommandReferenceTest {
  private static final String SWITCH = "sluice.docs.write";

  @Test
  void shouldBeTheCommittedPage() throws IOException {
    Path page = root().resolve("docs/reference/commands.md");
    if (Boolean.getBoolean(SWITCH)) {
      Files.writeString(page, CommandReference.markdown(), UTF_8);
    }
    assertThat(page)
        .describedAs(
            "generated from the commands; to write it: mvn -pl cli -am test"
                + " -Dtest='*ReferenceTest' -Dsurefire.failIfNoSpecifiedTests=false -D%s=true",
            SWITCH)
        .hasContent(CommandReference.markdown());
  }

  /** picocli would print a warning of its own instead of failing. */
  @Test
  void shouldDescribeEveryOptionAsHelpCanFormatIt() {
    List<String> descriptions =
        new Sluice(Map.of(), new Machine(16L << 30, 2))
            .commandLine("help").getSubcommands().values().stream()
                .flatMap(command -> command.getCommandSpec().options().stream())
                .map(OptionSpec::userObject)
                .filter(AnnotatedElement.class::isInstance)
                .map(field -> ((AnnotatedElement) field).getAnnotation(Option.class))
                .filter(Objects::nonNull)
                .map(option -> String.join(" ", option.description()))
                .toList();
    assertThat(descriptions)
        .hasSizeGreaterThan(100)
        .allSatisfy(text -> assertThatCode(text::formatted).doesNotThrowAnyException());
  }

  private static Path root() {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.isRegularFile(root.resolve("sluice"))) {
      root = root.getParent();
    }
    return root;
  }
}
