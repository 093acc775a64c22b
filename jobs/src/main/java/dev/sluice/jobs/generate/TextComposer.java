package dev.sluice.jobs.generate;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.SplitMix64;
import java.util.Arrays;

/**
 * Composes texts of a given length: paragraphs of sentences of random words, with occasional
 * numbers. Each text starts with a line that says that it is synthetic.
 *
 * <p>Memory: a buffer of the longest text composed. Not thread-safe.
 */
final class TextComposer {
  /** The start of each text. */
  static final String MARKER = "[synthetic document ";

  private static final int LONGEST_WORD = 64;

  private final Vocabulary vocabulary;
  private byte[] buffer = new byte[1 << 14];
  private int length;

  TextComposer(Vocabulary vocabulary) {
    this.vocabulary = vocabulary;
  }

  /**
   * The UTF-8 text of a document.
   *
   * @param index of the document, part of the marker
   * @param wantedBytes the text ends with the first sentence that reaches this length
   */
  byte[] compose(long index, int wantedBytes, SplitMix64 random) {
    length = 0;
    append((MARKER + index + ", made by sluice generate]\n").getBytes(UTF_8));
    int sentencesLeft = 0;
    while (length < wantedBytes) {
      if (sentencesLeft == 0) {
        sentencesLeft = 3 + random.nextInt(5);
        buffer[length - 1] = '\n';
      }
      appendSentence(random);
      sentencesLeft--;
    }
    return Arrays.copyOf(buffer, length - 1);
  }

  private void appendSentence(SplitMix64 random) {
    int start = length;
    int words = 5 + random.nextInt(20);
    int comma = random.nextInt(40);
    for (int word = 0; word < words; word++) {
      append(vocabulary.draw(random));
      if (word == comma) {
        buffer[length++] = ',';
      }
      buffer[length++] = ' ';
    }
    if (random.nextInt(6) == 0) {
      append(Integer.toString(random.nextInt(3000)).getBytes(US_ASCII));
      length++;
    }
    if (buffer[start] >= 'a' && buffer[start] <= 'z') {
      buffer[start] -= 'a' - 'A';
    }
    buffer[length - 1] = (byte) (random.nextInt(12) == 0 ? '?' : '.');
    append(new byte[] {' '});
  }

  private void append(byte[] word) {
    if (length + word.length + LONGEST_WORD > buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    }
    System.arraycopy(word, 0, buffer, length, word.length);
    length += word.length;
  }
}
