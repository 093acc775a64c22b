package dev.sluice.settings.load;

import dev.sluice.settings.ConfigException;
import dev.sluice.settings.ConfigRequest;
import dev.sluice.settings.LoadedConfig;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Problem;
import dev.sluice.settings.Problems;
import dev.sluice.settings.Role;
import dev.sluice.settings.Setting;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.yaml.YamlReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Loads the configuration. Precedence, lowest first: defaults, values that the output stores, file,
 * environment variables, {@code --set}, options. All problems are reported at once.
 */
public final class ConfigLoader {
  private final SortedMap<String, String> environment;
  private final Machine machine;
  private final ExistingOutputs outputs;
  private final Budgets budgets;

  /** Checks that the configured memory and disk suffice for the roles of a process. */
  @FunctionalInterface
  public interface Budgets {
    /** Adds problems of memory and disk. Without roles, there are none. */
    void check(SluiceConfig config, Set<Role> roles, Problems problems);
  }

  /**
   * @param environment environment variables of the process
   * @param machine resources from which {@code auto} values are derived
   * @param outputs reads the values that an output stores
   * @param budgets checks a configuration whose buckets are valid
   */
  public ConfigLoader(
      Map<String, String> environment, Machine machine, ExistingOutputs outputs, Budgets budgets) {
    this.budgets = budgets;
    this.environment = new TreeMap<>(environment);
    this.machine = machine;
    this.outputs = outputs;
  }

  /**
   * Loads a configuration.
   *
   * @throws ConfigException with every problem
   */
  public LoadedConfig load(ConfigRequest request) {
    Problems problems = new Problems();
    List<String> warnings = new ArrayList<>();
    ConfigSchema schema = new ConfigSchema(ConfigKeys.ALL, request.operators());
    List<Layer> given = given(schema, request, problems, warnings);
    SortedMap<String, String> remembered = remembered(settings(new Layer(), given), problems);
    List<Layer> layers = new ArrayList<>();
    layers.add(OutputLayer.of(schema, remembered, problems));
    layers.addAll(given);
    SortedMap<String, Setting> settings = settings(schema.defaults(key -> true, problems), layers);
    BucketSelection.apply(settings, request.bucketNames(), problems);
    SettingReader reader = new SettingReader(settings, problems);
    for (ConfigRequest.Need need : request.needs()) {
      reader.need(need);
    }
    PropertyReferences references = new PropertyReferences(environment);
    Problems ineffective = new Problems();
    SluiceConfig config =
        new ConfigBinder(
                reader,
                request.operators(),
                problems,
                ineffective,
                machine,
                request.roles(),
                references)
            .bind();
    ineffective.all().forEach(warning -> warnings.add(warning.toString()));
    if (problems.all().stream().noneMatch(ConfigLoader::concernsBuckets)) {
      budgets.check(config, request.roles(), problems);
    }
    request.checks().forEach(check -> check.check(config, problems));
    problems.throwIfAny();
    return new LoadedConfig(config, schema.sort(settings.values()), warnings);
  }

  private static SortedMap<String, Setting> settings(Layer lowest, List<Layer> layers) {
    SortedMap<String, Setting> defaults = new TreeMap<>();
    lowest.applyTo(defaults);
    SortedMap<String, Setting> settings = new TreeMap<>(defaults);
    for (Layer layer : layers) {
      layer.applyTo(settings);
      KeySwitch.ALL.forEach(each -> each.apply(layer, settings, defaults));
    }
    return settings;
  }

  /** Returns the values stored by the output, if the settings name an output. */
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

  /** Returns a layer for each source, the lowest first. */
  private List<Layer> given(
      ConfigSchema schema, ConfigRequest request, Problems problems, List<String> warnings) {
    List<Layer> layers = new ArrayList<>();
    request.file().ifPresent(file -> layers.add(file(schema, file, problems)));
    layers.add(variables(schema, problems, warnings));
    TextLayer texts = new TextLayer(schema, problems);
    Layer assigned = new Layer();
    for (String assignment : request.assignments()) {
      assigned.add(texts.readAssignment(assignment, "--set"));
    }
    layers.add(assigned);
    Layer options = new Layer();
    for (ConfigRequest.Option option : request.options()) {
      options.add(texts.read(option.path(), option.text(), option.name(), false));
    }
    layers.add(options);
    return layers;
  }

  private static Layer file(ConfigSchema schema, Path file, Problems problems) {
    Layer layer = new Layer();
    YamlReader.file(file, problems).ifPresent(new YamlFlattener(schema, problems, layer)::add);
    return layer;
  }

  private Layer variables(ConfigSchema schema, Problems problems, List<String> warnings) {
    EnvironmentNames names = new EnvironmentNames(schema);
    TextLayer texts = new TextLayer(schema, problems);
    Layer layer = new Layer();
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      String name = variable.getKey();
      boolean isOwn = name.startsWith(EnvironmentNames.PREFIX);
      if (!isOwn || EnvironmentNames.FOREIGN.contains(name) || variable.getValue().isEmpty()) {
        continue;
      }
      names
          .path(name)
          .ifPresentOrElse(
              path -> layer.add(texts.read(path, variable.getValue(), name, true)),
              () ->
                  warnings.add(
                      "environment variable "
                          + name
                          + " does not match a key"
                          + names.didYouMean(name)));
    }
    return layer;
  }

  private static boolean concernsBuckets(Problem problem) {
    return problem.subject().startsWith(ConfigKeys.BUCKETS.pattern());
  }

  /** Reads the configuration that outputs store. Thread-safe. */
  @FunctionalInterface
  public interface ExistingOutputs {
    /**
     * Reads the configuration that an output stores.
     *
     * @param root root directory of the output, if one is named
     * @return canonical values by key; none if there is no output
     * @throws IOException if it cannot be read
     */
    SortedMap<String, String> remembered(Optional<Path> root) throws IOException;
  }
}
