package dev.sluice.algorithms.neardup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BandsTest {
  @Test
  void shouldKnowHowOftenPairsAreFound() {
    assertThat(new Bands(14, 8).found(0.8)).isCloseTo(0.924, within(0.001));
    assertThat(new Bands(14, 8).found(0.5)).isCloseTo(0.053, within(0.001));
    assertThat(new Bands(20, 13).found(0.8)).isCloseTo(0.677, within(0.001));
    assertThat(new Bands(32, 8).found(0.7)).isCloseTo(0.850, within(0.001));
    assertThat(new Bands(1, 1).found(0)).isZero();
    assertThat(new Bands(1, 1).found(1)).isOne();
  }

  @Test
  void shouldGiveBandsTheSameKeyWhereTheirRowsAreEqual() {
    SplittableRandom random = new SplittableRandom(1);
    Bands bands = new Bands(5, 3);
    for (int round = 0; round < 10_000; round++) {
      long[] signature = random.longs(15, 0, 3).toArray();
      long[] other = random.longs(15, 0, 3).toArray();
      long[] keys = new long[5];
      long[] otherKeys = new long[5];
      bands.keys(signature, keys);
      bands.keys(other, otherKeys);
      for (int band = 0; band < 5; band++) {
        boolean equal = true;
        for (int row = 3 * band; row < 3 * band + 3; row++) {
          equal &= signature[row] == other[row];
        }
        assertThat(keys[band] == otherKeys[band]).isEqualTo(equal);
      }
    }
  }

  @Test
  void shouldDistinguishBands() {
    Set<Long> all = new HashSet<>();
    long[] keys = new long[20];
    new Bands(20, 13).keys(new long[260], keys);
    for (long key : keys) {
      all.add(key);
    }
    assertThat(all).hasSize(20);
  }

  @Test
  void shouldMakeTheSameKeysForEver() {
    long[] keys = new long[2];
    new Bands(2, 2).keys(new long[] {1, 2, 3, 4}, keys);
    assertThat(keys).containsExactly(4523026965126595429L, 5695903504294971722L);
  }

  @Test
  void shouldRefuseWhatCannotBe() {
    assertThatThrownBy(() -> new Bands(0, 8)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Bands(65_536, 65_536))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
