package dev.sluice.app.config.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;

/** What outputs were begun with. Thread-safe. */
@FunctionalInterface
public interface ExistingOutputs {
  /**
   * What an output remembers.
   *
   * @param root of the output; empty where none is named
   * @return values by key, in their canonical texts; none where no output was begun there
   * @throws IOException when it cannot be read
   */
  SortedMap<String, String> remembered(Optional<Path> root) throws IOException;
}
