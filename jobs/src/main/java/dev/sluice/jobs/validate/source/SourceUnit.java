package dev.sluice.jobs.validate.source;

import java.util.List;
import java.util.Set;

/**
 * A unit of input as the manifests record it.
 *
 * @param id of it
 * @param inputs its files by relative path, in reading order
 * @param quarantined those that could not be read, or only in part
 */
record SourceUnit(String id, List<String> inputs, Set<String> quarantined) {
  SourceUnit {
    inputs = List.copyOf(inputs);
    quarantined = Set.copyOf(quarantined);
  }
}
