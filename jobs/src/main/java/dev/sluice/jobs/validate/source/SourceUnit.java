package dev.sluice.jobs.validate.source;

import java.util.List;
import java.util.Set;

/**
 * A unit of input, as recorded in manifests.
 *
 * @param id of it
 * @param inputs relative paths of its files, in reading order
 * @param quarantined those that could not be read, or only in part
 */
record SourceUnit(String id, List<String> inputs, Set<String> quarantined) {
  SourceUnit {
    inputs = List.copyOf(inputs);
    quarantined = Set.copyOf(quarantined);
  }
}
