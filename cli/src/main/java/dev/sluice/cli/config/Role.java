package dev.sluice.cli.config;

import java.util.EnumSet;
import java.util.Set;

/** A part of the main job; each takes memory in the process that runs it. */
public enum Role {
  /** Reads the source and sends it. */
  INGEST,
  /** Runs the topology. */
  STREAMS,
  /** Writes shards. */
  SINK,
  /** The embedded broker. */
  BROKER;

  /** All roles in one process, as {@code run} has them; the broker only where it is embedded. */
  public static Set<Role> all(boolean embedded) {
    return embedded ? EnumSet.allOf(Role.class) : EnumSet.of(INGEST, STREAMS, SINK);
  }
}
