package dev.sluice.app.config.load;

import dev.sluice.app.config.Problems;
import dev.sluice.app.config.Setting;
import java.util.function.Predicate;

/** The defaults of keys as a layer. */
final class DefaultLayer {
  private static final String ORIGIN = "default";

  private DefaultLayer() {}

  /** The defaults of the keys that are wanted; those of lists bring their elements. */
  static Layer of(ConfigSchema schema, Predicate<ConfigKey<?>> wanted, Problems problems) {
    Layer layer = new Layer();
    YamlFlattener lists = new YamlFlattener(schema, problems, layer);
    for (ConfigKey<?> key : schema.keys()) {
      String text = key.defaultText().orElse("");
      if (key.isElement() || !wanted.test(key)) {
        continue;
      }
      switch (key.kind()) {
        case LIST -> lists.add(key.pattern(), text, ORIGIN);
        case OPERATORS, OPEN -> layer.replaceList(key.pattern());
        case SCALAR, JOINED, PATHS -> layer.put(new Setting(key.pattern(), text, ORIGIN));
      }
    }
    return layer;
  }
}
