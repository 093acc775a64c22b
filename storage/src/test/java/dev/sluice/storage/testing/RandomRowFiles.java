package dev.sluice.storage.testing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Makes files of one data set, each with its own schema and rows. The same random numbers give the
 * same files.
 */
public final class RandomRowFiles {
  /** Fields beside those of a document, with the type that holds them in all files. */
  public static final SortedMap<String, FieldType> OTHERS =
      new TreeMap<>(
          Map.of(
              "lang", FieldType.STRING,
              "tokens", FieldType.INT64,
              "quality", FieldType.DOUBLE,
              "adult", FieldType.BOOLEAN));

  private static final List<String> WORDS =
      List.of(
          "Corpus",
          "of",
          "gr\u00f6\u00dfe",
          "\u6f22\u5b57",
          "\ud83d\ude00",
          "the",
          "many",
          "\"quoted\"",
          "back\\slash",
          "line\nend",
          "tab\t",
          "nul\u0000",
          "\ufeff",
          "\u2028",
          "\u007f",
          "e\u0301",
          "small",
          "WORDS",
          "1.5",
          "<p>",
          "null");

  private final Random random;
  private final String id;
  private final String text;
  private final String score;

  /**
   * @param id path of the id
   * @param text path of the text
   * @param score path of the score
   */
  public RandomRowFiles(Random random, String id, String text, String score) {
    this.random = random;
    this.id = id;
    this.text = text;
    this.score = score;
  }

  private static <T> T one(Random random, List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** A file whose columns may have any types. */
  public RowFile any(String name) {
    int rows = random.nextInt(8) == 0 ? random.nextInt(2) : random.nextInt(120);
    return rows(name, fields(rows == 0), rows, true);
  }

  private Map<String, FieldType> fields(boolean areAllThere) {
    Map<String, FieldType> fields = new LinkedHashMap<>();
    fields.put(id, one(random, FieldType.IDS));
    fields.put(text, random.nextInt(6) == 0 ? FieldType.BYTES : FieldType.STRING);
    fields.put(score, one(random, FieldType.SCORES));
    put(fields, "dump", FieldType.STRING, areAllThere);
    OTHERS.forEach((other, type) -> put(fields, other, narrower(type), areAllThere));
    return fields;
  }

  /** A file that lacks the id, the text or the score, and has rows. */
  public RowFile lacking(String name) {
    Map<String, FieldType> fields = fields(false);
    fields.remove(one(random, List.of(id, text, score)));
    return rows(name, fields, 1 + random.nextInt(40), true);
  }

  private FieldType narrower(FieldType type) {
    if (random.nextInt(10) == 0) {
      return FieldType.NOTHING;
    }
    return switch (random.nextBoolean() ? type : FieldType.BOOLEAN) {
      case INT64 -> FieldType.INT32;
      case DOUBLE -> FieldType.FLOAT;
      default -> type;
    };
  }

  /** Puts a field there, or leaves it out now and then. */
  private void put(Map<String, FieldType> fields, String path, FieldType type, boolean isThere) {
    if (isThere || random.nextInt(3) > 0) {
      fields.put(path, type);
    }
  }

  /** A file that has all columns in these types, and only strings that are texts. */
  public RowFile of(String name, Map<String, FieldType> fields) {
    return rows(name, fields, random.nextInt(120), false);
  }

  private RowFile rows(String name, Map<String, FieldType> fields, int count, boolean mayBeBroken) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<String, Object> row = new LinkedHashMap<>();
      fields.forEach(
          (path, type) -> {
            if (type != FieldType.NOTHING && random.nextInt(20) > 0) {
              row.put(path, value(path, type, mayBeBroken));
            }
          });
      rows.add(row);
    }
    return new RowFile(name, fields, rows, mayBeBroken, random.nextLong());
  }

  private Object value(String path, FieldType type, boolean mayBeBroken) {
    if (path.equals(id)) {
      Object value = type.id(random);
      return mayBeBroken || !value.equals(FieldType.HALF) ? value : "";
    }
    if (path.equals(text)) {
      return text() + (mayBeBroken && random.nextInt(30) == 0 ? "\ud83d" : "");
    }
    if (path.equals("dump")) {
      return one(random, List.of("CC-MAIN-2024-10", "CC-MAIN-2024-18", "other", ""));
    }
    return path.equals(score) ? type.score(random) : type.other(random);
  }

  /** A text, one of a few now and then so that there are duplicates. */
  private String text() {
    Random words = random.nextInt(3) == 0 ? new Random(random.nextInt(60)) : random;
    return switch (words.nextInt(14)) {
      case 0 -> "";
      case 1 -> one(words, List.of(" ", "\u3000\u2028\t\n", "\u0085\u00a0", "\u001c"));
      case 2 -> one(words, WORDS);
      case 3 -> (one(words, WORDS) + " ").repeat(1 + words.nextInt(900));
      default -> {
        StringBuilder text = new StringBuilder();
        for (int i = words.nextInt(60); i >= 0; i--) {
          text.append(one(words, WORDS)).append(i > 0 ? " " : "");
        }
        yield text.toString();
      }
    };
  }
}
