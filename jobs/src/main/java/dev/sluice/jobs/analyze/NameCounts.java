package dev.sluice.jobs.analyze;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts by name. Not thread-safe. */
final class NameCounts {
  private final SortedMap<String, Long> counts = new TreeMap<>();

  void add(String name) {
    counts.merge(name, 1L, Long::sum);
  }

  void add(NameCounts other) {
    other.counts.forEach((name, count) -> counts.merge(name, count, Long::sum));
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(counts.size());
    for (Map.Entry<String, Long> count : counts.entrySet()) {
      ProfileFile.write(count.getKey(), out);
      out.writeLong(count.getValue());
    }
  }

  /** Reads into an empty one. */
  void read(DataInputStream in) throws IOException {
    for (int names = in.readInt(); names > 0; names--) {
      counts.put(ProfileFile.readName(in), in.readLong());
    }
  }

  long of(String name) {
    return counts.getOrDefault(name, 0L);
  }

  SortedMap<String, Long> all() {
    return counts;
  }
}
