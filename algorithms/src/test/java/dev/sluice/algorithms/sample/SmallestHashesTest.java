package dev.sluice.algorithms.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SmallestHashesTest {
  @Test
  void shouldChooseWhatSortingChooses() {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < 12; round++) {
      int candidates = random.nextInt(100_000);
      long few = random.nextBoolean() ? -1L : random.nextLong(1, 50);
      long[] hashes = random.longs(candidates).map(hash -> few < 0 ? hash : hash % few).toArray();
      int most = random.nextBoolean() ? candidates : candidates / 8; // far fewer: room is made
      int count = random.nextInt(most + 100);
      assertThat(chosen(hashes, count)).isEqualTo(sorted(hashes, count));
    }
  }

  @Test
  void shouldCompareHashesWithoutASign() {
    assertThat(chosen(new long[] {-1, 5, Long.MIN_VALUE, Long.MAX_VALUE}, 2)).containsExactly(1, 3);
  }

  @Test
  void shouldLetTheSmallerPositionWinATie() {
    assertThat(chosen(new long[] {7, 7, 7, 7, 7}, 2)).containsExactly(0, 1);
  }

  @Test
  void shouldLowerItsBound() {
    SmallestHashes chosen = new SmallestHashes(10, 0, -1);
    long[] hashes = IntStream.range(0, 200_000).mapToLong(i -> i * 31L % 200_003).toArray();
    long[] positions = IntStream.range(0, 200_000).asLongStream().toArray();
    chosen.offer(hashes, positions, hashes.length);
    assertThat(chosen.bound()).isBetween(9L, 1000L);
    assertThat(chosen.size()).isEqualTo(10);
  }

  @Test
  void shouldStateWhatTenMillionTake() {
    assertThat(SmallestHashes.bytes(10_000_000, 0)).isEqualTo(161_048_576);
    assertThat(RowSelector.bytes(10_000_000)).isEqualTo(161_048_576);
  }

  @Test
  void shouldRefuseACountThatNoArrayHolds() {
    assertThatThrownBy(() -> new SmallestHashes(-1, 0, -1))
        .hasMessage("count is -1, but must be from 0 to 1073741824");
  }

  private static long[] chosen(long[] hashes, int count) {
    SmallestHashes chosen = new SmallestHashes(count, 0, -1);
    SplittableRandom random = new SplittableRandom(2);
    int at = 0;
    while (at < hashes.length) {
      int length = Math.min(hashes.length - at, 1 + random.nextInt(5000));
      int from = at;
      long[] some = IntStream.range(0, length).mapToLong(i -> hashes[from + i]).toArray();
      long[] positions = IntStream.range(0, length).mapToLong(i -> from + i).toArray();
      chosen.offer(some, positions, length);
      at += length;
    }
    return chosen.finish();
  }

  private static long[] sorted(long[] hashes, int count) {
    return IntStream.range(0, hashes.length)
        .boxed()
        .sorted(
            Comparator.<Integer, Long>comparing(i -> hashes[i], Long::compareUnsigned)
                .thenComparing(i -> i))
        .limit(count)
        .mapToLong(Integer::longValue)
        .sorted()
        .toArray();
  }
}
