package dev.sluice.app.recipe;

import dev.sluice.core.values.InputPath;
import dev.sluice.core.values.OutputPath;
import dev.sluice.core.values.Suggestion;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.score.BoundScorer;
import dev.sluice.operators.score.Scorers;
import dev.sluice.settings.OperatorCall;
import dev.sluice.settings.Problems;
import dev.sluice.settings.yaml.OperatorListReader;
import dev.sluice.settings.yaml.YamlNode;
import dev.sluice.settings.yaml.YamlReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads a recipe: {@code process}, {@code scorers} and, as in Data-Juicer's, {@code project_name},
 * {@code dataset_path}, {@code export_path} and {@code text_keys}. Keys for Data-Juicer's engine
 * have no effect and cause a warning. All problems are reported at once.
 */
public final class RecipeReader {
  private static final String PROJECT_NAME = "project_name";
  private static final String DATASET_PATH = "dataset_path";
  private static final String EXPORT_PATH = "export_path";
  private static final String PROCESS = "process";
  private static final String TEXT_KEYS = "text_keys";
  private static final String SCORERS = "scorers";
  private static final List<String> KEYS =
      List.of(PROJECT_NAME, DATASET_PATH, EXPORT_PATH, TEXT_KEYS, PROCESS, SCORERS);

  private final Path file;
  private final OperatorRegistry registry;
  private final Problems problems = new Problems();
  private final Problems warnings = new Problems();

  private RecipeReader(Path file, OperatorRegistry registry) {
    this.file = file;
    this.registry = registry;
  }

  /**
   * Reads a recipe.
   *
   * @throws dev.sluice.settings.ConfigException with every problem
   */
  public static Recipe read(Path file, OperatorRegistry registry) {
    RecipeReader reader = new RecipeReader(file, registry);
    Map<String, YamlNode> keys = reader.keys();
    List<BoundScorer> scorers = reader.scorers(keys);
    OperatorChain chain = reader.chain(keys);
    Recipe recipe =
        new Recipe(
            reader.text(keys, PROJECT_NAME),
            reader.path(keys, DATASET_PATH, InputPath::of),
            reader.path(keys, EXPORT_PATH, OutputPath::of),
            reader.first(keys, TEXT_KEYS),
            chain,
            scorers,
            reader.warnings.all());
    reader.problems.throwIfAny();
    return recipe;
  }

  /**
   * Reads a recipe for {@code dedup}. Its {@code process} has one element: {@code dedup} with
   * options of the command, or a deduplicator with its name in Data-Juicer.
   *
   * @param options options of the command that the recipe may set, without dashes
   * @throws dev.sluice.settings.ConfigException with every problem
   */
  public static DedupRecipe readDedup(Path file, List<String> options) {
    RecipeReader reader = new RecipeReader(file, new OperatorRegistry(List.of()));
    Map<String, YamlNode> keys = reader.keys();
    Map<String, String> given = new LinkedHashMap<>();
    reader.path(keys, DATASET_PATH, InputPath::of).ifPresent(path -> given.put("input", path));
    reader.path(keys, EXPORT_PATH, OutputPath::of).ifPresent(path -> given.put("output", path));
    reader.first(keys, TEXT_KEYS).ifPresent(column -> given.put("text-column", column));
    reader.deduplicator(keys, options).ifPresent(given::putAll);
    if (keys.containsKey(SCORERS)) {
      reader.warnings.add(
          SCORERS, keys.get(SCORERS).origin(), "has no effect here: process writes scores");
    }
    reader.problems.throwIfAny();
    return new DedupRecipe(given, reader.warnings.all());
  }

  private Optional<Map<String, String>> deduplicator(
      Map<String, YamlNode> keys, List<String> options) {
    List<OperatorCall> calls = new ArrayList<>();
    process(keys)
        .ifPresent(
            node -> new OperatorListReader(problems, warnings).read(PROCESS, node, calls::add));
    if (calls.size() > 1) {
      problems.add(
          PROCESS,
          calls.get(1).origin(),
          "one deduplicator is needed, not %d operators: put others into recipes of their own, for `sluice process -c`"
              .formatted(calls.size()));
    }
    return calls.stream()
        .findFirst()
        .map(call -> new DeduplicatorReader(options, problems, warnings).read(call));
  }

