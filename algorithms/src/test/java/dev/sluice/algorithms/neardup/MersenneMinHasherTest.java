package dev.sluice.algorithms.neardup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.testing.Golden;
import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MersenneMinHasherTest {
  private static final long[] HASHES = {1208285777L, 77, 4294967295L};

  @Test
  void shouldMakeTheSignaturesThatDatatroveMakes() throws IOException {
    JsonNode golden = Golden.json("minhash.json");
    long[] xxHash64 = longs(golden.get("xxhash64"));
    for (int i = 0; i < xxHash64.length; i++) {
      byte[] shingle = golden.get("shingles").get(i).asText().getBytes(UTF_8);
      assertThat(XxHash64.hash(shingle, 0, shingle.length, 0)).isEqualTo(xxHash64[i]);
    }
    MinHasher hasher = MinHashers.datatrove(112);
    assertThat(signature(hasher, xxHash64)).isEqualTo(longs(golden.get("signature_xxhash64")));
    long[] sha1 = longs(golden.get("sha1_64_little_endian"));
    assertThat(signature(hasher, sha1)).isEqualTo(longs(golden.get("signature_sha1")));
  }

  private static long[] longs(JsonNode array) {
    long[] values = new long[array.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = Long.parseUnsignedLong(array.get(i).asText());
    }
    return values;
  }

  private static long[] signature(MinHasher hasher, long[] hashes) {
    long[] signature = new long[hasher.rows()];
    hasher.clear();
    hasher.accept(hashes, hashes.length);
    hasher.signature(signature);
    return signature;
  }

  /** By numpy. */
  @Test
  void shouldMakeTheSignaturesThatDataJuicerMakes() {
    long[] signature = signature(MinHashers.dataJuicer(256), HASHES);
    assertThat(signature[0]).isEqualTo(186966786L);
    assertThat(signature[1]).isEqualTo(2330306269L);
    assertThat(signature[255]).isEqualTo(702535798L);
  }

  /** By numpy. */
  @Test
  void shouldMakeTheSignaturesThatTextDedupMakes() {
    long[] signature = signature(MinHashers.textDedup(240), HASHES);
    assertThat(signature[0]).isEqualTo(1417516689L);
    assertThat(signature[1]).isEqualTo(412856095L);
    assertThat(signature[239]).isEqualTo(737295241L);
  }

  @Test
  void shouldDivideByThePrimeAsUnsignedNumbersDo() {
    SplittableRandom random = new SplittableRandom(1);
    long prime = MersenneMinHasher.PRIME;
    long[] edges = {0, 1, prime - 1, prime, prime + 1, 2 * prime, 7 * prime, 8 * prime, -1};
    for (long value : edges) {
      assertThat(MersenneMinHasher.modPrime(value)).isEqualTo(Long.remainderUnsigned(value, prime));
    }
    for (int i = 0; i < 100_000; i++) {
      long value = random.nextLong();
      assertThat(MersenneMinHasher.modPrime(value)).isEqualTo(Long.remainderUnsigned(value, prime));
    }
  }
}
