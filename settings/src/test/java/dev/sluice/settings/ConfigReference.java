package dev.sluice.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.settings.load.ConfigKey;
import dev.sluice.settings.load.ConfigKeys;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Writes the reference page out of the declared keys. */
final class ConfigReference {
  private static final int LONGEST_DEFAULT = 40;

  private ConfigReference() {}

  /** The page in Markdown. */
  static String markdown() {
    StringBuilder page = new StringBuilder(resource("reference-head.md"));
    page.append("| key | default | values | what it is |\n|---|---|---|---|\n");
    for (ConfigKey<?> key : ConfigKeys.ALL) {
      page.append(
          "| `%s` | %s | %s | %s%s |\n"
              .formatted(
                  key.pattern(),
                  defaultOf(key),
                  key.type().allowed().replace("|", "\\|"),
                  key.description(),
                  key.content() ? " **content**" : ""));
    }
    return page.append(resource("reference-tail.md")).toString();
  }

  private static String defaultOf(ConfigKey<?> key) {
    String text = key.defaultText().orElse("");
    if (text.isEmpty()) {
      return "";
    }
    return text.length() > LONGEST_DEFAULT ? "see the file" : "`" + text + "`";
  }

  private static String resource(String name) {
    try (InputStream in = ConfigReference.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
