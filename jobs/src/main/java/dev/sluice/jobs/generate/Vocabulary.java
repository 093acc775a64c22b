package dev.sluice.jobs.generate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.SplitMix64;
import java.util.ArrayList;
import java.util.List;

/**
 * Several thousand words whose frequency falls with their rank as {@code 1 / (rank + 2.7)}
 * (Zipf-Mandelbrot): common English words first, a few with letters beyond ASCII, then invented
 * ones.
 *
 * <p>Immutable and thread-safe.
 */
final class Vocabulary {
  /** Enough for a realistic compression ratio, and few enough to stay in the cache. */
  private static final int WORDS = 4000;

  /** A table maps this many random bits to a rank. */
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
    "b", "br", "c", "ch", "d", "dr", "f", "g", "gr", "h", "l", "m", "n", "p", "pl", "r", "s", "st",
    "t", "tr", "v", "w"
  };
  private static final String[] NUCLEI = {"a", "e", "i", "o", "u", "ea", "ou"};
  private static final String[] CODAS = {"", "", "n", "r", "s", "t", "l", "nd", "ck"};

  private final byte[][] words;
  private final short[] rankOfBits;

  /** The built-in vocabulary. */
  Vocabulary() {
    this.words = words().stream().map(word -> word.getBytes(UTF_8)).toArray(byte[][]::new);
    this.rankOfBits = table(words.length);
  }

  /** A random word. The array is shared and must not be changed. */
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
