package dev.sluice.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.app.ExitCode;
import dev.sluice.settings.LoadedConfig;
import dev.sluice.settings.Role;
import dev.sluice.settings.Setting;
import dev.sluice.storage.output.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code config}: prints the effective values with their origins. */
@Command(
    name = "config",
    description = "Print the effective configuration with the origin of each value.")
final class ConfigCommand extends ResultCommand {

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Show the configuration of an existing output.")
  private Optional<String> output = Optional.empty();

  @Override
  public Integer call() {
    LoadedConfig loaded =
        sluice.load(
            sluice.options().request().with("--output", "output.path", output).running(Role.all()));
    print(tree(loaded.settings()), () -> text(loaded.settings()));
    return ExitCode.DONE;
  }

  private static String text(List<Setting> settings) {
    int keyWidth = settings.stream().mapToInt(s -> s.path().length()).max().orElse(0);
    int valueWidth = settings.stream().mapToInt(s -> shown(s).length()).max().orElse(0);
    String form = "%-" + keyWidth + "s  %-" + Math.min(valueWidth, 32) + "s  %s%n";
    return settings.stream()
        .map(setting -> form.formatted(setting.path(), shown(setting), setting.origin()))
        .collect(Collectors.joining());
  }

  private static String shown(Setting setting) {
    String text = setting.shownText();
    return text.isEmpty() ? "-" : text.replace("\n", "\\n");
  }

  private static JsonNode tree(List<Setting> settings) {
    ObjectNode tree = Json.PLAIN.createObjectNode();
    for (Setting setting : settings) {
      tree.putObject(setting.path())
          .put("value", setting.shownText())
          .put("origin", setting.origin());
    }
    return tree;
  }
}
