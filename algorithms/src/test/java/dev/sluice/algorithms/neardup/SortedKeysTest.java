package dev.sluice.algorithms.neardup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SortedKeysTest {
  private static final long MOST = (1L << 48) - 1;

  private static byte[] write(long... keys) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    SortedKeysWriter writer = new SortedKeysWriter(out, keys.length);
    for (long key : keys) {
      writer.add(key);
    }
    writer.finish();
    return out.toByteArray();
  }

  private static SortedKeysReader reader(byte[] bytes, long count) throws IOException {
    return new SortedKeysReader(new ByteArrayInputStream(bytes), count);
  }

  private static long[] read(byte[] bytes, int count) throws IOException {
    long[] keys = new long[count];
    SortedKeysReader reader = reader(bytes, count);
    for (int i = 0; i < count; i++) {
      keys[i] = reader.key();
      assertThat(reader.index()).isEqualTo(i);
      reader.next();
    }
    assertThat(reader.index()).isEqualTo(count);
    assertThat(reader.key()).isEqualTo(SortedKeysReader.END);
    return keys;
  }

  /** Spread over all keys, crowded, or both. */
  private static long[] random(Random random, int count, int bits) {
    TreeSet<Long> keys = new TreeSet<>();
    while (keys.size() < count) {
      int width = random.nextInt(4) == 0 ? 48 : bits;
      keys.add(random.nextLong() & (1L << width) - 1);
    }
    return keys.stream().mapToLong(Long::longValue).toArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 127, 128, 129, 256, 1000, 30_000})
  void shouldReadWhatWasWritten(int count) throws IOException {
    for (int bits : new int[] {17, 24, 40, 48}) {
      long[] keys = random(new Random(count + bits), count, bits);
      assertThat(read(write(keys), count)).isEqualTo(keys);
    }
  }

  @Test
  void shouldReadExtremes() throws IOException {
    for (long[] keys :
        new long[][] {
          {0}, {MOST}, {0, MOST}, {0, 1}, {MOST - 1, MOST}, {0, 1, 2, MOST - 1, MOST}
        }) {
      assertThat(read(write(keys), keys.length)).isEqualTo(keys);
    }
    long[] dense = LongStream.range(0, 100_000).toArray();
    assertThat(read(write(dense), dense.length)).isEqualTo(dense);
  }

  @Test
  void shouldTakeAboutAsMuchAsTheory() throws IOException {
    Random random = new Random(1);
    long[] keys = LongStream.generate(() -> random.nextLong() & MOST).limit(1 << 20).toArray();
    Arrays.sort(keys);
    double bits = 8.0 * write(keys).length / keys.length;
    assertThat(bits).isBetween(28 + 1.44, 28 + 1.44 + 0.7);
  }

  /** Any mixture of steps and jumps, against a search in the array. */
  @Test
  void shouldSeekAsASearchDoes() throws IOException {
    Random random = new Random(2);
    for (int round = 0; round < 300; round++) {
      int count = 1 + random.nextInt(3_000);
      long[] keys = random(random, count, 20 + random.nextInt(29));
      SortedKeysReader reader = reader(write(keys), count);
      int at = 0;
      while (reader.key() != SortedKeysReader.END) {
        assertThat(reader.key()).isEqualTo(keys[at]);
        if (random.nextInt(3) == 0) {
          reader.next();
          at++;
        } else {
          int jump = Math.min(count - 1, at + random.nextInt(1 + random.nextInt(1 + count)));
          long wanted = keys[jump] + random.nextInt(3) - 1;
          reader.seek(wanted);
          while (at < count && keys[at] < wanted) {
            at++;
          }
        }
      }
      assertThat(at).isEqualTo(count);
    }
  }

  @Test
  void shouldKnowHowManyKeysPrecedeTheOneThatWasSought() throws IOException {
    Random random = new Random(7);
    long[] keys = random(random, 20_000, 48);
    byte[] bytes = write(keys);
    for (int step : new int[] {1, 3, 100, 129, 5_000}) {
      SortedKeysReader reader = reader(bytes, keys.length);
      for (int i = random.nextInt(step); i < keys.length; i += 1 + random.nextInt(step)) {
        assertThat(reader.seek(keys[i])).isEqualTo(keys[i]);
        assertThat(reader.index()).isEqualTo(i);
      }
    }
  }

  @Test
  void shouldSkipToTheEnd() throws IOException {
    long[] keys = random(new Random(3), 10_000, 48);
    byte[] bytes = write(keys);
    SortedKeysReader reader = reader(bytes, keys.length);
    reader.seek(keys[500]);
    reader.skipAll();
    assertThat(reader.key()).isEqualTo(SortedKeysReader.END);
    assertThatThrownBy(() -> reader(Arrays.copyOf(bytes, bytes.length - 1), 10_000).skipAll())
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> reader(Arrays.copyOf(bytes, bytes.length + 1), 10_000).skipAll())
        .isInstanceOf(IOException.class);
  }

  /**
   * Ascending keys in the right number, or an error: never an endless loop or another exception.
   */
  @Test
  void shouldReadAscendingKeysOrFailWhateverTheBytesAre() throws IOException {
    Random random = new Random(4);
    byte[] right = write(random(random, 1_000, 48));
    int failed = 0;
    for (int round = 0; round < 3_000; round++) {
      byte[] bytes = right.clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      byte[] cut =
          random.nextBoolean() ? bytes : Arrays.copyOf(bytes, random.nextInt(bytes.length));
      try {
        long[] keys = read(cut, 1_000);
        assertThat(keys).isSorted();
        assertThat(keys[0]).isNotNegative();
        assertThat(keys[999]).isLessThanOrEqualTo(MOST);
      } catch (IOException e) {
        failed++;
      }
    }
    assertThat(failed).isGreaterThan(1_500);
  }

  @Test
  void shouldRefuseKeysThatAreNotAscendingOrTooLarge() throws IOException {
    for (long[] keys : new long[][] {{1, 1}, {2, 1}, {-1}, {MOST + 1}}) {
      assertThatThrownBy(() -> write(keys)).isInstanceOf(IllegalArgumentException.class);
    }
    SortedKeysWriter writer = new SortedKeysWriter(new ByteArrayOutputStream(), 1);
    assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
    writer.add(1);
    assertThatThrownBy(() -> writer.add(2)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldSortPairsByKey() {
    Random random = new Random(5);
    for (int round = 0; round < 300; round++) {
      int count = random.nextInt(5_000);
      int bits = 1 + random.nextInt(48);
      int shift = random.nextInt(49 - bits);
      long[] keys = random.longs(count).map(key -> (key & (1L << bits) - 1) << shift).toArray();
      long[] places = LongStream.range(0, count).toArray();
      long[] before = keys.clone();

      KeySort.sort(keys, places, count);

      assertThat(keys).isSorted();
      assertThat(IntStream.range(0, count)).allMatch(i -> keys[i] == before[(int) places[i]]);
      assertThat(Arrays.stream(places).distinct().count()).isEqualTo(count);
    }
  }

  @Test
  void shouldSortAPartOfPairs() {
    Random random = new Random(6);
    for (int round = 0; round < 300; round++) {
      long[] keys = random.longs(random.nextInt(2_000), 0, Long.MAX_VALUE).toArray();
      long[] places = LongStream.range(0, keys.length).toArray();
      long[] before = keys.clone();
      int to = random.nextInt(keys.length + 1);
      int from = random.nextInt(to + 1);

      KeySort.sort(keys, places, from, to);

      assertThat(Arrays.copyOfRange(keys, from, to)).isSorted();
      assertThat(IntStream.range(0, keys.length))
          .allMatch(i -> keys[i] == before[(int) places[i]])
          .allMatch(i -> i >= from && i < to || places[i] == i);
    }
  }
}
