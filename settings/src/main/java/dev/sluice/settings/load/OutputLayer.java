package dev.sluice.settings.load;

import dev.sluice.operators.OperatorContent;
import dev.sluice.operators.score.ScorerContent;
import dev.sluice.settings.Problems;
import dev.sluice.settings.Setting;
import java.util.List;
import java.util.SortedMap;

/**
 * Creates settings from the configuration that an output stores. Users need not repeat this
 * configuration. These settings replace defaults. Other layers override them, and are compared with
 * them later.
 */
final class OutputLayer {
  /** The origin that {@code sluice config} shows for these settings. */
  static final String ORIGIN = "output";

  private final ConfigSchema schema;
  private final SortedMap<String, String> remembered;
  private final Problems problems;
  private final Layer layer = new Layer();

  private OutputLayer(
      ConfigSchema schema, SortedMap<String, String> remembered, Problems problems) {
    this.schema = schema;
    this.remembered = remembered;
    this.problems = problems;
  }

  /** Returns the stored values as settings. Skips keys that this version does not know. */
  static Layer of(ConfigSchema schema, SortedMap<String, String> remembered, Problems problems) {
    OutputLayer output = new OutputLayer(schema, remembered, problems);
    schema.keys().forEach(output::put);
    return output.layer;
  }

  private void put(ConfigKey<?> key) {
    String path = key.pattern();
    switch (key.kind()) {
      case LIST -> putList(path);
      case OPERATORS -> putOperators(path);
      default -> putValue(path);
    }
  }

  private void putValue(String path) {
    if (remembered.containsKey(path)) {
      layer.put(new Setting(path, remembered.get(path), ORIGIN));
    }
  }

  /**
   * Adds a list. A list of single values is one string, {@code [id, text]}; other elements have
   * separate paths.
   */
  private void putList(String path) {
    SortedMap<String, String> elements = below(path);
    if (remembered.containsKey(path)) {
      new YamlFlattener(schema, problems, layer).add(path, remembered.get(path), ORIGIN);
    } else if (!elements.isEmpty()) {
      layer.replaceList(path);
      elements.keySet().forEach(this::putValue);
    }
  }

  private void putOperators(String key) {
    if (!remembered.containsKey(key)) {
      return;
    }
    layer.replaceList(key);
    if (key.equals(OperatorContent.KEY) && lacksPlugins()) {
      return;
    }
    try {
      List<String> names =
          key.equals(ScorerContent.KEY)
              ? ScorerContent.LIST.names(remembered)
              : OperatorContent.LIST.names(remembered);
      for (int i = 0; i < names.size(); i++) {
        String path = key + "." + i + "." + names.get(i);
        layer.put(new Setting(path, "", ORIGIN));
        below(path).keySet().forEach(this::putValue);
      }
    } catch (IllegalArgumentException e) {
      problems.add(key, ORIGIN, e.getMessage());
    }
  }

  /** Returns whether a plug-in is missing. Versions are compared later. */
  private boolean lacksPlugins() {
    SortedMap<String, String> missing = OperatorContent.plugins(remembered);
    schema.operators(OperatorContent.KEY).all().stream()
        .flatMap(operator -> operator.plugin().stream())
        .forEach(jar -> missing.remove(jar.name()));
    missing.forEach(
        (name, identity) ->
            problems.add(
                "--plugins",
                ORIGIN,
                "the output was made with plug-in %s %s: specify the directory that contains its jar"
                    .formatted(name, identity)));
    return !missing.isEmpty();
  }

  private SortedMap<String, String> below(String path) {
    return remembered.subMap(path + ".", path + "/");
  }
}
