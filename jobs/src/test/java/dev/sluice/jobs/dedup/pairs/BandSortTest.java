package dev.sluice.jobs.dedup.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobs.dedup.spill.BandRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BandSortTest {
  private record Entry(long key, long document) {}

  private static final Comparator<Entry> ORDER =
      Comparator.comparing(Entry::key, Long::compareUnsigned).thenComparing(Entry::document);

  @Test
  void shouldSortByKeyAndDocumentWhateverKeysShare() {
    SplittableRandom random = new SplittableRandom(1);
    for (int run = 0; run < 200; run++) {
      int bits = random.nextInt(57);
      List<Entry> entries = entries(random, bits);
      long[] words =
          entries.stream().mapToLong(e -> BandRecord.word(e.key(), e.document())).toArray();
      int[] lows = entries.stream().mapToInt(e -> (int) e.document()).toArray();
      new BandSort(words, lows).sort(words.length, bits);
      List<Entry> sorted = new ArrayList<>();
      for (int i = 0; i < words.length; i++) {
        long document = BandRecord.document(words[i], lows[i]);
        sorted.add(new Entry(BandRecord.key(words[i]) << 8, document));
      }
      assertThat(sorted).isEqualTo(entries.stream().sorted(ORDER).toList());
    }
  }

  /** Random records whose keys agree in some bits, and many in more. */
  private static List<Entry> entries(SplittableRandom random, int bits) {
    long shared = random.nextLong();
    long mask = bits == 0 ? -1 : -1L >>> bits;
    long different = random.nextInt(2) == 0 ? mask : mask & random.nextLong() & random.nextLong();
    long documents = 1L << random.nextInt(1, 41);
    List<Entry> entries = new ArrayList<>();
    for (int i = random.nextInt(3_000); i > 0; i--) {
      long key = (shared & ~different | random.nextLong() & different) & ~0xFFL;
      entries.add(new Entry(key, random.nextLong(documents)));
    }
    return entries;
  }
}
