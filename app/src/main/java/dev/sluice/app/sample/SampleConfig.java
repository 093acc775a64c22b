package dev.sluice.app.sample;

import dev.sluice.algorithms.sample.SmallestHashes;
import dev.sluice.core.values.InputPath;
import dev.sluice.core.values.OutputPath;
import dev.sluice.jobs.sample.SampleRequest;
import dev.sluice.jobs.sample.SampleRequest.BucketRequest;
import dev.sluice.jobs.sample.SampleRequest.DatasetRequest;
import dev.sluice.jobs.sample.SampleRequest.IdRule;
import dev.sluice.operators.ValueType;
import dev.sluice.settings.ConfigRequest;
import dev.sluice.settings.Problems;
import dev.sluice.settings.Setting;
import dev.sluice.settings.load.EnvironmentNames;
import dev.sluice.settings.yaml.ConfigGroup;
import dev.sluice.settings.yaml.YamlNode;
import dev.sluice.settings.yaml.YamlReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The configuration of {@code sample}, in the form that the original sampler uses:
 *
 * <pre>{@code
 * datasets:
 *   fineweb_en:                  # the data set's key in sampling_info.json
 *     name: fineweb_edu_en       # in the column source_dataset
 *     source: data/fineweb/en    # directory of its buckets
 *     samples: 12000000          # for people; the counts decide
 *     text_column: text
 *     buckets:                   # or stars_filter
 *       4.0: {count: 5400000, path: "4.0", ids: name}
 * random_seed: 42
 * output_format: parquet
 * output_dir: data/sample
 * }</pre>
 */
public final class SampleConfig {
  private static final List<String> KEYS =
      List.of("datasets", "random_seed", "output_format", "output_dir", "memory");

  private static final long DEFAULT_SEED = 42;

  private static final ValueType<Integer> COUNT =
      grouped(ValueType.whole(0, SmallestHashes.MAX_COUNT));

  private static final ValueType<Long> WHOLE = grouped(ValueType.anyWhole());

  private final Problems problems = new Problems();

  private SampleConfig() {}

  /**
   * Loads a configuration.
   *
   * @param file YAML
   * @param request assignments and options, which override the file
   * @param environment variables such as {@code SLUICE_RANDOM_SEED} override top-level keys of the
   *     file, and are overridden by the request
   * @throws dev.sluice.settings.ConfigException with all problems
   */
  public static SampleRequest load(
      Path file, ConfigRequest request, Map<String, String> environment) {
    SampleConfig config = new SampleConfig();
    YamlNode.Keys tree = YamlReader.keys(file, config.problems);
    if (tree.entries().isEmpty()) {
      config.problems.throwIfAny();
    }
    for (Setting setting : config.settings(request, environment)) {
      tree = tree.with(setting.path(), new YamlNode.Text(setting.text(), setting.origin()));
    }
    SampleRequest sample = config.bind(new ConfigGroup("", tree, config.problems));
    config.problems.throwIfAny();
    return sample;
  }

  /** Returns all settings that override the file, in ascending precedence. */
  private List<Setting> settings(ConfigRequest request, Map<String, String> environment) {
    List<Setting> settings = new ArrayList<>();
    for (String key : KEYS) {
      String variable = EnvironmentNames.variable(key);
      String value = environment.getOrDefault(variable, "");
      if (!value.isEmpty()) {
        settings.add(new Setting(key, value, variable));
      }
    }
    for (String assignment : request.assignments()) {
      int at = assignment.indexOf('=');
      if (at < 1) {
        problems.add("--set", "", "\"%s\" is not of the form key.path=value".formatted(assignment));
      } else {
        String path = assignment.substring(0, at).strip();
        settings.add(new Setting(path, assignment.substring(at + 1), "--set"));
      }
    }
    for (ConfigRequest.Option option : request.options()) {
      settings.add(new Setting(option.path(), option.text(), option.name()));
    }
    return settings;
  }

  private SampleRequest bind(ConfigGroup top) {
    top.allow(KEYS.toArray(String[]::new));
    top.value("output_format", ValueType.oneOf("parquet"));
    long seed = top.value("random_seed", WHOLE).orElse(DEFAULT_SEED);
    top.require("output_dir", "specify the directory to write to");
    String output = top.checked("output_dir", OutputPath::of).orElse("");
    List<DatasetRequest> datasets = new ArrayList<>();
    for (Map.Entry<String, ConfigGroup> dataset : top.groups("datasets")) {
      datasets.add(dataset(dataset.getKey(), dataset.getValue()));
    }
    if (datasets.isEmpty() && problems.isEmpty()) {
      top.problem("datasets", "is missing: specify at least one data set");
    }
    long asked =
        datasets.stream()
            .flatMap(dataset -> dataset.buckets().stream())
            .mapToLong(BucketRequest::count)
            .sum();
    if (asked == 0 && problems.isEmpty()) {
      top.problem(
          "datasets", "no bucket requests rows; set a count above 0 for at least one bucket");
    }
    return new SampleRequest(datasets, seed, OutputPath.of(output));
  }

  private DatasetRequest dataset(String key, ConfigGroup group) {
    group.allow("name", "source", "samples", "buckets", "stars_filter", "text_column", "ids");
    group.require("source", "specify the directory of the data set's buckets");
    String source = group.checked("source", InputPath::of).orElse("");
    String name = group.text("name").orElse(key);
    Optional<IdRule> ids = ids(group);
    boolean stars = group.has("stars_filter");
    if (stars && group.has("buckets")) {
      group.problem("stars_filter", "buckets is set as well: set only one of these keys");
    }
    if (!stars && !group.has("buckets")) {
      group.problem(
          "buckets", "is missing: set buckets or stars_filter, with a count for each bucket");
    }
    List<BucketRequest> buckets = new ArrayList<>();
    for (String kind : List.of("buckets", "stars_filter")) {
      for (Map.Entry<String, ConfigGroup> bucket : group.groups(kind)) {
        buckets.add(bucket(bucket.getKey(), bucket.getValue(), ids));
      }
    }
    group.value("samples", WHOLE);
    String column = group.text("text_column").orElseGet(() -> column(key, name, stars));
    return new DatasetRequest(key, name, source, column, buckets);
  }

  /** Accepts underscores between digits, as YAML does. */
  private static <T> ValueType<T> grouped(ValueType<T> type) {
    return new ValueType<>(
        type.allowed(), text -> type.parser().apply(text.replace("_", "")), type.canonical());
  }

  /** Returns the default column. Data sets of code have their text in a different one. */
  private static String column(String key, String name, boolean stars) {
    boolean code = (key + " " + name).toLowerCase(Locale.ROOT).contains("github");
    return stars || code ? "content" : "text";
  }

  private BucketRequest bucket(String name, ConfigGroup group, Optional<IdRule> ids) {
    group.allow("count", "path", "ids");
    group.require("count", "specify how many rows to sample");
    int count = group.value("count", COUNT).orElse(0);
    Optional<IdRule> own = ids(group);
    return new BucketRequest(
        group.path(), name, count, group.text("path").orElse(name), own.or(() -> ids));
  }

  /** Returns the rule that a group names; empty for {@code auto}. */
  private static Optional<IdRule> ids(ConfigGroup group) {
    return group
        .value("ids", ValueType.oneOf("auto", "name", "path"))
        .filter(name -> !name.equals("auto"))
        .map(name -> IdRule.valueOf(name.toUpperCase(Locale.ROOT)));
  }
}
