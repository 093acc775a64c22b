package dev.sluice.app.config.load;

import dev.sluice.app.config.Problems;
import dev.sluice.app.config.Setting;
import dev.sluice.app.yaml.OperatorListReader;
import dev.sluice.app.yaml.YamlFile;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Turns YAML into a {@link Layer} under the guidance of the declared keys, keeping every scalar's
 * text as it was written ({@code 4.0} stays {@code 4.0}). Unknown and duplicate keys are problems.
 */
final class YamlFlattener {
  private final ConfigSchema schema;
  private final Problems problems;
  private final Layer layer;
  private final Function<Node, String> origin;

  /**
   * @param origin what to say about where a node was found
   */
  YamlFlattener(
      ConfigSchema schema, Problems problems, Layer layer, Function<Node, String> origin) {
    this.schema = schema;
    this.problems = problems;
    this.layer = layer;
    this.origin = origin;
  }

  /**
   * Adds what the text says.
   *
   * @param path the path of the text's root
   * @param source its name in messages
   */
  void add(String path, String text, String source) {
    try {
      YamlFile.compose(text).ifPresent(root -> flatten(path, root));
    } catch (MarkedYAMLException e) {
      problems.add(path, source, "not valid YAML: " + e.getProblem());
    } catch (YAMLException e) {
      problems.add(path, source, "not valid YAML: " + e.getMessage());
    }
  }

  /** Adds what a whole file says. */
  void add(Node root) {
    flatten("", root);
  }

  private void flatten(String path, Node node) {
    Optional<ConfigKey<?>> key = schema.find(path);
    if (key.isPresent()) {
      flattenKey(path, key.get(), node);
    } else if (schema.openMapOf(path).isPresent()) {
      scalar(path, node);
    } else if (schema.isOperator(path)) {
      operator(path, node);
    } else if (schema.isGroup(path)) {
      group(path, node);
    } else {
      problems.add(path, origin.apply(node), "unknown key" + schema.didYouMean(path));
    }
  }

  private void flattenKey(String path, ConfigKey<?> key, Node node) {
    switch (key.kind()) {
      case SCALAR -> scalar(path, node);
      case JOINED -> joined(path, node);
      case LIST -> list(path, node);
      case OPERATORS -> operators(path, node);
      case OPEN -> group(path, node);
    }
  }

  private void scalar(String path, Node node) {
    if (node instanceof ScalarNode value) {
      put(path, text(value), node);
    } else {
      problems.add(path, origin.apply(node), "is " + describe(node) + "; a single value is needed");
    }
  }

  private void put(String path, String text, Node node) {
    if (layer.has(path)) { // once as a.b: and once as b: below a:
      problems.add(path, origin.apply(node), "duplicate key: it is given twice");
    } else {
      layer.put(new Setting(path, text, origin.apply(node)));
    }
  }

  private void joined(String path, Node node) {
    if (node instanceof SequenceNode list
        && list.getValue().stream().allMatch(ScalarNode.class::isInstance)) {
      String text =
          list.getValue().stream()
              .map(item -> text((ScalarNode) item))
              .collect(Collectors.joining(","));
      put(path, text, node);
    } else {
      scalar(path, node);
    }
  }

  private void list(String path, Node node) {
    if (!(node instanceof SequenceNode) && !isNothing(node)) {
      problems.add(path, origin.apply(node), "is " + describe(node) + "; a list is needed");
      return;
    }
    layer.replaceList(path);
    List<Node> items = node instanceof SequenceNode list ? list.getValue() : List.of();
    for (int i = 0; i < items.size(); i++) {
      flatten(path + "." + i, items.get(i));
    }
  }

  private void operators(String path, Node node) {
    layer.replaceList(path);
    if (!isNothing(node)) {
      OperatorSettings settings = new OperatorSettings(layer);
      new OperatorListReader(problems, new Problems(), origin).read(path, node, settings::put);
    }
  }

  private void operator(String path, Node node) {
    new OperatorSettings(layer)
        .put(path, node, new OperatorListReader(problems, new Problems(), origin));
  }

  private void group(String path, Node node) {
    if (isNothing(node)) {
      return;
    }
    if (!(node instanceof MappingNode map)) {
      problems.add(
          path.isEmpty() ? "--config" : path,
          origin.apply(node),
          "is " + describe(node) + "; keys and their values are needed");
      return;
    }
    Set<String> seen = new HashSet<>();
    for (NodeTuple entry : map.getValue()) {
      entry(path, entry, seen);
    }
  }

  private void entry(String path, NodeTuple entry, Set<String> seen) {
    Node keyNode = entry.getKeyNode();
    if (!(keyNode instanceof ScalarNode name)) {
      problems.add(path, origin.apply(keyNode), "a key must be a text, not " + describe(keyNode));
      return;
    }
    String child = path.isEmpty() ? name.getValue() : path + "." + name.getValue();
    if (!seen.add(child)) {
      problems.add(child, origin.apply(keyNode), "duplicate key: it is given twice");
      return;
    }
    flatten(child, entry.getValueNode());
  }

  private static boolean isNothing(Node node) {
    return Tag.NULL.equals(node.getTag());
  }

  private static String text(ScalarNode node) {
    return isNothing(node) ? "" : node.getValue();
  }

  private static String describe(Node node) {
    return switch (node.getNodeId()) {
      case mapping -> "a map";
      case sequence -> "a list";
      default -> "the single value \"" + ((ScalarNode) node).getValue() + "\"";
    };
  }
}
