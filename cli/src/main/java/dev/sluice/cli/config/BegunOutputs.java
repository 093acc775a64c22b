package dev.sluice.cli.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedMap;

/** What outputs were begun with. Thread-safe. */
@FunctionalInterface
public interface BegunOutputs {
  /**
   * What an output remembers.
   *
   * @param root of the output
   * @return values by key, in their canonical texts; none where no output was begun there
   * @throws IOException when it cannot be read
   */
  SortedMap<String, String> remembered(Path root) throws IOException;
}
