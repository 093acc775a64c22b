package dev.sluice.jobs.comparison;

import java.util.List;

/**
 * An id that is not in the same buckets in both outputs.
 *
 * @param id as text
 * @param dump of its first document; empty if shards are not laid out by dump
 * @param before its buckets in the former output; none if it was gained
 * @param after its buckets in the latter output; none if it was lost
 */
public record ChangedId(String id, String dump, List<String> before, List<String> after) {
  /** Copies the lists. */
  public ChangedId {
    before = List.copyOf(before);
    after = List.copyOf(after);
  }
}
