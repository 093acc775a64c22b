package dev.sluice.neardup;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.Signature;
import java.util.List;

/** A document of a test, with its keys. */
record Waiting(DocumentOrigin origin, List<Long> keys, Fingerprint fingerprint) {
  void addTo(SignatureBatch batch) throws java.io.IOException {
    long[] all = keys.stream().mapToLong(key -> key).toArray();
    batch.add(origin, new Signature(all, fingerprint));
  }
}
