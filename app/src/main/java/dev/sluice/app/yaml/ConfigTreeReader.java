package dev.sluice.app.yaml;

import dev.sluice.app.config.Problems;
import java.nio.file.Path;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads a YAML file as a {@link ConfigTree}; duplicate keys are problems. */
public final class ConfigTreeReader {
  private final Path file;
  private final Problems problems;

  /**
   * @param problems that are found are added to these
   */
  public ConfigTreeReader(Path file, Problems problems) {
    this.file = file;
    this.problems = problems;
  }

  /** The file's content; nothing where it cannot be read, which is a problem then. */
  public ConfigTree.Keys read() {
    Optional<Node> root = YamlFile.read(file, problems);
    if (root.orElse(null) instanceof MappingNode map) {
      return keys("", map);
    }
    if (root.isPresent()) {
      problems.add("--config", file + ": keys and their values are needed");
    }
    return ConfigTree.Keys.none(file.toString());
  }

  private ConfigTree.Keys keys(String path, MappingNode map) {
    ConfigTree.Keys keys = ConfigTree.Keys.none(origin(map));
    for (NodeTuple entry : map.getValue()) {
      Node keyNode = entry.getKeyNode();
      if (!(keyNode instanceof ScalarNode name)) {
        problems.add(path, origin(keyNode), "a key must be a text");
        continue;
      }
      String child = path.isEmpty() ? name.getValue() : path + "." + name.getValue();
      ConfigTree value = tree(child, entry.getValueNode());
      if (keys.entries().putIfAbsent(name.getValue(), value) != null) {
        problems.add(child, origin(keyNode), "duplicate key: it is given twice");
      }
    }
    return keys;
  }

  private ConfigTree tree(String path, Node node) {
    if (node instanceof MappingNode map) {
      return keys(path, map);
    }
    if (node instanceof ScalarNode scalar) {
      boolean nothing = Tag.NULL.equals(scalar.getTag());
      return new ConfigTree.Text(nothing ? "" : scalar.getValue(), origin(scalar));
    }
    return new ConfigTree.Items(origin(node));
  }

  private String origin(Node node) {
    return file + ":" + (node.getStartMark().getLine() + 1);
  }
}
