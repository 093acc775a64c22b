package dev.sluice.operators.plugin;

import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.standard.StandardOperators;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The plug-ins of a directory, loaded for a test.
 *
 * @param registry with them
 * @param problems that were found
 * @param lastWords with which the process would have been ended
 */
record LoadedPlugins(OperatorRegistry registry, List<String> problems, List<String> lastWords) {
  private static final Duration LONG = Duration.ofMinutes(2);

  static final PluginWatch.Limits LIMITS = new PluginWatch.Limits(LONG, LONG, LONG);

  static LoadedPlugins of(Path directory) {
    return of(directory, LIMITS);
  }

  static LoadedPlugins of(Path directory, PluginWatch.Limits limits) {
    List<String> problems = new ArrayList<>();
    List<String> lastWords = new CopyOnWriteArrayList<>();
    OperatorRegistry registry =
        Plugins.load(
            directory,
            StandardOperators.registry(),
            PluginWatch.start(limits, lastWords::add),
            (subject, where, message) ->
                problems.add(subject + " " + Path.of(where).getFileName() + ": " + message));
    return new LoadedPlugins(registry, problems, lastWords);
  }
}
