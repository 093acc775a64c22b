package dev.sluice.app.output;

import dev.sluice.storage.output.DumpManifest.BucketPart;
import dev.sluice.storage.output.Manifests;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.ProgressState.UnitFiles;

/**
 * What the complete units of an output have produced so far.
 *
 * @param sourceBytes of Parquet read
 * @param shardBytes written for them
 * @param keys documents kept
 */
record PreviousOutput(long sourceBytes, long shardBytes, long keys) {
  /** Below this, ratios are not representative. */
  private static final long LEAST_SAMPLE_BYTES = 16L << 20;

  /** Sums up manifests and the files of their units. */
  static PreviousOutput of(ProgressState known, Manifests manifests) {
    long source = 0;
    for (UnitFiles unit : known.units()) {
      if (manifests.isComplete(unit.unit())) {
        source += unit.files().bytes();
      }
    }
    long shards = 0;
    long keys = 0;
    for (String dump : manifests.dumps()) {
      for (BucketPart bucket : manifests.of(dump).buckets().values()) {
        shards += bucket.bytes();
        keys += dump.equals(Manifests.ALL_DUMPS) ? 0 : bucket.counts().kept();
      }
    }
    return new PreviousOutput(source, shards, keys);
  }

  /** Whether it is enough for an estimate. */
  boolean isEnough() {
    return sourceBytes >= LEAST_SAMPLE_BYTES;
  }

  double shardBytesPerByte() {
    return (double) shardBytes / sourceBytes;
  }

  double keysPerByte() {
    return (double) keys / sourceBytes;
  }
}
