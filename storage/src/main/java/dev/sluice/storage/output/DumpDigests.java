package dev.sluice.storage.output;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The digests of all manifests of an output. Remembers each until the manifest changes, so that a
 * seal computes only those of its own dumps. Not thread-safe.
 */
public final class DumpDigests {
  private final Map<String, Known> known = new HashMap<>();

  /** A digest with the state that its manifest was computed from. */
  private record Known(List<Object> state, DumpDigest digest) {}

  /** Remembers the digest of a manifest that was just computed. */
  public void add(Manifests manifests, DumpManifest manifest) {
    String dump = manifest.dump();
    known.put(dump, new Known(manifests.stateOf(dump), DumpDigest.of(manifest)));
  }

  /** The digests of all manifests, by name. */
  public SortedMap<String, DumpDigest> of(Manifests manifests) {
    SortedMap<String, DumpDigest> digests = new TreeMap<>();
    for (String dump : manifests.dumps()) {
      Known before = known.get(dump);
      if (before == null || !before.state().equals(manifests.stateOf(dump))) {
        add(manifests, manifests.of(dump));
      }
      digests.put(dump, known.get(dump).digest());
    }
    known.keySet().retainAll(digests.keySet());
    return digests;
  }
}
