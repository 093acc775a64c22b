package dev.sluice.topics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionsTest {
  /** Hashes as Kafka's own tests of murmur2 have them, modulo 2^31 and then the partitions. */
  @ParameterizedTest
  @CsvSource({
    "21, -973932308",
    "foobar, -790332482",
    "a-little-bit-long-string, -985981536",
    "a-little-bit-longer-string, -1486304829",
    "lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8, -58897971",
    "abc, 479470107"
  })
  void shouldFollowTheKnownHashes(String id, int murmur2) {
    int positive = murmur2 & Integer.MAX_VALUE;

    assertThat(Partitions.of(id.getBytes(UTF_8), 8)).isEqualTo(positive % 8);
    assertThat(Partitions.of(id.getBytes(UTF_8), 13)).isEqualTo(positive % 13);
  }

  @Test
  void shouldEqualTheProducersOwnPartitioner() {
    Random random = new Random(5);
    for (int i = 0; i < 20_000; i++) {
      byte[] id = new byte[random.nextInt(100)];
      random.nextBytes(id);
      int partitions = 1 + random.nextInt(64);

      assertThat(Partitions.of(id, partitions))
          .isEqualTo(BuiltInPartitioner.partitionForKey(id, partitions));
    }
  }
}
