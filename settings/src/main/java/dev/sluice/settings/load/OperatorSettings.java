package dev.sluice.settings.load;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.ParameterValue;
import dev.sluice.settings.OperatorCall;
import dev.sluice.settings.Setting;
import dev.sluice.settings.yaml.OperatorListReader;
import dev.sluice.settings.yaml.YamlNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Operators as settings: {@code operators.3.word-count} is the fourth operator, {@code
 * operators.3.word-count.min} one of its parameters. If that is a list, the path of an element ends
 * with its index, and an empty list is {@code []}.
 */
final class OperatorSettings {
  /** The text of an empty list. */
  static final String NO_ELEMENTS = "[]";

  private static final int ELEMENT = 2;
  private static final int OPERATOR = 3;
  private static final int PARAMETER = 4;

  private final Layer layer;

  OperatorSettings(Layer layer) {
    this.layer = layer;
  }

  /** Whether the path is a parameter with a single value, whose text is used unchanged. */
  static boolean isSingleValue(String path, OperatorRegistry operators) {
    String[] parts = path.split("\\.");
    Optional<OperatorDescription> operator =
        parts.length == PARAMETER ? operators.find(parts[ELEMENT]) : Optional.empty();
    return operator.isPresent()
        && operator.get().parameters().stream()
            .noneMatch(parameter -> parameter.isList() && path.endsWith("." + parameter.name()));
  }

  /** Adds an operator and its parameters. */
  void put(OperatorCall call) {
    put(call.path() + "." + call.name(), call.given(), call.origin());
  }

  private void put(String path, ParameterValue given) {
    List<String> texts = given.texts();
    if (!given.list()) {
      layer.put(new Setting(path, texts.get(0), given.origin()));
    } else if (texts.isEmpty()) {
      layer.put(new Setting(path, NO_ELEMENTS, given.origin()));
    }
    for (int i = 0; given.list() && i < texts.size(); i++) {
      layer.put(new Setting(path + "." + i, texts.get(i), given.origin()));
    }
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

  private void put(String path, Map<String, ParameterValue> given, String origin) {
    layer.put(new Setting(path, "", origin));
    given.forEach((name, value) -> put(path + "." + name, value));
  }
}
