package dev.sluice.it;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A source of texts that are like others: copies under other ids, in other dumps and buckets; texts
 * of which some words are edited; templates whose copies are edited again and again, so that each
 * is like the one before and the last is unlike the first; texts that join two others; texts that
 * are shorter than a shingle; texts without a word; and ids that come again. The same for the same
 * seed.
 */
public final class NearTexts {
  private static final List<String> DUMPS =
      List.of("CC-MAIN-2013-20", "CC-MAIN-2014-10", "CC-MAIN-2015-06");
  private static final int FILES_OF_A_DUMP = 2;
  private static final int ROWS_OF_A_GROUP = 200;
  private static final int VOCABULARY = 20_000;
  private static final int REMEMBERED = 20_000;

  private final Random random;
  private final boolean brief;
  private final List<String> texts = new ArrayList<>();
  private final List<String> ids = new ArrayList<>();
  private String template = "";
  private String middle = "";
  private int ends;
  private int number;

  private NearTexts(long seed, boolean brief) {
    this.random = new Random(seed);
    this.brief = brief;
  }

  /** Writes so many documents in three dumps of two files each. */
  public static Path write(Path directory, int documents, long seed) {
    return write(directory, documents, new NearTexts(seed, false));
  }

  /**
   * The same with texts of a tenth of the size, all of which pass the rules: matchers wait for so
   * many documents before they write a file that a dump of longer ones takes too long.
   */
  public static Path writeBrief(Path directory, int documents, long seed) {
    return write(directory, documents, new NearTexts(seed, true));
  }

  private static Path write(Path directory, int documents, NearTexts made) {
    int files = DUMPS.size() * FILES_OF_A_DUMP;
    for (int file = 0; file < files; file++) {
      String dump = DUMPS.get(file / FILES_OF_A_DUMP);
      int rows = documents * (file + 1) / files - documents * file / files;
      Sources.write(
          directory.resolve("data/%s/%05d.parquet".formatted(dump, file % FILES_OF_A_DUMP)),
          made.groups(rows, dump));
    }
    return directory;
  }

  private List<List<Sources.Row>> groups(int rows, String dump) {
    List<List<Sources.Row>> groups = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      if (i % ROWS_OF_A_GROUP == 0) {
        groups.add(new ArrayList<>());
      }
      groups.get(groups.size() - 1).add(row(dump));
    }
    return groups;
  }

  private Sources.Row row(String dump) {
    String text = text();
    if (texts.size() < REMEMBERED) {
      texts.add(text);
    } else {
      texts.set(random.nextInt(REMEMBERED), text);
    }
    boolean again = number > 0 && random.nextInt(25) == 0;
    String id =
        again
            ? ids.get(random.nextInt(ids.size()))
            : "<urn:uuid:%08x-0000-4000-8000-%012x>".formatted(random.nextInt(), number);
    ids.add(id);
    number++;
    return new Sources.Row(id, text, score(), dump);
  }

  private double score() {
    int tenths = random.nextInt(20);
    return brief ? 4 + tenths / 20.0 : 2.6 + tenths / 10.0;
  }

  private String text() {
    return switch (random.nextInt(16)) {
      case 0, 1 -> before();
      case 2, 3 -> edited(before(), 1 + random.nextInt(12));
      case 4, 5 -> template = template.isEmpty() ? words(60) : edited(template, 3);
      case 6 -> words(1 + random.nextInt(4), 40);
      case 7 -> random.nextBoolean() ? "?!".repeat(1 + random.nextInt(8)) : "   ";
      case 8 -> bridge();
      default -> words(20 + random.nextInt(100));
    };
  }

  /** Two texts that are unlike each other, and then one that is like both. */
  private String bridge() {
    ends = (ends + 1) % 3;
    if (ends == 1) {
      middle = words(80);
    }
    return ends == 0 ? middle : edited(middle, 3);
  }

  private String before() {
    return texts.isEmpty() ? words(50) : texts.get(random.nextInt(texts.size()));
  }

  private String edited(String text, int edits) {
    String[] words = text.split(" ");
    for (int i = 0; i < edits && words.length > 0; i++) {
      words[random.nextInt(words.length)] = word(VOCABULARY);
    }
    return String.join(" ", Arrays.asList(words));
  }

  private String words(int count) {
    return words(count, VOCABULARY);
  }

  private String words(int count, int vocabulary) {
    StringBuilder text = new StringBuilder();
    int words = brief ? 1 + count / 10 : count;
    for (int i = 0; i < words; i++) {
      text.append(i == 0 ? "" : " ").append(word(vocabulary));
    }
    return text.toString();
  }

  /** Of letters, because numbers may all be the same to shingles. */
  private String word(int vocabulary) {
    StringBuilder word = new StringBuilder();
    for (int left = 700 + random.nextInt(vocabulary); left > 0; left /= 26) {
      word.append((char) ('a' + left % 26));
    }
    return word.toString();
  }
}
