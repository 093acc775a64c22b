package dev.sluice.jobs.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import dev.sluice.algorithms.words.WordConsumer;

/**
 * Splits text into words with ICU: by the rules of Unicode Annex 29, and by ICU's dictionaries for
 * scripts without spaces: Chinese and Japanese, Thai, Lao, Khmer, Burmese. Only segments with a
 * letter, number, kana or ideograph are words; spaces and punctuation are not. Not thread-safe.
 */
final class WordSegmenter {
  private final BreakIterator breaks = BreakIterator.getWordInstance(ULocale.ROOT);

  /** Passes the words of a text, which must be valid UTF-8, to the sink in order. */
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
      // Each half of a surrogate pair counts for two of its four bytes.
      bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
    return bytes;
  }
}
