package dev.sluice.settings;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A part of the main job. It takes memory in the process that runs it. */
public enum Role {
  /** Reads the source and sends its documents. */
  INGEST,
  /** Runs the topology. */
  STREAMS,
  /** Finds near-duplicates. Takes no memory without near-deduplication. */
  MATCHER,
  /** Writes shards. */
  SINK,
  /** Runs the embedded broker. Takes no memory if another broker is used. */
  BROKER;

  /** Returns the default work directory of a process that runs only this role. */
  public Path workDirectory(Optional<Path> output) {
    String name = name().toLowerCase(Locale.ROOT);
    return output
        .filter(root -> this != BROKER)
        .map(root -> root.resolve("_sluice").resolve("work-" + name))
        .orElse(Path.of("sluice-" + name));
  }

  /** Returns all roles. The command {@code run} has them in one process. */
  public static Set<Role> all() {
    return EnumSet.allOf(Role.class);
  }
}
