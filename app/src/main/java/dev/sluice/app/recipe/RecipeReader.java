package dev.sluice.app.recipe;

import dev.sluice.core.values.InputPath;
import dev.sluice.core.values.OutputPath;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.score.BoundScorer;
import dev.sluice.operators.score.Scorers;
import dev.sluice.settings.OperatorCall;
import dev.sluice.settings.Problem;
import dev.sluice.settings.Problems;
import dev.sluice.settings.yaml.ConfigGroup;
import dev.sluice.settings.yaml.OperatorListReader;
import dev.sluice.settings.yaml.YamlNode;
import dev.sluice.settings.yaml.YamlReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a recipe. It knows {@code process}, {@code scorers} and Data-Juicer's keys {@code
 * project_name}, {@code dataset_path}, {@code export_path} and {@code text_keys}. Keys for
 * Data-Juicer's engine have no effect and cause a warning. All problems are reported at once.
 */
public final class RecipeReader {
  private static final String PROJECT_NAME = "project_name";
  private static final String DATASET_PATH = "dataset_path";
  private static final String EXPORT_PATH = "export_path";
  private static final String PROCESS = "process";
  private static final String TEXT_KEYS = "text_keys";
  private static final String SCORERS = "scorers";

  private final OperatorRegistry registry;
  private final Problems problems = new Problems();
  private final Problems warnings = new Problems();
  private final YamlNode.Keys nodes;
  private final ConfigGroup keys;

  /**
   * The content of a recipe for {@code dedup}.
   *
   * @param options values by option of the command, without dashes
   * @param warnings settings that have no effect in Sluice
   */
  public record DedupOptions(Map<String, String> options, List<Problem> warnings) {
    /** Copies the collections. */
    public DedupOptions {
      options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
      warnings = List.copyOf(warnings);
    }
  }

  private RecipeReader(Path file, OperatorRegistry registry) {
    this.registry = registry;
    Optional<YamlNode> root = YamlReader.file(file, problems);
    List<YamlNode.Entry> entries = new ArrayList<>();
    if (root.isPresent() && root.get() instanceof YamlNode.Keys given) {
      entries.addAll(given.entries());
    } else if (problems.isEmpty()) {
      problems.add("--config", file + ": must be a map with at least the key " + PROCESS);
    }
    entries.removeIf(this::isOfEngine);
    this.nodes = new YamlNode.Keys(entries, file.toString());
    this.keys = new ConfigGroup("", nodes, problems);
    keys.allow(DATASET_PATH, EXPORT_PATH, PROCESS, PROJECT_NAME, SCORERS, TEXT_KEYS);
  }

  private boolean isOfEngine(YamlNode.Entry entry) {
    Optional<String> effect = DataJuicerRecipe.KNOWN.effect(entry.key());
    effect.ifPresent(text -> warnings.add(entry.key(), entry.origin(), text));
    return effect.isPresent();
  }

  /**
   * Reads a recipe.
   *
   * @throws dev.sluice.settings.ConfigException with every problem
   */
  public static Recipe read(Path file, OperatorRegistry registry) {
    RecipeReader reader = new RecipeReader(file, registry);
    List<BoundScorer> scorers = reader.scorers();
    OperatorChain chain = reader.chain();
    Recipe recipe =
        new Recipe(
            reader.keys.text(PROJECT_NAME),
            reader.keys.checked(DATASET_PATH, InputPath::of),
            reader.keys.checked(EXPORT_PATH, OutputPath::of),
            reader.textColumn(),
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
  public static DedupOptions readDedup(Path file, List<String> options) {
    RecipeReader reader = new RecipeReader(file, new OperatorRegistry(List.of()));
    Map<String, String> given = new LinkedHashMap<>();
    reader.keys.checked(DATASET_PATH, InputPath::of).ifPresent(path -> given.put("input", path));
    reader.keys.checked(EXPORT_PATH, OutputPath::of).ifPresent(path -> given.put("output", path));
    reader.textColumn().ifPresent(column -> given.put("text-column", column));
    reader.deduplicator(options).ifPresent(given::putAll);
    reader
        .nodes
        .find(SCORERS)
        .ifPresent(
            node ->
                reader.warnings.add(
                    SCORERS, node.origin(), "has no effect in dedup: process writes scores"));
    reader.problems.throwIfAny();
    return new DedupOptions(given, reader.warnings.all());
  }

  private Optional<Map<String, String>> deduplicator(List<String> options) {
    List<OperatorCall> calls = new ArrayList<>();
    process()
        .ifPresent(
            node -> new OperatorListReader(problems, warnings).read(PROCESS, node, calls::add));
    if (calls.size() > 1) {
      problems.add(
          PROCESS,
          calls.get(1).origin(),
          "must contain one deduplicator, not %d operators; move the others to a separate recipe for `sluice process -c`"
              .formatted(calls.size()));
    }
    return calls.stream()
        .findFirst()
        .map(call -> new DeduplicatorReader(options, problems, warnings).read(call));
  }

  private Optional<YamlNode> process() {
    if (problems.isEmpty()) {
      keys.require(PROCESS, "specify a list of operators");
    }
    return nodes.find(PROCESS);
  }

  private List<BoundScorer> scorers() {
    Optional<YamlNode> node = nodes.find(SCORERS);
    if (node.isEmpty()) {
      return List.of();
    }
    List<BoundScorer> scorers =
        new OperatorListReader(problems, warnings)
            .read(Scorers.registry(), SCORERS, node.get()).operators().stream()
                .map(BoundScorer::new)
                .toList();
    Set<String> columns = new HashSet<>();
    for (int i = 0; i < scorers.size(); i++) {
      if (!columns.add(scorers.get(i).column())) {
        problems.add(
            "%s.%d.%s.column".formatted(SCORERS, i, scorers.get(i).name()),
            node.get().origin(),
            "%s is also the column of another scorer; use a different column for each"
                .formatted(scorers.get(i).column()));
      }
    }
    return scorers;
  }

  private OperatorChain chain() {
    if (!keys.has(PROCESS) && keys.has(SCORERS)) {
      return new OperatorChain(List.of());
    }
    return process()
        .map(node -> new OperatorListReader(problems, warnings).read(registry, PROCESS, node))
        .orElseGet(() -> new OperatorChain(List.of()));
  }

  /** Returns a single value, or the first of a list. */
  private Optional<String> textColumn() {
    Optional<YamlNode> node = nodes.find(TEXT_KEYS);
    if (node.isPresent()
        && node.get() instanceof YamlNode.Items list
        && !list.elements().isEmpty()) {
      YamlNode.Entry first = new YamlNode.Entry(TEXT_KEYS, list.origin(), list.elements().get(0));
      return new ConfigGroup("", new YamlNode.Keys(List.of(first), list.origin()), problems)
          .text(TEXT_KEYS);
    }
    return keys.text(TEXT_KEYS);
  }
}
