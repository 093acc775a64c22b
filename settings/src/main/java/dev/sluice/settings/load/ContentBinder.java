package dev.sluice.settings.load;

import dev.sluice.core.DumpRule;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.OperatorContent;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.operators.score.BoundScorer;
import dev.sluice.operators.score.ScorerContent;
import dev.sluice.settings.InputConfig;
import dev.sluice.settings.OutputConfig;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.load.ConfigKey.Kind;
import dev.sluice.settings.load.ConfigKey.Stored;
import dev.sluice.storage.source.FieldRules;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Collects the content configuration. Each value has one canonical text. Requires settings without
 * problems.
 */
final class ContentBinder {
  private final SettingReader reader;

  ContentBinder(SettingReader reader) {
    this.reader = reader;
  }

  /** Returns the content configuration, without the number of partitions. */
  SortedMap<String, String> bind(
      InputConfig input,
      OperatorChain operators,
      List<BoundScorer> scorers,
      OutputConfig output,
      SluiceConfig.SinkConfig sink) {
    SortedMap<String, String> content = new TreeMap<>();
    addAll(content, Stored.AS_CONTENT);
    withoutUnreadColumns(content, input.columns().rules());
    if (!scorers.isEmpty()) {
      content.put(ConfigKeys.COLUMN_SCORE.pattern(), "");
    }
    content.putAll(ScorerContent.of(scorers));
    if (reader.read(ConfigKeys.NEAR_DEDUP_METHOD).isPresent()) {
      content.put(SluiceConfig.NEAR_DEDUP_CONSTANTS, NearDedup.CONSTANTS);
    } else {
      ConfigKeys.OF_NEAR_DEDUP.forEach(key -> content.remove(key.pattern()));
    }
    content.putAll(OperatorContent.of(operators));
    if (!operators.isEmpty()) { // operators reject larger texts, which would otherwise be kept
      content.put(
          ConfigKeys.MAX_OPERATOR_TEXT.pattern(), Long.toString(input.largestOperatorText()));
    }
    content.put(ConfigKeys.CUT_BYTES.pattern(), Long.toString(sink.cutBytes()));
    if (!output.format().compression().hasLevels()) {
      content.remove(ConfigKeys.COMPRESSION_LEVEL.pattern());
    }
    return content;
  }

  /** Removes columns that are not read because other keys replace them. */
  private static void withoutUnreadColumns(SortedMap<String, String> content, FieldRules rules) {
    if (rules.textIds()) {
      content.put(ConfigKeys.COLUMN_ID.pattern(), "");
    }
    if (rules.score().isPresent()) {
      content.put(ConfigKeys.COLUMN_SCORE.pattern(), "");
    }
    if (!(rules.dump() instanceof DumpRule.Crawls)) {
      content.put(ConfigKeys.COLUMN_DUMP.pattern(), "");
    }
  }

  /** Returns the values of the other keys that an output stores. */
  SortedMap<String, String> remembered(List<BoundScorer> scorers) {
    SortedMap<String, String> values = new TreeMap<>(ScorerContent.paths(scorers));
    addAll(values, Stored.AS_DESCRIPTION);
    return values;
  }

  private void addAll(SortedMap<String, String> values, Stored stored) {
    ConfigKeys.ALL.stream().filter(key -> key.stored() == stored).forEach(key -> add(values, key));
  }

  private <T> void add(SortedMap<String, String> content, ConfigKey<T> key) {
    if (key.kind() == Kind.LIST) {
      addList(content, key);
    } else if (key.kind() == Kind.OPERATORS) {
      return; // see bind
    } else if (!key.isElement()) {
      content.put(key.pattern(), key.type().canonical().apply(reader.read(key)));
    } else if (!key.pattern().endsWith(".*")) {
      int size = reader.size(listOf(key));
      for (int i = 0; i < size; i++) {
        T value = reader.read(key, i).orElseThrow();
        content.put(key.at(i), key.type().canonical().apply(value));
      }
    }
  }

  /**
   * Adds a list. A list of single values is one string; the elements of other lists have separate
   * keys.
   */
  private void addList(SortedMap<String, String> content, ConfigKey<?> list) {
    if (list != ConfigKeys.BUCKETS) {
      List<String> values =
          IntStream.range(0, reader.size(list))
              .mapToObj(i -> reader.text(list.pattern() + "." + i))
              .toList();
      content.put(list.pattern(), values.toString());
    }
  }

  private static ConfigKey<?> listOf(ConfigKey<?> element) {
    String pattern = element.pattern().substring(0, element.pattern().indexOf(".*"));
    return ConfigKeys.ALL.stream()
        .filter(key -> key.pattern().equals(pattern))
        .findFirst()
        .orElseThrow();
  }
}