  private Map<String, YamlNode> keys() {
    Map<String, YamlNode> keys = new HashMap<>();
    Optional<YamlNode> root = YamlReader.file(file, problems);
    if (root.isPresent() && root.get() instanceof YamlNode.Keys given) {
      given.entries().forEach(entry -> key(entry, keys));
    } else if (problems.isEmpty()) {
      problems.add("--config", file + ": keys and their values are needed, at least " + PROCESS);
    }
    return keys;
  }

  private void key(YamlNode.Entry entry, Map<String, YamlNode> keys) {
    String name = entry.key();
    Optional<String> effect = EngineKeys.effect(name);
    if (effect.isPresent()) {
      warnings.add(name, entry.origin(), effect.get());
    } else if (KEYS.contains(name)) {
      keys.put(name, entry.value());
    } else {
      String hint =
          Suggestion.nearest(name, KEYS)
              .map(nearest -> "; did you mean " + nearest + "?")
              .orElse("; known are " + String.join(", ", KEYS));
      problems.add(name, entry.origin(), "unknown key" + hint);
    }
  }

  private Optional<YamlNode> process(Map<String, YamlNode> keys) {
    Optional<YamlNode> process = Optional.ofNullable(keys.get(PROCESS));
    if (process.isEmpty() && problems.isEmpty()) {
      problems.add(PROCESS, file.toString(), "is missing: a list of operators");
    }
    return process;
  }

  private List<BoundScorer> scorers(Map<String, YamlNode> keys) {
    YamlNode node = keys.get(SCORERS);
    if (node == null) {
      return List.of();
    }
    List<BoundScorer> scorers =
        new OperatorListReader(problems, warnings)
            .read(Scorers.registry(), SCORERS, node).operators().stream()
                .map(BoundScorer::new)
                .toList();
    Set<String> columns = new HashSet<>();
    for (int i = 0; i < scorers.size(); i++) {
      if (!columns.add(scorers.get(i).column())) {
        problems.add(
            "%s.%d.%s.column".formatted(SCORERS, i, scorers.get(i).name()),
            node.origin(),
            "%s is the column of another scorer too: give each its own"
                .formatted(scorers.get(i).column()));
      }
    }
    return scorers;
  }

  private OperatorChain chain(Map<String, YamlNode> keys) {
    if (!keys.containsKey(PROCESS) && keys.containsKey(SCORERS)) {
      return new OperatorChain(List.of());
    }
    return process(keys)
        .map(node -> new OperatorListReader(problems, warnings).read(registry, PROCESS, node))
        .orElseGet(() -> new OperatorChain(List.of()));
  }

  private Optional<String> text(Map<String, YamlNode> keys, String key) {
    YamlNode node = keys.get(key);
    if (node instanceof YamlNode.Text text) {
      return Optional.of(text.text()).filter(value -> !value.isBlank());
    }
    if (node != null) {
      problems.add(key, node.origin(), "a single value is needed");
    }
    return Optional.empty();
  }

  private Optional<String> path(
      Map<String, YamlNode> keys, String key, Function<String, Path> reading) {
    Optional<String> text = text(keys, key);
    try {
      text.ifPresent(reading::apply);
    } catch (IllegalArgumentException e) {
      problems.add(key, keys.get(key).origin(), e.getMessage());
    }
    return text;
  }

  /** A single value, or the first of a list. */
  private Optional<String> first(Map<String, YamlNode> keys, String key) {
    if (keys.get(key) instanceof YamlNode.Items list && !list.elements().isEmpty()) {
      return text(Map.of(key, list.elements().get(0)), key);
    }
    return text(keys, key);
  }
}
