package dev.sluice.app.sample;

import dev.sluice.algorithms.sample.SmallestHashes;
import dev.sluice.core.values.OutputPath;
import dev.sluice.jobs.sample.SampleRequest;
import dev.sluice.jobs.sample.SampleRequest.BucketRequest;
import dev.sluice.jobs.sample.SampleRequest.DatasetRequest;
import dev.sluice.jobs.sample.SampleRequest.IdRule;
import dev.sluice.settings.ConfigRequest;
import dev.sluice.settings.Problems;
import dev.sluice.settings.Setting;
import dev.sluice.settings.load.EnvironmentNames;
import dev.sluice.settings.yaml.ConfigGroup;
import dev.sluice.settings.yaml.YamlNode;
import dev.sluice.settings.yaml.YamlReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The configuration of {@code sample}, in the form that the sampler it follows has it:
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

  private final Problems problems = new Problems();

  private SampleConfig() {}

  /**
   * Loads a configuration.
   *
   * @param file YAML
   * @param request assignments and options, which override the file
   * @param environment variables such as {@code SLUICE_RANDOM_SEED} override top-level keys of the
   *     file, and are overridden by the request
   * @throws dev.sluice.settings.ConfigException listing all problems
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

  /** All settings that override the file, in ascending precedence. */
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
    String format = top.text("output_format").orElse("parquet");
    if (!format.equals("parquet")) {
      top.problem("output_format", "%s: only parquet can be written".formatted(format));
    }
    long seed = top.number("random_seed", Long.MIN_VALUE, Long.MAX_VALUE).orElse(DEFAULT_SEED);
    String output = top.requiredOutput("output_dir", "the directory to write to");
    List<DatasetRequest> datasets = new ArrayList<>();
    for (Map.Entry<String, ConfigGroup> dataset : top.groups("datasets")) {
      datasets.add(dataset(dataset.getKey(), dataset.getValue()));
    }
    if (datasets.isEmpty() && problems.isEmpty()) {
      top.problem("datasets", "is missing: name at least one data set");
    }
    long asked =
        datasets.stream()
            .flatMap(dataset -> dataset.buckets().stream())
            .mapToLong(BucketRequest::count)
            .sum();
    if (asked == 0 && problems.isEmpty()) {
      top.problem("datasets", "no bucket asks for a row: give one a count above 0");
    }
    return new SampleRequest(datasets, seed, OutputPath.of(output));
  }

  private DatasetRequest dataset(String key, ConfigGroup group) {
    group.allow("name", "source", "samples", "buckets", "stars_filter", "text_column", "ids");
    String source = group.requiredInput("source", "the directory of the data set's buckets");
    String name = group.text("name").orElse(key);
    Optional<IdRule> ids = ids(group);
    boolean stars = group.has("stars_filter");
    if (stars && group.has("buckets")) {
      group.problem("stars_filter", "buckets is set as well: use one of them");
    }
    if (!stars && !group.has("buckets")) {
      group.problem("buckets", "is missing: name the buckets, or stars_filter, with a count each");
    }
    List<BucketRequest> buckets = new ArrayList<>();
    for (String kind : List.of("buckets", "stars_filter")) {
      for (Map.Entry<String, ConfigGroup> bucket : group.groups(kind)) {
        buckets.add(bucket(bucket.getKey(), bucket.getValue(), ids));
      }
    }
    group.number("samples", 0, Long.MAX_VALUE);
    String column = group.text("text_column").orElseGet(() -> column(key, name, stars));
    return new DatasetRequest(key, name, source, column, buckets);
  }

  /** The default column: data sets of code have their text in another one. */
  private static String column(String key, String name, boolean stars) {
    boolean code = (key + " " + name).toLowerCase(Locale.ROOT).contains("github");
    return stars || code ? "content" : "text";
  }

  private BucketRequest bucket(String name, ConfigGroup group, Optional<IdRule> ids) {
    group.allow("count", "path", "ids");
    group.requireAny("count", "how many rows to sample");
    long count = group.number("count", 0, SmallestHashes.MAX_COUNT).orElse(0L);
    Optional<IdRule> own = ids(group);
    return new BucketRequest(
        group.path(),
        name,
        Math.toIntExact(count),
        group.text("path").orElse(name),
        own.isPresent() ? own : ids);
  }

  private static Optional<IdRule> ids(ConfigGroup group) {
    Optional<String> text = group.text("ids");
    if (text.isEmpty() || text.get().equals("auto")) {
      return Optional.empty();
    }
    Optional<IdRule> rule =
        Arrays.stream(IdRule.values()).filter(each -> each.text().equals(text.get())).findFirst();
    if (rule.isEmpty()) {
      group.problem("ids", "%s: allowed are auto, name, path".formatted(text.get()));
    }
    return rule;
  }
}
