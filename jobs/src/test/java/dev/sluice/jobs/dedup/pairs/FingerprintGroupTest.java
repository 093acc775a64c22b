package dev.sluice.jobs.dedup.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.algorithms.neardup.Components;
import dev.sluice.algorithms.neardup.SimHash;
import dev.sluice.algorithms.neardup.Survivor;
import dev.sluice.core.Bytes;
import dev.sluice.jobs.dedup.clusters.ClusterDecision;
import dev.sluice.jobs.dedup.stage.CandidateRule;
import dev.sluice.jobs.dedup.stage.ClusterRule;
import dev.sluice.jobs.dedup.stage.DedupMemory;
import dev.sluice.jobs.dedup.stage.DedupRequest;
import dev.sluice.jobs.dedup.stage.SimilarityCheck;
import dev.sluice.jobs.dedup.stage.Spilled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FingerprintGroupTest {
  private static final int DISTANCE = 3;
  private static final int DOCUMENTS = 12_000;

  @TempDir private Path temp;

  private static final DedupRequest REQUEST =
      new DedupRequest(
          Map.of(),
          1,
          Long.BYTES,
          new CandidateRule(64, 3, true, OptionalInt.of(DISTANCE)),
          Optional.of(new SimilarityCheck(FingerprintGroupTest::near, 1)),
          ClusterRule.CONNECTED,
          Survivor.FIRST);

  private static double near(byte[] one, int at, byte[] other, int otherAt) {
    int bits = SimHash.distance(Bytes.readLong(one, at), Bytes.readLong(other, otherAt));
    return bits <= DISTANCE ? 1 : 0;
  }

  /** Half of them equal to few; the others far from most, and near to some. */
  private static long[] fingerprints() {
    SplittableRandom random = new SplittableRandom(8);
    long[] fingerprints = new long[DOCUMENTS];
    for (int i = 0; i < DOCUMENTS; i++) {
      int kind = random.nextInt(8);
      if (kind < 4) {
        fingerprints[i] = random.nextInt(20) * 0x9E37_79B9_7F4A_7C15L >>> 16;
      } else if (kind < 6 && i > 0) {
        fingerprints[i] = fingerprints[random.nextInt(i)];
        for (int flips = 1 + random.nextInt(DISTANCE); flips > 0; flips--) {
          fingerprints[i] ^= 1L << random.nextInt(48);
        }
      } else {
        fingerprints[i] = random.nextLong() >>> 16;
      }
    }
    return fingerprints;
  }

  @Test
  void shouldMissNoPairInAGroupOfAnySize() throws Exception {
    long[] fingerprints = fingerprints();
    Components truth = new Components(DOCUMENTS);
    for (int i = 0; i < DOCUMENTS; i++) {
      for (int j = 0; j < i; j++) {
        if (SimHash.distance(fingerprints[i], fingerprints[j]) <= DISTANCE) {
          truth.union(i, j);
        }
      }
    }
    Spilled spilled = Spilled.empty();
    for (long fingerprint : fingerprints) {
      byte[] signature = new byte[Long.BYTES];
      Bytes.writeLong(signature, 0, fingerprint);
      spilled.add(1, new long[] {0x1234_5678_9ABC_DEF0L}, signature);
    }
    for (DedupMemory memory : List.of(new DedupMemory(64 << 10, 2), new DedupMemory(64 << 20, 1))) {
      Path directory = Files.createTempDirectory(temp, "dedup");
      long[] found = new long[DOCUMENTS];
      Arrays.setAll(found, i -> i);
      for (ClusterDecision decision : spilled.decide(directory, REQUEST, memory)) {
        found[(int) decision.document()] = decision.cluster();
      }
      for (int i = 0; i < DOCUMENTS; i++) {
        assertThat(found[i]).isEqualTo(truth.root(i));
      }
    }
  }
}
