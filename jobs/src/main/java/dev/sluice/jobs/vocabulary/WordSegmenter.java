package dev.sluice.jobs.vocabulary;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import dev.sluice.algorithms.words.WordConsumer;

/**
 * Cuts text into words by ICU: the rules of Unicode's annex 29, and ICU's dictionaries for scripts
 * without spaces: Chinese and Japanese, Thai, Lao, Khmer, Burmese. Only segments with a letter, a
 * number, kana or an ideograph are words; spaces and signs are left out. Not thread-safe.
 */
final class WordSegmenter {
  private final BreakIterator breaks = BreakIterator.getWordInstance(ULocale.ROOT);

  /** Hands the words of a text, valid UTF-8, to the sink, in order. */
  void split(byte[] text, int offset, int length, WordConsumer sink) {
    String characters = new String(text, offset, length, UTF_8);
    breaks.setText(characters);
    int at = offset;
    int start = breaks.first();
    for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
      int bytes = utf8Bytes(characters, start, end);
      if (breaks.getRuleStatus() >= BreakIterator.WORD_NONE_LIMIT) {
        sink.add(text, at, bytes);
      }
      at += bytes;
      start = end;
    }
  }

  private static int utf8Bytes(String text, int from, int to) {
    int bytes = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      // Each half of a surrogate pair stands for two of its four bytes.
      bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
    return bytes;
  }
}
