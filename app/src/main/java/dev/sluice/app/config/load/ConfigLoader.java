package dev.sluice.app.config.load;

import dev.sluice.app.config.ConfigException;
import dev.sluice.app.config.ConfigRequest;
import dev.sluice.app.config.LoadedConfig;
import dev.sluice.app.config.Machine;
import dev.sluice.app.config.Problem;
import dev.sluice.app.config.Problems;
import dev.sluice.app.config.Setting;
import dev.sluice.app.config.SluiceConfig;
import dev.sluice.app.config.load.ConfigKey.Kind;
import dev.sluice.app.memory.LogBudget;
import dev.sluice.app.memory.MemoryPlan;
import dev.sluice.app.yaml.YamlReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Loads the configuration: defaults, what the output was begun with, file, environment, {@code
 * --set} and options are laid over one another in this order, checked and turned into records.
 * Every problem is found before the first is told.
 */
public final class ConfigLoader {
  private final ConfigSchema schema = new ConfigSchema(ConfigKeys.ALL);
  private final SortedMap<String, String> environment;
  private final Machine machine;
  private final ExistingOutputs outputs;

  /**
   * @param environment the process's variables
   * @param machine what {@code auto} is measured by
   * @param outputs what an output was begun with, which is not asked for again
   */
  public ConfigLoader(Map<String, String> environment, Machine machine, ExistingOutputs outputs) {
    this.environment = new TreeMap<>(environment);
    this.machine = machine;
    this.outputs = outputs;
  }

  /**
   * Loads what the request asks for.
   *
   * @throws ConfigException with every problem there is
   */
  public LoadedConfig load(ConfigRequest request) {
    Problems problems = new Problems();
    List<String> warnings = new ArrayList<>();
    List<Layer> given = given(request, problems, warnings);
    SortedMap<String, String> remembered = remembered(settings(given), problems);
    List<Layer> layers = new ArrayList<>();
    layers.add(defaults(problems));
    layers.add(OutputLayer.of(schema, remembered, problems));
    layers.addAll(given);
    SortedMap<String, Setting> settings = settings(layers);
    BucketSelection.apply(settings, request.bucketNames(), problems);
    SettingReader reader = new SettingReader(settings, problems);
    for (ConfigRequest.Need need : request.needs()) {
      reader.need(need);
    }
    PropertyReferences references = new PropertyReferences(environment);
    Problems withoutEffect = new Problems();
    SluiceConfig config =
        new ConfigBinder(reader, problems, withoutEffect, machine, request.roles(), references)
            .bind();
    withoutEffect.all().forEach(warning -> warnings.add(warning.toString()));
    if (problems.all().stream().noneMatch(ConfigLoader::concernsBuckets)) {
      checkBudgets(config, request, problems);
    }
    request.checks().forEach(check -> check.check(config, problems));
    problems.throwIfAny();
    return new LoadedConfig(config, new SettingOrder(schema).sort(settings.values()), warnings);
  }

  /**
   * What an output was begun with as this version has it: keys that came since have their defaults.
   * The default of a new key must therefore be what was done before there was one.
   *
   * @param begun the content configuration of an output, in canonical texts
   * @return that, and the content keys that it lacks
   */
  public static SortedMap<String, String> completed(SortedMap<String, String> begun) {
    ConfigLoader loader = new ConfigLoader(Map.of(), Machine.current(), root -> begun);
    SortedMap<String, String> all = new TreeMap<>();
    try {
      String output = ConfigKeys.OUTPUT_PATH.pattern() + "=.";
      ConfigRequest request = ConfigRequest.of(Optional.empty(), List.of(output));
      all.putAll(loader.load(request).config().content());
    } catch (ConfigException e) {
      // A newer version's values: whoever compares with them tells which.
    }
    all.putAll(begun);
    return all;
  }

  private static SortedMap<String, Setting> settings(List<Layer> layers) {
    SortedMap<String, Setting> settings = new TreeMap<>();
    layers.forEach(layer -> layer.layOver(settings));
    return settings;
  }

  /** What the output that is named was begun with. */
  private SortedMap<String, String> remembered(
      SortedMap<String, Setting> given, Problems problems) {
    ConfigKey<Optional<Path>> key = ConfigKeys.OUTPUT_PATH;
    Optional<Path> root =
        Optional.ofNullable(given.get(key.pattern()))
            .flatMap(setting -> key.type().parse(setting.text()))
            .flatMap(path -> path);
    try {
      return outputs.remembered(root);
    } catch (IOException e) {
      problems.add(key.pattern(), root.orElseThrow() + " cannot be read: " + e.getMessage());
      return new TreeMap<>();
    }
  }

  private List<Layer> given(ConfigRequest request, Problems problems, List<String> warnings) {
    List<Layer> layers = new ArrayList<>();
    request.file().ifPresent(file -> layers.add(file(file, problems)));
    layers.addAll(variables(problems, warnings));
    TextLayer texts = new TextLayer(schema, problems);
    for (String assignment : request.assignments()) {
      layers.add(texts.readAssignment(assignment, "--set"));
    }
    for (ConfigRequest.Option option : request.options()) {
      layers.add(texts.read(option.path(), option.text(), option.name()));
    }
    return layers;
  }

  private Layer defaults(Problems problems) {
    Layer layer = new Layer();
    YamlFlattener lists = new YamlFlattener(schema, problems, layer);
    for (ConfigKey<?> key : schema.keys()) {
      String text = key.defaultText().orElse("");
      if (key.kind() == Kind.LIST) {
        lists.add(key.pattern(), text, "default");
      } else if (!key.isElement() && key.kind() != Kind.OPEN && key.kind() != Kind.OPERATORS) {
        layer.put(new Setting(key.pattern(), text, "default"));
      }
    }
    return layer;
  }

  private Layer file(Path file, Problems problems) {
    Layer layer = new Layer();
    YamlReader.file(file, problems).ifPresent(new YamlFlattener(schema, problems, layer)::add);
    return layer;
  }

  private List<Layer> variables(Problems problems, List<String> warnings) {
    EnvironmentNames names = new EnvironmentNames(schema);
    TextLayer texts = new TextLayer(schema, problems);
    List<Layer> layers = new ArrayList<>();
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      String name = variable.getKey();
      boolean ours = name.startsWith(EnvironmentNames.PREFIX);
      if (!ours || EnvironmentNames.FOREIGN.contains(name) || variable.getValue().isEmpty()) {
        continue;
      }
      names
          .path(name)
          .ifPresentOrElse(
              path -> layers.add(texts.read(path, variable.getValue(), name)),
              () ->
                  warnings.add(
                      "environment variable " + name + " is no key" + names.didYouMean(name)));
    }
    return layers;
  }

  private static boolean concernsBuckets(Problem problem) {
    return problem.subject().startsWith(ConfigKeys.BUCKETS.pattern());
  }

  private void checkBudgets(SluiceConfig config, ConfigRequest request, Problems problems) {
    if (request.roles().isEmpty()) {
      return;
    }
    int partitions = config.kafka().partitionsOfNewOutput();
    MemoryPlan.of(config, partitions, request.roles(), machine)
        .problem()
        .ifPresent(problem -> problems.add("memory", problem));
    LogBudget.of(config, partitions)
        .problem()
        .ifPresent(problem -> problems.add("kafka.log-budget", problem));
  }
}
