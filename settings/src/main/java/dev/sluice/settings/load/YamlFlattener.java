package dev.sluice.settings.load;

import dev.sluice.settings.Problems;
import dev.sluice.settings.Setting;
import dev.sluice.settings.yaml.OperatorListReader;
import dev.sluice.settings.yaml.YamlNode;
import dev.sluice.settings.yaml.YamlReader;
import dev.sluice.storage.shard.ColumnChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Converts YAML to settings of a {@link Layer}. The declared keys decide how. Every value keeps the
 * text that was written ({@code 4.0} stays {@code 4.0}). Unknown keys and values of the wrong shape
 * are problems.
 */
final class YamlFlattener {
  private final ConfigSchema schema;
  private final Problems problems;
  private final Layer layer;

  YamlFlattener(ConfigSchema schema, Problems problems, Layer layer) {
    this.schema = schema;
    this.problems = problems;
    this.layer = layer;
  }

  /** Adds the value at a path, written in YAML. */
  void add(String path, String text, String origin) {
    YamlReader.value(path, text, origin, problems).ifPresent(root -> flatten(path, root));
  }

  /** Adds a document. */
  void add(YamlNode root) {
    flatten("", root);
  }

  private void flatten(String path, YamlNode node) {
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
      problems.add(path, node.origin(), "unknown key" + schema.didYouMean(path));
    }
  }

  private void flattenKey(String path, ConfigKey<?> key, YamlNode node) {
    switch (key.kind()) {
      case SCALAR -> scalar(path, node);
      case JOINED -> joined(path, node, ",");
      case PATHS -> joined(path, node, "\n");
      case LIST -> list(path, node);
      case OPERATORS -> operators(path, node);
      case OPEN -> group(path, node);
    }
  }

  private void scalar(String path, YamlNode node) {
    if (node instanceof YamlNode.Text value) {
      put(path, value.text(), node);
    } else {
      problems.add(path, node.origin(), "is " + node.describe() + "; must be a single value");
    }
  }

  private void put(String path, String text, YamlNode node) {
    if (layer.has(path)) { // both as a.b: and as b: below a:
      problems.add(path, node.origin(), "duplicate key: this key appears more than once");
    } else {
      layer.put(new Setting(path, text, node.origin()));
    }
  }

  private void joined(String path, YamlNode node, String separator) {
    if (node instanceof YamlNode.Items list
        && list.elements().stream().allMatch(YamlNode.Text.class::isInstance)) {
      String text =
          list.elements().stream()
              .map(element -> ((YamlNode.Text) element).text())
              .collect(Collectors.joining(separator));
      put(path, text, node);
    } else {
      scalar(path, node);
    }
  }

  private void list(String path, YamlNode given) {
    boolean columns = path.equals(ConfigKeys.OUTPUT_COLUMNS.pattern());
    YamlNode node = columns ? ColumnChoiceNode.asList(given) : given;
    if (!(node instanceof YamlNode.Items) && !node.isNull()) {
      String needed = columns ? ColumnChoiceNode.FORMS : "a list";
      problems.add(path, node.origin(), "is %s; must be %s".formatted(node.describe(), needed));
      return;
    }
    layer.replaceList(path);
    List<YamlNode> elements = node instanceof YamlNode.Items list ? list.elements() : List.of();
    for (int i = 0; i < elements.size(); i++) {
      flatten(path + "." + i, elements.get(i));
    }
  }

  private void operators(String path, YamlNode node) {
    layer.replaceList(path);
    if (!node.isNull()) {
      new OperatorListReader(problems, new Problems())
          .read(path, node, new OperatorSettings(layer, schema, problems)::put);
    }
  }

  private void operator(String path, YamlNode node) {
    new OperatorSettings(layer, schema, problems)
        .put(path, node, new OperatorListReader(problems, new Problems()));
  }

  private void group(String path, YamlNode node) {
    if (node instanceof YamlNode.Keys keys) {
      for (YamlNode.Entry entry : keys.entries()) {
        flatten(path.isEmpty() ? entry.key() : path + "." + entry.key(), entry.value());
      }
    } else if (!node.isNull() || isElement(path)) {
      problems.add(
          path.isEmpty() ? "--config" : path,
          node.origin(),
          "is " + node.describe() + "; must be a map of keys to values");
    }
  }

  /** Returns whether a path is an element of a list, which must not be empty. */
  private static boolean isElement(String path) {
    return path.matches(".+\\.[0-9]{1,4}");
  }

  /**
   * Converts {@code output.columns} to the list that {@link ColumnChoice} reads, if it has a
   * different form.
   *
   * <pre>
   * all                  [all]
   * {all-but: [a, b]}    [all, -a, -b]
   * </pre>
   */
  static final class ColumnChoiceNode {
    /** All allowed forms, for messages. */
    static final String FORMS = "a list such as `[id, text, url]`, or `all`, or `{all-but: [url]}`";

    private static final String ALL_BUT = "all-but";

    private ColumnChoiceNode() {}

    /** Returns the node as a list. A node of any other form is returned as it is. */
    static YamlNode asList(YamlNode node) {
      if (node instanceof YamlNode.Text text && text.text().equals(ColumnChoice.ALL)) {
        return new YamlNode.Items(List.of(text), text.origin());
      }
      Optional<YamlNode> but =
          node instanceof YamlNode.Keys keys && keys.entries().size() == 1
              ? keys.find(ALL_BUT)
              : Optional.empty();
      if (but.isPresent()
          && but.get() instanceof YamlNode.Items names
          && names.elements().stream().allMatch(YamlNode.Text.class::isInstance)) {
        List<YamlNode> list = new ArrayList<>();
        list.add(new YamlNode.Text(ColumnChoice.ALL, node.origin()));
        for (YamlNode name : names.elements()) {
          String text = ColumnChoice.BUT + ((YamlNode.Text) name).text();
          list.add(new YamlNode.Text(text, name.origin()));
        }
        return new YamlNode.Items(list, node.origin());
      }
      return node;
    }
  }
}
