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
  /** The broker, where it is embedded; else it takes nothing. */
  BROKER;

  /** All roles in one process, as {@code run} has them. */
  public static Set<Role> all() {
    return EnumSet.allOf(Role.class);
  }
}
