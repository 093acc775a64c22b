package dev.sluice.settings.load;

import dev.sluice.operators.ListText;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.ParameterValue;
import dev.sluice.settings.OperatorCall;
import dev.sluice.settings.Problems;
import dev.sluice.settings.Setting;
import dev.sluice.settings.yaml.OperatorListReader;
import dev.sluice.settings.yaml.YamlNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stores operators as settings. {@code operators.3.word-count} is the fourth operator, and {@code
 * operators.3.word-count.min} is one of its parameters. The text of a list is {@link ListText}, as
 * in the configuration that an output stores.
 */
final class OperatorSettings {
  private static final int ELEMENT = 2;
  private static final int OPERATOR = 3;
  private static final int PARAMETER = 4;

  private final Layer layer;
  private final ConfigSchema schema;
  private final Problems problems;

  OperatorSettings(Layer layer, ConfigSchema schema, Problems problems) {
    this.layer = layer;
    this.schema = schema;
    this.problems = problems;
  }

  /**
   * Returns whether the path is a parameter with a single value. The text of such a value is used
   * unchanged.
   */
  static boolean isSingleValue(String path, OperatorRegistry operators) {
    String[] parts = path.split("\\.");
    Optional<OperatorDescription> operator =
        parts.length == PARAMETER ? operators.find(parts[ELEMENT]) : Optional.empty();
    return operator.isPresent()
        && operator.get().parameters().stream()
            .noneMatch(parameter -> parameter.isList() && path.endsWith("." + parameter.name()));
  }

  /** Returns the value of a parameter. */
  static ParameterValue value(Setting setting, OperatorRegistry operators) {
    String text = setting.text();
    if (text.startsWith("[") && !isSingleValue(setting.path(), operators)) {
      try {
        return new ParameterValue(ListText.parse(text), true, setting.origin());
      } catch (IllegalArgumentException e) {
        return new ParameterValue(List.of(text), false, setting.origin()); // such as [a-z]+
      }
    }
    return new ParameterValue(List.of(text), false, setting.origin());
  }

  /** Adds an operator and its parameters. */
  void put(OperatorCall call) {
    put(call.path() + "." + call.name(), call.given(), call.origin());
  }

  private void put(String path, Map<String, ParameterValue> given, String origin) {
    layer.put(new Setting(path, "", origin));
    given.forEach((name, value) -> put(path + "." + name, value));
  }

  private void put(String path, ParameterValue given) {
    List<String> texts = given.texts();
    String text = given.list() ? ListText.of(texts) : texts.get(0);
    if (given.list() && isSingleValue(path, schema.operators(path))) { // its text may be valid
      problems.add(
          path,
          given.origin(),
          "[%s] is a list; must be a single value".formatted(String.join(", ", texts)));
      text = texts.isEmpty() ? "" : texts.get(0);
    }
    layer.put(new Setting(path, text, given.origin()));
  }

  /** Adds the value of an element, of its operator, or of a parameter, depending on the path. */
  void put(String path, YamlNode node, OperatorListReader reader) {
    layer.replaceList(path);
    switch (path.split("\\.").length) {
      case ELEMENT -> reader.call(path, node).ifPresent(this::put);
      case OPERATOR ->
          reader.parameters(path, node).ifPresent(given -> put(path, given, node.origin()));
      case PARAMETER -> reader.value(path, node).ifPresent(given -> put(path, given));
      default -> reader.refuse(path, node);
    }
  }
}
