package dev.sluice.neardup;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.operators.neardup.TextSigner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Documents made up of a seed: new ones, copies, edited copies, pages of templates, short ones. */
final class TestingDocuments {
  private final TextSigner signer = new TextSigner();
  private final List<String> texts = new ArrayList<>();
  private final Random random;

  TestingDocuments(long seed) {
    this.random = new Random(seed);
  }

  /** The documents of a unit, in the order of files and rows; each unit has files of its own. */
  List<Waiting> unit(String unit, int count) {
    List<Waiting> documents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String file = unit + "/" + (char) ('a' + i * 3 / count) + ".parquet";
      String dump = "dump-" + random.nextInt(2);
      DocumentOrigin origin =
          new DocumentOrigin(file, i * 2L, "<id:%s:%d>".formatted(unit, i), dump, i % 3 + ".0");
      documents.add(sign(origin, text()));
    }
    return documents;
  }

  Waiting sign(DocumentOrigin origin, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    Signature signature = signer.sign(bytes, 0, bytes.length);
    List<Long> keys = Arrays.stream(signature.keys()).boxed().toList();
    return new Waiting(origin, keys, signature.fingerprint());
  }

  private String text() {
    String text =
        switch (random.nextInt(texts.isEmpty() ? 1 : 10)) {
          case 0, 1, 2 -> words(30 + random.nextInt(400));
          case 3 -> any().toUpperCase(java.util.Locale.ROOT);
          case 4, 5 -> edited(any(), random.nextInt(8));
          case 6 -> any() + " " + words(random.nextInt(60));
          case 7 -> "a page of a template " + words(20) + TEMPLATE;
          case 8 -> words(random.nextInt(7));
          default -> "and again and so on ".repeat(1 + random.nextInt(20));
        };
    texts.add(text);
    return text;
  }

  private static final String TEMPLATE =
      IntStream.range(0, 220).mapToObj(i -> " " + word(i * 7)).reduce("", String::concat);

  private String any() {
    return texts.get(random.nextInt(texts.size()));
  }

  String words(int count) {
    return String.join(
        " ", IntStream.range(0, count).mapToObj(i -> word(random.nextInt(9_000))).toList());
  }

  private static String word(int number) {
    StringBuilder word = new StringBuilder();
    for (int rest = number + 1; rest > 0; rest /= 26) {
      word.append((char) ('a' + rest % 26));
    }
    return word.toString();
  }

  private String edited(String text, int edits) {
    String[] words = text.split(" ");
    for (int i = 0; i < edits; i++) {
      words[random.nextInt(words.length)] = word(random.nextInt(9_000));
    }
    return String.join(" ", words);
  }
}
