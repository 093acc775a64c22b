package dev.sluice.app.launch;

import dev.sluice.app.memory.HeapRule;
import dev.sluice.core.values.ByteSize;
import java.nio.file.Path;
import java.util.Map;

/**
 * The memory that a command line configures, by the precedence of the configuration. An invalid
 * value counts as {@code auto}; the program reports it.
 */
final class ConfiguredMemory {
  private static final String KEY = "memory";
  private static final String VARIABLE = "SLUICE_MEMORY";

  private ConfiguredMemory() {}

  /**
   * The memory of the process, in bytes.
   *
   * @param auto memory if none is configured
   */
  static long bytes(CommandWords words, Map<String, String> environment, long auto) {
    String text = text(words, environment);
    if (text.isEmpty() || text.equals("auto")) {
      return auto;
    }
    try {
      return ByteSize.parse(text);
    } catch (IllegalArgumentException e) {
      return auto;
    }
  }

  private static String text(CommandWords words, Map<String, String> environment) {
    if (!words.memory().isEmpty()) {
      return words.memory();
    }
    if (!words.assignedMemory().isEmpty()) {
      return words.assignedMemory();
    }
    String variable = environment.getOrDefault(VARIABLE, "");
    if (!variable.isEmpty()) {
      return variable;
    }
    // The file of the other commands is a recipe, which has no memory.
    boolean configured = JvmProfile.of(words.command()).heapRule() == HeapRule.HALF;
    return configured && !words.file().isEmpty()
        ? TopLevelValue.inFile(Path.of(words.file()), KEY)
        : "";
  }
}
