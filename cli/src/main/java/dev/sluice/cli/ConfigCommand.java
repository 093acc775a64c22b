package dev.sluice.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.sluice.app.ExitCode;
import dev.sluice.settings.LoadedConfig;
import dev.sluice.settings.Role;
import dev.sluice.settings.Setting;
import dev.sluice.storage.output.Json;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code config}: the effective values and who said so. */
@Command(
    name = "config",
    description = "Print the effective configuration with the origin of each value.")
final class ConfigCommand implements Callable<Integer> {
  @ParentCommand private Sluice sluice;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Show the configuration of an existing output.")
  private Optional<String> output = Optional.empty();

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws JsonProcessingException {
    LoadedConfig loaded =
        sluice.load(
            sluice.options().request().with("--output", "output.path", output).running(Role.all()));
    PrintWriter out = sluice.out();
    if (json) {
      printJson(loaded.settings(), out);
    } else {
      printText(loaded.settings(), out);
    }
    out.flush();
    return ExitCode.DONE;
  }

  private static void printText(List<Setting> settings, PrintWriter out) {
    int keyWidth = settings.stream().mapToInt(s -> s.path().length()).max().orElse(0);
    int valueWidth = settings.stream().mapToInt(s -> shown(s).length()).max().orElse(0);
    String form = "%-" + keyWidth + "s  %-" + Math.min(valueWidth, 32) + "s  %s%n";
    for (Setting setting : settings) {
      out.printf(form, setting.path(), shown(setting), setting.origin());
    }
  }

  private static String shown(Setting setting) {
    String text = setting.shownText();
    return text.isEmpty() ? "-" : text.replace("\n", "\\n");
  }

  private static void printJson(List<Setting> settings, PrintWriter out)
      throws JsonProcessingException {
    Map<String, Map<String, String>> values = new LinkedHashMap<>();
    for (Setting setting : settings) {
      Map<String, String> value = new LinkedHashMap<>();
      value.put("value", setting.shownText());
      value.put("origin", setting.origin());
      values.put(setting.path(), value);
    }
    out.println(Json.PLAIN.writerWithDefaultPrettyPrinter().writeValueAsString(values));
  }
}
