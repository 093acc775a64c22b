package dev.sluice.settings.load;

import dev.sluice.settings.yaml.YamlNode;
import dev.sluice.storage.shard.ColumnChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Converts the forms of {@code output.columns} that are not a list to the list that {@link
 * ColumnChoice} reads.
 *
 * <pre>
 * all                  [all]
 * {all-but: [a, b]}    [all, -a, -b]
 * </pre>
 */
final class ColumnChoiceNode {
  /** All spellings, for messages. */
  static final String FORMS = "a list such as [id, text, url], or all, or {all-but: [url]}";

  private static final String ALL_BUT = "all-but";

  private ColumnChoiceNode() {}

  /** The node as a list; the node itself if it has another form. */
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
