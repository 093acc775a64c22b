package dev.sluice.settings;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.settings.load.ConfigKey;
import dev.sluice.settings.load.ConfigKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The reference page says what each key is for; what keys declare must be the same there. */
class ConfigReferenceTest {
  private static final String SWITCH = "sluice.docs.write";
  private static final int LONGEST_DEFAULT = 40;
  private static final String CONTENT = " **content** |";
  private static final String HEAD = "| key | default | values | what it is |";

  @Test
  void shouldShowEveryKeyAsDeclared() throws IOException {
    Path file = TestingFiles.root().resolve("docs/reference/configuration.md");
    List<String> page = Files.readAllLines(file);
    List<String> rest = page.subList(page.indexOf(HEAD) + 2, page.size());
    List<String> rows = rest.subList(0, rest.indexOf(""));
    Map<String, String> purposes =
        rows.stream().collect(toMap(row -> row.split("`")[1], ConfigReferenceTest::purpose));
    List<String> declared =
        ConfigKeys.ALL.stream()
            .map(key -> declared(key) + purposes.getOrDefault(key.pattern(), "") + end(key))
            .toList();
    if (Boolean.getBoolean(SWITCH)) { // keeps what people wrote, and leaves it empty for new keys
      rows.clear();
      rest.addAll(0, declared);
      Files.write(file, page);
    } else {
      assertThat(rows)
          .describedAs("to write all but the last column anew, set -D%s=true", SWITCH)
          .isEqualTo(declared)
          .noneMatch(row -> purpose(row).isBlank());
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

  private static String purpose(String row) {
    return row.substring(row.lastIndexOf("| ", row.length() - 3) + 2)
        .replace(CONTENT, "")
        .replaceFirst(" \\|$", "");
  }

  private static String end(ConfigKey<?> key) {
    return key.isContent() ? CONTENT : " |";
  }
}
