package dev.sluice.algorithms.bpe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.IntList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WordCacheTest {
  private final WordCache cache = new WordCache();
  private final IntList found = new IntList();

  /** Words of all lengths, with few and with many tokens, more than the cache can hold. */
  @Test
  void shouldReturnTheTokensThatWerePut() {
    Random random = new Random(1);
    List<byte[]> words =
        TestingTexts.randomWords(random, 150_000, 3, 40).stream()
            .map(word -> word.getBytes(UTF_8))
            .filter(word -> word.length > 1)
            .toList();
    int hits = 0;
    for (int i = 0; i < 300_000; i++) {
      byte[] word = words.get((int) (words.size() * Math.pow(random.nextDouble(), 4)));
      hits += lookUp(word) ? 1 : 0;
    }
    assertThat(hits).isGreaterThan(100_000);
  }

  @Test
  void shouldKeepAWordThatOccursOften() {
    byte[] often = " often".getBytes(UTF_8);
    lookUp(often);
    for (int i = 0; i < 300_000; i++) {
      assertThat(lookUp(often)).isTrue();
      lookUp((" " + i).getBytes(UTF_8));
    }
  }

  @Test
  void shouldDistinguishWordsThatEndInZeroBytes() {
    for (int length = 2; length <= 20; length++) {
      assertThat(lookUp(new byte[length])).isFalse();
    }
    for (int length = 2; length <= 20; length++) {
      lookUp(new byte[length]);
    }
  }

  @Test
  void shouldKeepTheLargestIds() {
    byte[] word = "word".getBytes(UTF_8);
    int[] tokens = {Integer.MAX_VALUE, 0, Integer.MAX_VALUE, Integer.MAX_VALUE};
    cache.find(word, 0, word.length, found);
    cache.put(word, 0, word.length, tokens, tokens.length);

    assertThat(cache.find(word, 0, word.length, found)).isTrue();
    assertThat(found.toArray()).isEqualTo(tokens);
  }

  /**
   * Looks a word up at the end and in the middle of an array, and puts its tokens if it is not
   * found. Tokens that are found must be those of the word.
   */
  private boolean lookUp(byte[] word) {
    byte[] text = Arrays.copyOf(word, word.length + 20);
    Arrays.fill(text, word.length, text.length, (byte) 'x');
    byte[] array = Arrays.hashCode(word) % 3 == 0 ? word : text;
    int[] tokens = tokens(word);
    found.clear();
    if (cache.find(array, 0, word.length, found)) {
      assertThat(found.toArray()).isEqualTo(tokens);
      return true;
    }
    assertThat(found.size()).isZero();
    cache.put(array, 0, word.length, tokens, tokens.length);
    return false;
  }

  private static int[] tokens(byte[] word) {
    Random random = new Random(Arrays.hashCode(word));
    return random.ints(1 + random.nextInt(Math.min(7, word.length)), 0, 64_000).toArray();
  }
}
