package dev.sluice.settings.load;

import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.OutputColumns;
import dev.sluice.operators.ParameterValue;
import dev.sluice.settings.OperatorCall;
import dev.sluice.settings.Problems;
import dev.sluice.settings.Setting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * Creates operators from their settings, and checks that documents have the columns that the
 * operators read.
 */
final class OperatorsBinder {
  private final String key;
  private final SettingReader reader;
  private final OperatorRegistry operators;
  private final Problems problems;
  private final Problems warnings;

  /**
   * @param list key of the list to read
   * @param operators operators that settings may name
   * @param warnings receives settings that have no effect
   */
  OperatorsBinder(
      ConfigKey<?> list,
      SettingReader reader,
      OperatorRegistry operators,
      Problems problems,
      Problems warnings) {
    this.key = list.pattern();
    this.reader = reader;
    this.operators = operators;
    this.problems = problems;
    this.warnings = warnings;
  }

  /** Creates the operators. Invalid operators become problems. */
  OperatorChain bind(OutputColumns columns) {
    return bind((path, operator) -> checkFields(path, operator, columns));
  }

  /** Creates the operators without checking the columns that they read. */
  OperatorChain bind() {
    return bind((path, operator) -> {});
  }

  private OperatorChain bind(BiConsumer<String, BoundOperator> check) {
    List<BoundOperator> chain = new ArrayList<>();
    SortedMap<Integer, SortedMap<String, Setting>> elements = elements();
    checkIndexes(elements);
    elements.forEach(
        (index, settings) -> {
          String path = key + "." + index;
          List<BoundOperator> bound = call(path, settings).bind(operators, problems, warnings);
          bound.forEach(operator -> check.accept(path, operator));
          chain.addAll(bound);
        });
    return new OperatorChain(chain);
  }

  /** Returns the settings, grouped by list index and keyed by the remaining path. */
  private SortedMap<Integer, SortedMap<String, Setting>> elements() {
    SortedMap<Integer, SortedMap<String, Setting>> elements = new TreeMap<>();
    for (Setting setting : reader.below(key)) {
      String[] parts = setting.path().substring(key.length() + 1).split("\\.", 2);
      elements
          .computeIfAbsent(Integer.parseInt(parts[0]), index -> new TreeMap<>())
          .put(parts[1], setting);
    }
    return elements;
  }

  /**
   * Reports gaps in the indexes. Invalid elements also leave gaps, but have already been reported.
   */
  private void checkIndexes(SortedMap<Integer, SortedMap<String, Setting>> elements) {
    boolean reported =
        problems.all().stream().anyMatch(problem -> problem.subject().startsWith(key + "."));
    int size = elements.size();
    if (!reported && size > 0 && elements.lastKey() >= size) {
      Setting last = elements.get(elements.lastKey()).values().iterator().next();
      problems.add(
          last.path(),
          last.origin(),
          "indexes have a gap: the last of %d elements must have index %d"
              .formatted(size, size - 1));
    }
  }

  private OperatorCall call(String path, SortedMap<String, Setting> settings) {
    String name =
        settings.keySet().stream()
            .map(OperatorsBinder::operator)
            .filter(settings::containsKey)
            .findFirst()
            .orElse(operator(settings.firstKey()));
    settings.forEach(
        (key, setting) -> {
          if (!operator(key).equals(name)) {
            problems.add(
                setting.path(),
                setting.origin(),
                "the operator at this index is %s; to replace it, set %s".formatted(name, path));
          }
        });
    Setting setting = settings.getOrDefault(name, settings.get(settings.firstKey()));
    return new OperatorCall(path, name, setting.origin(), given(name, settings));
  }

  private static String operator(String key) {
    return key.split("\\.", 2)[0];
  }

  private Map<String, ParameterValue> given(String name, SortedMap<String, Setting> settings) {
    String prefix = name + ".";
    Map<String, ParameterValue> given = new LinkedHashMap<>();
    settings
        .subMap(prefix, name + "/")
        .forEach(
            (key, setting) ->
                given.put(
                    key.substring(prefix.length()), OperatorSettings.value(setting, operators)));
    return given;
  }

  /** Reports columns that documents lack, and that would otherwise look empty. */
  private void checkFields(String path, BoundOperator bound, OutputColumns columns) {
    TreeSet<String> missing = new TreeSet<>(bound.operator().requiredFields());
    missing.addAll(bound.operator().optionalFields());
    missing.removeAll(columns.names());
    if (!missing.isEmpty()) {
      problems.add(
          path + "." + bound.name(),
          reader.origin(path),
          "reads %s, which documents do not have; the columns of documents are %s%s"
              .formatted(
                  String.join(", ", missing),
                  String.join(", ", columns.names()),
                  bound.operator().requiredFields().isEmpty()
                      ? ". With detect: always, the operator reads only the text"
                      : ""));
    }
  }
}
