package dev.sluice.cli.recipe;

import dev.sluice.cli.config.Problems;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.Given;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.ProblemSink;
import dev.sluice.operators.peer.PeerBinder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
final class OperatorListReader {
  private final OperatorRegistry registry;
  private final Problems problems;
  private final Problems warnings;
  private final Function<Node, String> origin;

  /**
   * @param warnings takes what was said and has no effect
   * @param origin what to say about where a node was found
   */
  OperatorListReader(
      OperatorRegistry registry,
      Problems problems,
      Problems warnings,
      Function<Node, String> origin) {
    this.registry = registry;
    this.problems = problems;
    this.warnings = warnings;
    this.origin = origin;
  }

  /** The operators that can be made; what cannot be are problems. */
  OperatorChain read(String path, Node node) {
    List<BoundOperator> operators = new ArrayList<>();
    if (!(node instanceof SequenceNode list)) {
      problems.add(path, origin.apply(node), "a list of operators is needed");
      return new OperatorChain(operators);
    }
    for (int i = 0; i < list.getValue().size(); i++) {
      operators.addAll(element(path + "." + i, list.getValue().get(i)));
    }
    return new OperatorChain(operators);
  }

  private List<BoundOperator> element(String path, Node node) {
    if (node instanceof ScalarNode name) {
      return bind(path, name, Map.of());
    }
    if (node instanceof MappingNode map && map.getValue().size() == 1) {
      NodeTuple entry = map.getValue().get(0);
      if (entry.getKeyNode() instanceof ScalarNode name) {
        return parameters(path, entry.getValueNode())
            .map(given -> bind(path, name, given))
            .orElse(List.of());
      }
    }
    problems.add(path, origin.apply(node), "an operator is needed: - name: {parameter: value}");
    return List.of();
  }

  private List<BoundOperator> bind(String path, ScalarNode name, Map<String, Given> given) {
    return new PeerBinder(registry, sink(path, problems), sink(path, warnings))
        .bind(name.getValue(), given, origin.apply(name));
  }

  private static ProblemSink sink(String path, Problems to) {
    return (subject, where, message) -> to.add(path + "." + subject, where, message);
  }

  private Optional<Map<String, Given>> parameters(String path, Node node) {
    Map<String, Given> given = new LinkedHashMap<>();
    if (Tag.NULL.equals(node.getTag())) {
      return Optional.of(given);
    }
    if (!(node instanceof MappingNode map)) {
      problems.add(path, origin.apply(node), "parameters and their values are needed");
      return Optional.empty();
    }
    for (NodeTuple entry : map.getValue()) {
      String name = entry.getKeyNode() instanceof ScalarNode text ? text.getValue() : "";
      Optional<Given> value = value(entry.getValueNode());
      if (value.isEmpty()) {
        problems.add(
            path + "." + name, origin.apply(entry.getValueNode()), "a value or a list is needed");
      } else if (given.put(name, value.get()) != null) {
        problems.add(path + "." + name, origin.apply(entry.getKeyNode()), "is given twice");
      }
    }
    return Optional.of(given);
  }

  private Optional<Given> value(Node node) {
    if (node instanceof ScalarNode text) {
      return Optional.of(new Given(List.of(text(text)), false, origin.apply(node)));
    }
    if (!(node instanceof SequenceNode list)
        || !list.getValue().stream().allMatch(ScalarNode.class::isInstance)) {
      return Optional.empty();
    }
    List<String> texts =
        list.getValue().stream().map(element -> text((ScalarNode) element)).toList();
    return Optional.of(new Given(texts, true, origin.apply(node)));
  }

  private static String text(ScalarNode node) {
    return Tag.NULL.equals(node.getTag()) ? "" : node.getValue();
  }
}
