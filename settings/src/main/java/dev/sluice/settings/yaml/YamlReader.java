package dev.sluice.settings.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.settings.Problems;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Parses YAML into {@link YamlNode}s. Invalid YAML, duplicate keys and keys that are not strings
 * become problems. YAML counts as invalid if it nests deeper than 50 levels, has more than 50
 * aliases of maps and lists, or has an alias inside the value that it stands for.
 */
public final class YamlReader {
  private static final String FILE_OPTION = "--config";

  /**
   * Maximum size, far more than any configuration needs; bounds the memory and time that parsing
   * takes.
   */
  private static final int MAX_BYTES = 1 << 20;

  private final Problems problems;
  private final IntFunction<String> origins;

  /**
   * Nodes already converted, so that a node with several aliases is converted once, and its
   * problems are reported once.
   */
  private final Map<Node, YamlNode> converted = new HashMap<>();

  private final Set<Node> unfinished = new HashSet<>();

  /**
   * @param origins returns the name of a line, counted from 1, for messages
   */
  private YamlReader(Problems problems, IntFunction<String> origins) {
    this.problems = problems;
    this.origins = origins;
  }

  /**
   * Reads a file, and returns empty if it has no content. A file that cannot be read is a problem
   * of {@code --config}.
   */
  public static Optional<YamlNode> file(Path file, Problems problems) {
    YamlReader reader = new YamlReader(problems, line -> file + ":" + line);
    try {
      return reader.convert("", text(file));
    } catch (NoSuchFileException e) {
      problems.add(FILE_OPTION, file + " does not exist");
    } catch (CharacterCodingException e) {
      problems.add(FILE_OPTION, file + " is not UTF-8");
    } catch (IOException e) {
      problems.add(FILE_OPTION, "cannot read " + file + ": " + e.getMessage());
    } catch (MarkedYAMLException e) {
      String origin = reader.origins.apply(e.getProblemMark().getLine() + 1);
      problems.add(FILE_OPTION, origin, "not valid YAML: " + e.getProblem());
    } catch (YAMLException e) {
      problems.add(FILE_OPTION, file.toString(), "not valid YAML: " + e.getMessage());
    }
    return Optional.empty();
  }

  /** Reads a file in UTF-8 of at most 1 MiB. */
  private static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IOException("the file is larger than 1 MiB, the limit for configurations");
      }
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }
  }

  /**
   * Reads a file whose content must be a map. Other content is a problem, and results in an empty
   * map.
   */
  public static YamlNode.Keys keys(Path file, Problems problems) {
    Optional<YamlNode> root = file(file, problems);
    if (root.isPresent() && root.get() instanceof YamlNode.Keys keys) {
      return keys;
    }
    if (root.isPresent()) {
      problems.add(FILE_OPTION, file + ": must be a map of keys to values");
    }
    return new YamlNode.Keys(List.of(), file.toString());
  }

  /**
   * Reads the text of one value, from an option or a variable. The result is empty if the text has
   * no content.
   *
   * @param path path of the value, with which the paths of problems begin
   */
  public static Optional<YamlNode> value(
      String path, String text, String origin, Problems problems) {
    try {
      return new YamlReader(problems, line -> origin).convert(path, text);
    } catch (MarkedYAMLException e) {
      problems.add(path, origin, "not valid YAML: " + e.getProblem());
    } catch (YAMLException e) {
      problems.add(path, origin, "not valid YAML: " + e.getMessage());
    }
    return Optional.empty();
  }

  private Optional<YamlNode> convert(String path, String text) {
    Node root = new Yaml(new LoaderOptions()).compose(new StringReader(text));
    return Optional.ofNullable(root).map(node -> convert(path, node));
  }

  private YamlNode convert(String path, Node node) {
    if (node instanceof ScalarNode scalar) {
      return new YamlNode.Text(scalar.getValue(), Tag.NULL.equals(scalar.getTag()), origin(scalar));
    }
    YamlNode known = converted.get(node);
    if (known != null) {
      return known;
    }
    if (!unfinished.add(node)) {
      int line = node.getStartMark().getLine() + 1;
      throw new YAMLException(
          "an alias refers to the value on line " + line + ", which contains the alias");
    }
    YamlNode result =
        node instanceof SequenceNode list ? items(path, list) : keys(path, (MappingNode) node);
    unfinished.remove(node);
    converted.put(node, result);
    return result;
  }

  private YamlNode items(String path, SequenceNode list) {
    List<YamlNode> elements = new ArrayList<>();
    for (Node element : list.getValue()) {
      elements.add(convert(path + "." + elements.size(), element));
    }
    return new YamlNode.Items(elements, origin(list));
  }

  private YamlNode keys(String path, MappingNode map) {
    List<YamlNode.Entry> entries = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (NodeTuple tuple : map.getValue()) {
      Node key = tuple.getKeyNode();
      if (!(key instanceof ScalarNode scalar)) {
        problems.add(
            path,
            origin(key),
            "a key must be a string, not " + (key instanceof SequenceNode ? "a list" : "a map"));
        continue;
      }
      String name = scalar.getValue();
      String child = path.isEmpty() ? name : path + "." + name;
      if (names.add(name)) {
        YamlNode value = convert(child, tuple.getValueNode());
        entries.add(new YamlNode.Entry(name, origin(key), value));
      } else {
        problems.add(child, origin(key), "duplicate key: this key appears more than once");
      }
    }
    return new YamlNode.Keys(entries, origin(map));
  }

  private String origin(Node node) {
    return origins.apply(node.getStartMark().getLine() + 1);
  }
}
