package dev.sluice.app.config.load;

import dev.sluice.app.config.Problems;
import dev.sluice.app.config.Setting;
import dev.sluice.app.config.load.ConfigKey.Kind;
import java.util.Optional;

/**
 * Reads settings that come as a path and a text, from options and variables. Where the path is a
 * list or a map, the text is YAML ({@code [id, text]}); else it is the value as it stands, where
 * {@code null} and {@code ~} mean nothing, as in YAML.
 */
final class TextLayer {
  private final ConfigSchema schema;
  private final Problems problems;

  TextLayer(ConfigSchema schema, Problems problems) {
    this.schema = schema;
    this.problems = problems;
  }

  /** The one setting as a layer; an unknown path is a problem. */
  Layer read(String path, String text, String origin) {
    Layer layer = new Layer();
    Optional<ConfigKey<?>> key = schema.find(path);
    if (schema.isOperator(path) && OperatorSettings.isSingleValue(path)) {
      layer.replaceList(path);
      layer.put(new Setting(path, text, origin));
      return layer;
    }
    boolean single =
        key.map(found -> found.kind() == Kind.SCALAR || found.kind() == Kind.JOINED)
            .orElse(schema.openMapOf(path).isPresent());
    if (single) {
      boolean nothing = text.equals("null") || text.equals("~");
      layer.put(new Setting(path, nothing ? "" : text, origin));
    } else if (!path.isEmpty() && isStructured(path, key)) {
      new YamlFlattener(schema, problems, layer).add(path, text, origin);
    } else {
      problems.add(path, origin, "unknown key" + schema.didYouMean(path));
    }
    return layer;
  }

  private boolean isStructured(String path, Optional<ConfigKey<?>> key) {
    return key.isPresent() || schema.isGroup(path) || schema.isOperator(path);
  }

  /** An assignment {@code key.path=value}, as an option gives it. */
  Layer readAssignment(String assignment, String option) {
    int at = assignment.indexOf('=');
    if (at < 1) {
      problems.add(option, "\"" + assignment + "\" is not of the form key.path=value");
      return new Layer();
    }
    return read(assignment.substring(0, at).strip(), assignment.substring(at + 1), option);
  }
}
