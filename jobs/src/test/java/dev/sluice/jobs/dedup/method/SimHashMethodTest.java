package dev.sluice.jobs.dedup.method;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.algorithms.neardup.Components;
import dev.sluice.algorithms.neardup.HammingBlocks;
import dev.sluice.algorithms.neardup.SimHash;
import dev.sluice.algorithms.neardup.Survivor;
import dev.sluice.core.Bytes;
import dev.sluice.jobs.dedup.NearDuplicateJob;
import dev.sluice.jobs.dedup.NearDuplicateRequest;
import dev.sluice.jobs.dedup.stage.ClusterRule;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.documents.TestingDocuments;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.operators.shingle.ShingleUnit;
import dev.sluice.storage.table.TableFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimHashMethodTest {
  private static final int DOCUMENTS = 2_000;

  @TempDir private Path directory;

  private static List<String> texts() {
    SplittableRandom random = new SplittableRandom(4);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      StringBuilder text = new StringBuilder();
      if (i > 0 && random.nextInt(2) == 0) {
        text.append(texts.get(random.nextInt(i))).append(" w").append(random.nextInt(99));
      } else {
        for (int word = 0; word < 60; word++) {
          text.append('w').append((char) ('a' + random.nextInt(26))).append(' ');
        }
      }
      texts.add(text.toString());
    }
    return texts;
  }

  /**
   * Of each text the first one that pairs within the distance connect it with, by comparing all.
   */
  private static long[] roots(DuplicateMethod method, List<String> texts, int distance) {
    Signer signer = method.signer();
    long[] fingerprints = new long[texts.size()];
    byte[] signature = new byte[Long.BYTES];
    for (int i = 0; i < fingerprints.length; i++) {
      byte[] text = texts.get(i).getBytes(UTF_8);
      signer.sign(text, 0, text.length, new long[method.keys()], signature, 0);
      fingerprints[i] = Bytes.readLong(signature, 0);
    }
    Components components = new Components(fingerprints.length);
    for (int i = 0; i < fingerprints.length; i++) {
      for (int j = 0; j < i; j++) {
        if (SimHash.distance(fingerprints[i], fingerprints[j]) <= distance) {
          components.union(i, j);
        }
      }
    }
    long[] roots = new long[fingerprints.length];
    Arrays.setAll(roots, components::root);
    return roots;
  }

  @Test
  void shouldMissNoPairWithinTheDistance() throws Exception {
    List<String> texts = texts();
    TestingDocuments documents = new TestingDocuments();
    texts.forEach(documents::add);
    documents.write(directory.resolve("in/a.parquet"), 500);
    for (int distance : new int[] {0, 3, 5}) {
      DuplicateMethod method =
          new SimHashMethod(ShingleUnit.WORDS, 3, HammingBlocks.forCount(distance, 10_000_000));
      Path output = directory.resolve("out-" + distance);
      NearDuplicateJob.run(
          new NearDuplicateRequest(
              List.of(directory.resolve("in").toString()),
              output,
              Optional.of(directory.resolve("temporary")),
              new DocumentColumns("text", "id", 1 << 20),
              method,
              ClusterRule.CONNECTED,
              Survivor.FIRST,
              "score",
              TableFormat.LEVEL,
              2,
              512L << 20),
          JobProgress.NONE);
      Map<Long, Long> found = new HashMap<>();
      for (String row : TestingDocuments.rows(output.resolve("_sluice/clusters.parquet"))) {
        found.put(number(row, "row"), number(row, "cluster"));
      }
      long[] roots = roots(method, texts, distance);
      for (int i = 0; i < roots.length; i++) {
        assertThat(found.getOrDefault((long) i, (long) i)).isEqualTo(roots[i]);
      }
      assertThat(found.size()).isGreaterThan(distance == 0 ? 0 : 100);
    }
    assertThat(directory.resolve("temporary")).isEmptyDirectory();
  }

  private static long number(String row, String name) {
    return Long.parseLong(row.replaceAll(".*\"%s\":(\\d+).*".formatted(name), "$1"));
  }
}
