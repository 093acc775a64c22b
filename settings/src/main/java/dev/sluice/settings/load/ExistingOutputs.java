package dev.sluice.settings.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;

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
