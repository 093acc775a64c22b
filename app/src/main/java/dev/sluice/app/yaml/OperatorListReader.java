package dev.sluice.app.yaml;

import dev.sluice.app.config.OperatorCall;
import dev.sluice.app.config.Problems;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.ParameterValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Reads a list of operators: each element a name, of Sluice's or Data-Juicer's, or a name and its
 * parameters. Values are taken as they are written, {@code off} as {@code off}.
 */
public final class OperatorListReader {
  private final Problems problems;
  private final Problems warnings;
  private final Function<Node, String> origin;

  /**
   * @param warnings takes what was said and has no effect
   * @param origin what to say about where a node was found
   */
  public OperatorListReader(Problems problems, Problems warnings, Function<Node, String> origin) {
    this.problems = problems;
    this.warnings = warnings;
    this.origin = origin;
  }

  /** The operators that can be made; what cannot be are problems. */
  public OperatorChain read(OperatorRegistry registry, String path, Node node) {
    List<BoundOperator> operators = new ArrayList<>();
    read(path, node, call -> operators.addAll(call.bind(registry, problems, warnings)));
    return new OperatorChain(operators);
  }

  /** Hands over what is written, in order; elements that are of another form are problems. */
  public void read(String path, Node node, Consumer<OperatorCall> consumer) {
    if (!(node instanceof SequenceNode list)) {
      problems.add(path, origin.apply(node), "a list of operators is needed");
      return;
    }
    for (int i = 0; i < list.getValue().size(); i++) {
      call(path + "." + i, list.getValue().get(i)).ifPresent(consumer);
    }
  }

  /** What is written for one element; another form is a problem. */
  public Optional<OperatorCall> call(String path, Node node) {
    if (node instanceof ScalarNode name && !name.getValue().isEmpty()) {
      return Optional.of(call(path, name, Map.of()));
    }
    if (node instanceof MappingNode map && map.getValue().size() == 1) {
      NodeTuple entry = map.getValue().get(0);
      if (entry.getKeyNode() instanceof ScalarNode name) {
        return parameters(path, entry.getValueNode()).map(given -> call(path, name, given));
      }
    }
    problems.add(path, origin.apply(node), "an operator is needed: - name: {parameter: value}");
    return Optional.empty();
  }

  private OperatorCall call(String path, ScalarNode name, Map<String, ParameterValue> given) {
    return new OperatorCall(path, name.getValue(), origin.apply(name), given);
  }

  /** Parameters and what is written for them; another form is a problem. */
  public Optional<Map<String, ParameterValue>> parameters(String path, Node node) {
    Map<String, ParameterValue> given = new LinkedHashMap<>();
    if (Tag.NULL.equals(node.getTag())) {
      return Optional.of(given);
    }
    if (!(node instanceof MappingNode map)) {
      problems.add(path, origin.apply(node), "parameters and their values are needed");
      return Optional.empty();
    }
    for (NodeTuple entry : map.getValue()) {
      String name = entry.getKeyNode() instanceof ScalarNode text ? text.getValue() : "";
      Optional<ParameterValue> value = value(entry.getValueNode());
      if (value.isEmpty()) {
        problems.add(
            path + "." + name, origin.apply(entry.getValueNode()), "a value or a list is needed");
      } else if (given.put(name, value.get()) != null) {
        problems.add(path + "." + name, origin.apply(entry.getKeyNode()), "is given twice");
      }
    }
    return Optional.of(given);
  }

  /** What is written for a parameter; another form is a problem. */
  public Optional<ParameterValue> single(String path, Node node) {
    Optional<ParameterValue> value = value(node);
    if (value.isEmpty()) {
      problems.add(path, origin.apply(node), "a value or a list is needed");
    }
    return value;
  }

  /** Reports that there is no such key. */
  public void refuse(String path, Node node) {
    problems.add(path, origin.apply(node), "unknown key; operators.0.NAME.PARAMETER is as deep");
  }

  /** Where a node was found. */
  public String origin(Node node) {
    return origin.apply(node);
  }

  private Optional<ParameterValue> value(Node node) {
    if (node instanceof ScalarNode text) {
      return Optional.of(new ParameterValue(List.of(text(text)), false, origin.apply(node)));
    }
    if (!(node instanceof SequenceNode list)
        || !list.getValue().stream().allMatch(ScalarNode.class::isInstance)) {
      return Optional.empty();
    }
    List<String> texts =
        list.getValue().stream().map(element -> text((ScalarNode) element)).toList();
    return Optional.of(new ParameterValue(texts, true, origin.apply(node)));
  }

  private static String text(ScalarNode node) {
    return Tag.NULL.equals(node.getTag()) ? "" : node.getValue();
  }
}
