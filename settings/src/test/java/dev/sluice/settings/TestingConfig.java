package dev.sluice.settings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.settings.load.ConfigLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Loads configurations on a machine that is the same everywhere. */
public final class TestingConfig {
  public static final Machine MACHINE = new Machine(16L << 30, 2);

  private TestingConfig() {}

  public static LoadedConfig load(ConfigRequest request) {
    return load(request, Map.of());
  }

  public static LoadedConfig load(ConfigRequest request, Map<String, String> environment) {
    return load(request, environment, new TreeMap<>());
  }

  /** Loads with an output that was started with this. */
  public static LoadedConfig load(
      ConfigRequest request,
      Map<String, String> environment,
      SortedMap<String, String> remembered) {
    return new ConfigLoader(
            environment, MACHINE, root -> remembered, (config, roles, problems) -> {})
        .load(request);
  }

  public static SluiceConfig loadYaml(Path directory, String yaml) {
    return load(ConfigRequest.of(Optional.of(write(directory, yaml)), List.of())).config();
  }

  public static ConfigRequest assignments(String... assignments) {
    return ConfigRequest.of(Optional.empty(), List.of(assignments));
  }

  public static List<String> problems(ConfigRequest request) {
    return problems(request, Map.of());
  }

  public static List<String> problems(ConfigRequest request, Map<String, String> environment) {
    ConfigException exception =
        catchThrowableOfType(ConfigException.class, () -> load(request, environment));
    return exception.problems().stream().map(Problem::toString).toList();
  }

  public static Path write(Path directory, String yaml) {
    try {
      return Files.writeString(directory.resolve("my.yaml"), yaml, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String text(LoadedConfig loaded, String path) {
    return setting(loaded, path).text();
  }

  public static String origin(LoadedConfig loaded, String path) {
    return setting(loaded, path).origin();
  }

  public static Setting setting(LoadedConfig loaded, String path) {
    return loaded.settings().stream()
        .filter(setting -> setting.path().equals(path))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no setting " + path));
  }
}
