package dev.sluice.settings.load;

import dev.sluice.settings.Problems;
import dev.sluice.settings.Setting;
import dev.sluice.settings.load.ConfigKey.Kind;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Reads settings from options and variables. Each has a path and a text. The text of a list or map
 * is YAML ({@code [id, text]}); any other text is the value itself. In variables and in
 * assignments, {@code null} and {@code ~} are null, as in YAML; an option takes them literally, for
 * example as the name of a directory. A group or map that is null has its defaults.
 */
final class TextLayer {
  private static final Set<Kind> SINGLE = EnumSet.of(Kind.SCALAR, Kind.JOINED, Kind.PATHS);

  private final ConfigSchema schema;
  private final Problems problems;

  TextLayer(ConfigSchema schema, Problems problems) {
    this.schema = schema;
    this.problems = problems;
  }

  /**
   * Returns a layer with a setting. An unknown path is a problem.
   *
   * @param origin the option or variable
   * @param nullable whether {@code null} and {@code ~} are null
   */
  Layer read(String path, String text, String origin, boolean nullable) {
    Layer layer = new Layer();
    Optional<ConfigKey<?>> key = schema.find(path);
    if (schema.isOperator(path) && OperatorSettings.isSingleValue(path, schema.operators(path))) {
      layer.replaceList(path);
      layer.put(new Setting(path, text, origin));
      return layer;
    }
    boolean isNull = nullable && (text.isEmpty() || text.equals("null") || text.equals("~"));
    if (isNull && isMapOfKeys(path)) {
      return schema.defaults(below -> isWithin(below, path), problems);
    }
    boolean single =
        key.map(found -> SINGLE.contains(found.kind())).orElse(schema.openMapOf(path).isPresent());
    if (single) {
      layer.put(new Setting(path, isNull ? "" : text, origin));
    } else if (!path.isEmpty() && isStructured(path, key)) {
      new YamlFlattener(schema, problems, layer).add(path, text, origin);
    } else {
      problems.add(path, origin, "unknown key" + schema.didYouMean(path));
    }
    return layer;
  }

  /** Returns whether a path is a group of keys, or a map of arbitrary names. */
  private boolean isMapOfKeys(String path) {
    boolean isOpen = schema.find(path).filter(key -> key.kind() == Kind.OPEN).isPresent();
    return isOpen
        || schema.isGroup(path) && schema.keys().stream().anyMatch(key -> isWithin(key, path));
  }

  private static boolean isWithin(ConfigKey<?> key, String path) {
    return key.pattern().equals(path) || key.pattern().startsWith(path + ".");
  }

  private boolean isStructured(String path, Optional<ConfigKey<?>> key) {
    return key.isPresent() || schema.isGroup(path) || schema.isOperator(path);
  }

  /** Returns a layer with an assignment {@code key.path=value} of an option. */
  Layer readAssignment(String assignment, String option) {
    int at = assignment.indexOf('=');
    if (at < 1) {
      problems.add(option, "\"" + assignment + "\" is not of the form key.path=value");
      return new Layer();
    }
    return read(assignment.substring(0, at).strip(), assignment.substring(at + 1), option, true);
  }
}
