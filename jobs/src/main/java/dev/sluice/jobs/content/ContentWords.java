package dev.sluice.jobs.content;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.words.WordCounter;
import dev.sluice.algorithms.words.WordCounter.CountedWordSink;
import java.util.Arrays;

/**
 * Amounts by group and name, in the form of words that a {@link WordCounter} adds up in bounded
 * memory. A word has a byte for the group, the name, a zero, and a byte for what is counted. In the
 * order of bytes, the words of a name therefore follow each other. Passes on the amounts of names
 * whose words it receives in this order. Not thread-safe.
 */
final class ContentWords implements CountedWordSink {
  private static final int DOCUMENTS = 0;
  private static final int TEXT_BYTES = 1;
  private static final int TOKENS = 2;

  private final Receiver receiver;
  private byte[] current = {};
  private final long[] counts = new long[3];

  /** Receives the amounts of a name. */
  @FunctionalInterface
  interface Receiver {
    void add(Group group, String name, Amounts amounts);
  }

  ContentWords(Receiver receiver) {
    this.receiver = receiver;
  }

  /** Counts amounts. Replaces zeros in the name. */
  static void count(WordCounter words, Group group, String name, Amounts amounts) {
    byte[] utf8 = bytes(name);
    byte[] word = new byte[utf8.length + 3];
    word[0] = (byte) group.ordinal();
    System.arraycopy(utf8, 0, word, 1, utf8.length);
    count(words, word, DOCUMENTS, amounts.documents());
    count(words, word, TEXT_BYTES, amounts.textBytes());
    count(words, word, TOKENS, amounts.tokens());
  }

  private static void count(WordCounter words, byte[] word, int counted, long count) {
    if (count > 0) {
      word[word.length - 1] = (byte) counted;
      words.add(word, 0, word.length, count);
    }
  }

  /** Returns a name in UTF-8, with replacement characters instead of zeros. */
  static byte[] bytes(String name) {
    return name.replace('\0', '\uFFFD').getBytes(UTF_8);
  }

  @Override
  public void add(byte[] bytes, int offset, int length, long count) {
    int end = offset + length - 1;
    if (!Arrays.equals(bytes, offset, end, current, 0, current.length)) {
      finish();
      current = Arrays.copyOfRange(bytes, offset, end);
    }
    counts[bytes[end]] += count;
  }

  /** Passes on the last name. */
  void finish() {
    if (current.length > 0) {
      receiver.add(
          Group.values()[current[0]],
          new String(current, 1, current.length - 2, UTF_8),
          new Amounts(counts[DOCUMENTS], counts[TEXT_BYTES], counts[TOKENS]));
      Arrays.fill(counts, 0);
    }
  }
}
