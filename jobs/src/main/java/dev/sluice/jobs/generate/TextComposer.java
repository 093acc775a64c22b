package dev.sluice.jobs.generate;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.SplitMix64;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Composes texts of a given length. A text consists of paragraphs; their sentences are made of
 * random words and occasional numbers. Each text starts with a line that marks it as synthetic.
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
   * Composes the UTF-8 text of a document.
   *
   * @param index index of the document, which is part of the marker
   * @param wantedBytes desired length: the text ends with the first sentence that reaches it
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

  /**
   * Several thousand words whose frequency falls with their rank as {@code 1 / (rank + 2.7)}
   * (Zipf-Mandelbrot). The first words are common English words, then come a few words with letters
   * beyond ASCII, then invented words.
   *
   * <p>Immutable and thread-safe.
   */
  static final class Vocabulary {
    /**
     * Number of words: large enough for a realistic compression ratio, and small enough for the
     * vocabulary to stay in the cache.
     */
    private static final int WORDS = 4000;

    /** Number of random bits that the table maps to a rank. */
    private static final int TABLE_BITS = 16;

    private static final double RANK_SHIFT = 2.7;

    private static final String COMMON =
        """
        the of and to in a is that for it as was with be by on not he his but at are this have from or
        had an they which one you were all her she there would their we him been has when who will no
        more if out so up said what its about than into them can only other time new some could these
        two may first then do any like my now over such our man me even most made after also well did
        many before must years back through much where your way down should because long each just
        state those people too little good world make very year still see own work men day get here
        between both life being under three never know same last another while us off might great go
        come since against right came take used himself few house use place during high without again
        home around small however found school part once general upon number say water history learn
        student science energy plant animal earth light measure model theory cell language reading
        teacher question answer chapter example method result problem reason value system process
        public government law market family health body food river mountain ocean climate weather
        century war king city country north south east west music art book letter story writer paper
        café naïve résumé Zürich façade jalapeño smörgåsbord π Ωmega 世界 Привет 😀
        """;

    private static final String[] ONSETS = {
      "b", "br", "c", "ch", "d", "dr", "f", "g", "gr", "h", "l", "m", "n", "p", "pl", "r", "s",
      "st", "t", "tr", "v", "w"
    };
    private static final String[] NUCLEI = {"a", "e", "i", "o", "u", "ea", "ou"};
    private static final String[] CODAS = {"", "", "n", "r", "s", "t", "l", "nd", "ck"};

    private final byte[][] words;
    private final short[] rankOfBits;

    /** Creates the built-in vocabulary. */
    Vocabulary() {
      this.words = words().stream().map(word -> word.getBytes(UTF_8)).toArray(byte[][]::new);
      this.rankOfBits = table(words.length);
    }

    /** Draws a random word. The array is shared and must not be changed. */
    byte[] draw(SplitMix64 random) {
      return words[rankOfBits[(int) (random.nextLong() >>> (Long.SIZE - TABLE_BITS))]];
    }

    private static List<String> words() {
      List<String> words = new ArrayList<>(List.of(COMMON.strip().split("\\s+")));
      SplitMix64 random = SplitMix64.at(0, 0);
      while (words.size() < WORDS) {
        words.add(madeUp(random));
      }
      return words;
    }

    private static String madeUp(SplitMix64 random) {
      StringBuilder word = new StringBuilder();
      for (int syllables = 1 + random.nextInt(3); syllables > 0; syllables--) {
        word.append(ONSETS[random.nextInt(ONSETS.length)]);
        word.append(NUCLEI[random.nextInt(NUCLEI.length)]);
        word.append(CODAS[random.nextInt(CODAS.length)]);
      }
      return word.toString();
    }

    private static short[] table(int ranks) {
      double total = 0;
      for (int rank = 0; rank < ranks; rank++) {
        total += 1 / (rank + RANK_SHIFT);
      }
      short[] table = new short[1 << TABLE_BITS];
      double reached = 0;
      int filled = 0;
      for (int rank = 0; rank < ranks; rank++) {
        reached += 1 / (rank + RANK_SHIFT);
        int end = (int) (reached / total * table.length);
        while (filled < end) {
          table[filled++] = (short) rank;
        }
      }
      return table;
    }
  }
}
