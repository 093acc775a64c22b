package dev.sluice.app.sample;

import dev.sluice.settings.ConfigException;
import dev.sluice.settings.ConfigRequest;
import dev.sluice.settings.Problem;
import dev.sluice.settings.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Assignments of a {@code sample} command line: {@code --set} for keys of the sample's
 * configuration and, if topics are sampled, of the main configuration, which defines the broker.
 *
 * @param file of the sample's configuration
 * @param own assignments of its keys
 * @param others all other assignments
 */
public record SampleAssignments(Optional<Path> file, List<Setting> own, List<String> others) {
  private static final String VARIABLE = "SLUICE_";

  /** Copies the lists. */
  public SampleAssignments {
    own = List.copyOf(own);
    others = List.copyOf(others);
  }

  /**
   * Separates the assignments.
   *
   * @param withOthers whether keys of the main configuration are allowed
   * @throws ConfigException listing every invalid assignment
   */
  public static SampleAssignments of(ConfigRequest request, boolean withOthers) {
    List<Setting> own = new ArrayList<>();
    List<String> others = new ArrayList<>();
    List<Problem> problems = new ArrayList<>();
    for (String assignment : request.assignments()) {
      int at = assignment.indexOf('=');
      String path = at < 0 ? assignment : assignment.substring(0, at).strip();
      String top = path.contains(".") ? path.substring(0, path.indexOf('.')) : path;
      if (at < 1) {
        problems.add(
            new Problem("--set", "", "\"%s\" is not of the form key.path=value".formatted(path)));
      } else if (SampleConfig.KEYS.contains(top) || !withOthers) {
        own.add(new Setting(path, assignment.substring(at + 1), "--set"));
      } else {
        others.add(assignment);
      }
    }
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
    return new SampleAssignments(request.file(), own, others);
  }

  /** All settings that override the file, in ascending precedence: environment, --set, options. */
  public List<Setting> all(Map<String, String> environment, List<Setting> options) {
    List<Setting> all = new ArrayList<>();
    for (String key : SampleConfig.KEYS) {
      String variable = VARIABLE + key.toUpperCase(Locale.ROOT);
      Optional.ofNullable(environment.get(variable))
          .filter(value -> !value.isEmpty())
          .ifPresent(value -> all.add(new Setting(key, value, variable)));
    }
    all.addAll(own);
    all.addAll(options);
    return all;
  }

  /** The request for the main configuration. */
  public ConfigRequest main() {
    return ConfigRequest.of(Optional.empty(), others);
  }
}
