package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

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

  private static Path root() {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.isRegularFile(root.resolve("sluice"))) {
      root = root.getParent();
    }
    return root;
  }
}
