package dev.sluice.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.settings.load.ConfigKey;
import dev.sluice.settings.load.ConfigKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The reference page says what each key is for; what keys declare must be the same there. */
class ConfigReferenceTest {
  private static final int LONGEST_DEFAULT = 40;
  private static final String CONTENT = "**content** |";
  private static final String HEAD = "| key | default | values | what it is |";

  @Test
  void shouldShowEveryKeyAsDeclared() throws IOException {
    List<String> page =
        Files.readAllLines(TestingFiles.root().resolve("docs/reference/configuration.md"));
    List<String> rows =
        page.subList(page.indexOf(HEAD) + 2, page.size()).stream()
            .takeWhile(row -> row.startsWith("|"))
            .toList();
    assertThat(rows).hasSameSizeAs(ConfigKeys.ALL);
    for (int i = 0; i < rows.size(); i++) {
      ConfigKey<?> key = ConfigKeys.ALL.get(i);
      assertThat(rows.get(i)).startsWith(declared(key)).hasSizeGreaterThan(declared(key).length());
      assertThat(rows.get(i).endsWith(CONTENT)).as(key.pattern()).isEqualTo(key.content());
    }
  }

  private static String declared(ConfigKey<?> key) {
    String text = key.defaultText().filter(value -> !value.isEmpty()).orElse("");
    String shown = text.isEmpty() ? "" : "`" + text + "`";
    return "| `%s` | %s | %s | "
        .formatted(
            key.pattern(),
            text.length() > LONGEST_DEFAULT ? "see the file" : shown,
            key.type().allowed().replace("|", "\\|"));
  }
}
