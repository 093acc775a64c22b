package dev.sluice.operators.neardup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.algorithms.neardup.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SimHashSignerTest {
  private final SimHashSigner signer = new SimHashSigner();

  private record Signed(long hash, List<Long> keys) {}

  private Signed sign(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    Signature signed = signer.sign(bytes, 0, bytes.length);
    assertThat(signed.keys()).hasSize(SimHashSigner.TABLES);
    assertThat(Arrays.stream(signed.keys())).allMatch(key -> key >>> Signature.KEY_BITS == 0);
    return new Signed(signed.fingerprint().units(), Arrays.stream(signed.keys()).boxed().toList());
  }

  private static List<String> texts() {
    SplittableRandom random = new SplittableRandom(4);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 1_500; i++) {
      if (i > 0 && random.nextInt(2) == 0) {
        texts.add(texts.get(random.nextInt(i)) + " " + (char) ('a' + random.nextInt(26)));
      } else {
        texts.add(
            random
                .ints(60, 'a', 'z' + 1)
                .mapToObj(letter -> "w" + (char) letter)
                .collect(Collectors.joining(" ")));
      }
    }
    return texts;
  }

  @Test
  void shouldGiveSimilarHashesAKeyInCommon() {
    List<Signed> signed = texts().stream().map(this::sign).toList();
    int similar = 0;
    for (int i = 0; i < signed.size(); i++) {
      for (int j = 0; j < i; j++) {
        Signed one = signed.get(i);
        Signed other = signed.get(j);
        if (Long.bitCount(one.hash ^ other.hash) <= SimHashSigner.DISTANCE) {
          similar++;
          assertThat(one.keys).containsAnyElementsOf(other.keys);
        }
      }
    }
    assertThat(similar).isGreaterThan(300);
  }

  @Test
  void shouldTellShortTextsApartAndLeaveEmptyOnes() {
    assertThat(sign("one two").hash).isEqualTo(sign("One, two.").hash);
    assertThat(sign("one two").hash).isNotEqualTo(sign("two one").hash);
    assertThat(sign("one").hash).isNotEqualTo(sign("two").hash);
    assertThat(signer.sign(new byte[] {' ', ','}, 0, 2)).isEqualTo(Signature.NONE);
  }
}
