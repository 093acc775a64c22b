package dev.sluice.settings.yaml;

import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.ParameterValue;
import dev.sluice.settings.OperatorCall;
import dev.sluice.settings.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads a list of operators. Each element is a name, of Sluice or of Data-Juicer, or a name with
 * parameters. Values keep the text that was written: {@code off} stays {@code off}.
 */
public final class OperatorListReader {
  private final Problems problems;
  private final Problems warnings;

  /**
   * @param warnings receives settings that have no effect
   */
  public OperatorListReader(Problems problems, Problems warnings) {
    this.problems = problems;
    this.warnings = warnings;
  }

  /** Creates the operators. Invalid operators become problems. */
  public OperatorChain read(OperatorRegistry registry, String path, YamlNode node) {
    List<BoundOperator> operators = new ArrayList<>();
    read(path, node, call -> operators.addAll(call.bind(registry, problems, warnings)));
    return new OperatorChain(operators);
  }

  /** Passes the elements to a consumer, in order. Elements of a different form become problems. */
  public void read(String path, YamlNode node, Consumer<OperatorCall> consumer) {
    if (!(node instanceof YamlNode.Items list)) {
      problems.add(path, node.origin(), "must be a list of operators");
      return;
    }
    for (int i = 0; i < list.elements().size(); i++) {
      call(path + "." + i, list.elements().get(i)).ifPresent(consumer);
    }
  }

  /** Reads one element. Any other form is a problem. */
  public Optional<OperatorCall> call(String path, YamlNode node) {
    if (node instanceof YamlNode.Text name && !name.written().isEmpty()) {
      return Optional.of(new OperatorCall(path, name.written(), name.origin(), Map.of()));
    }
    if (node instanceof YamlNode.Keys map && map.entries().size() == 1) {
      YamlNode.Entry entry = map.entries().get(0);
      return parameters(path, entry.value())
          .map(given -> new OperatorCall(path, entry.key(), entry.origin(), given));
    }
    problems.add(
        path, node.origin(), "must be an operator of the form `- name: {parameter: value}`");
    return Optional.empty();
  }

  /** Reads values by parameter. Any other form is a problem. */
  public Optional<Map<String, ParameterValue>> parameters(String path, YamlNode node) {
    Map<String, ParameterValue> given = new LinkedHashMap<>();
    if (node.isNull()) {
      return Optional.of(given);
    }
    if (!(node instanceof YamlNode.Keys map)) {
      problems.add(path, node.origin(), "must be a map of parameters to values");
      return Optional.empty();
    }
    for (YamlNode.Entry entry : map.entries()) {
      value(path + "." + entry.key(), entry.value())
          .ifPresent(value -> given.put(entry.key(), value));
    }
    return Optional.of(given);
  }

  /** Reads the value of a parameter. Any other form is a problem. */
  public Optional<ParameterValue> value(String path, YamlNode node) {
    if (node instanceof YamlNode.Text text) {
      return Optional.of(new ParameterValue(List.of(text.text()), false, node.origin()));
    }
    if (node instanceof YamlNode.Items list
        && list.elements().stream().allMatch(YamlNode.Text.class::isInstance)) {
      List<String> texts =
          list.elements().stream().map(element -> ((YamlNode.Text) element).text()).toList();
      return Optional.of(new ParameterValue(texts, true, node.origin()));
    }
    problems.add(path, node.origin(), "must be a value or a list");
    return Optional.empty();
  }

  /** Reports an unknown key. */
  public void refuse(String path, YamlNode node) {
    problems.add(
        path,
        node.origin(),
        "unknown key; the longest keys have the form operators.0.NAME.PARAMETER");
  }
}
