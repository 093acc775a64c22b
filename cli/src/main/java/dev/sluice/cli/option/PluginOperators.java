package dev.sluice.cli.option;

import dev.sluice.app.run.Halt;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.SystemTypes;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.plugin.PluginWatch;
import dev.sluice.operators.plugin.Plugins;
import dev.sluice.operators.standard.StandardOperators;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problems;
import java.nio.file.Path;
import java.time.Duration;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ITypeConverter;

/** Loads Sluice's operators and those of plug-ins. */
final class PluginOperators {
  private PluginOperators() {}

  /** Converts the time limit of plug-in operators. */
  static final class Timeout implements ITypeConverter<Duration> {
    private static final ValueType<Duration> TYPE = SystemTypes.duration("100ms", "1h");

    @Override
    public Duration convert(String text) throws Exception {
      return ValueConverters.of(TYPE).convert(text);
    }
  }

  /**
   * Loads the plug-ins of a directory.
   *
   * @throws ConfigException with all problems of the jars
   */
  static OperatorRegistry load(Path directory, Duration timeout) {
    PluginWatch watch = PluginWatch.start(timeout, PluginOperators::end);
    Problems problems = new Problems();
    OperatorRegistry registry =
        Plugins.load(directory, StandardOperators.registry(), watch, problems::add);
    problems.throwIfAny();
    return registry;
  }

  /** Ends the process as if it was killed, because operators may ignore an interrupt. */
  private static void end(String message) {
    Halt.end(LoggerFactory.getLogger(PluginOperators.class), message);
  }
}
