package dev.sluice.app.config;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A part of the main job; each takes memory in the process that runs it. */
public enum Role {
  /** Reads the source and sends it. */
  INGEST,
  /** Runs the topology. */
  STREAMS,
  /** Writes shards. */
  SINK,
  /** The broker, where it is embedded; else it takes nothing. */
  BROKER;

  /** Where this role keeps its things when it is a process of its own and is told nothing. */
  public Path workDirectory(Optional<Path> output) {
    String name = name().toLowerCase(Locale.ROOT);
    return output
        .filter(root -> this != BROKER)
        .map(root -> root.resolve("_sluice").resolve("work-" + name))
        .orElse(Path.of("sluice-" + name));
  }

  /** All roles in one process, as {@code run} has them. */
  public static Set<Role> all() {
    return EnumSet.allOf(Role.class);
  }
}
