package dev.sluice.storage.takedown;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.operators.neardup.TextSigner;
import dev.sluice.storage.shard.ShardRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which texts are near-copies, against {@link PlainSimilarity}. */
class NearCopiesTest {
  private static final int PAIRS = 300;

  private final Random random = new Random(11);

  private static TakedownList.Builder builder() {
    return new TakedownList.Builder(Optional.of(TextSigner.forTakeDowns()));
  }

  private static void add(TakedownList.Builder list, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    list.text(bytes, 0, bytes.length);
  }

  private static Takedowns listing(String... texts) {
    TakedownList.Builder list = builder();
    List.of(texts).forEach(text -> add(list, text));
    return new Takedowns(list.build(), TextSigner::forTakeDowns);
  }

  private static Optional<EntryKind> names(Takedowns takedowns, String text) {
    byte[] bytes = ("(" + text + ")").getBytes(UTF_8);
    return takedowns.names(new byte[0], Optional.empty(), bytes, 1, bytes.length - 2);
  }

  private String word() {
    StringBuilder word = new StringBuilder();
    for (int i = 1 + random.nextInt(9); i > 0; i--) {
      word.append((char) ('a' + random.nextInt(26)));
    }
    return word.toString();
  }

  private List<String> words(int count) {
    List<String> words = new ArrayList<>();
    while (words.size() < count) {
      words.add(word());
    }
    return words;
  }

  /** Replaces, removes or adds words at this share of places. */
  private List<String> edited(List<String> words, double share) {
    List<String> edited = new ArrayList<>();
    for (String word : words) {
      boolean stays = random.nextDouble() >= share;
      int edit = random.nextInt(3);
      if (stays || edit == 0) {
        edited.add(word);
      }
      if (!stays && edit < 2) {
        edited.add(word());
      }
    }
    return edited;
  }

  /**
   * Texts of the sizes of web pages, with edits at random places.
   *
   * @param similarity of sequences of five words
   * @param least least share of pairs that are near-copies
   */
  @ParameterizedTest
  @CsvSource({"0.9, 1, 1", "0.8, 0.99, 1", "0.61, 0, 0.01"})
  void shouldNameNearCopiesAndNoOthers(double similarity, double least, double most) {
    int named = 0;
    for (int pair = 0; pair < PAIRS; pair++) {
      List<String> text = words(200 + random.nextInt(1_500));
      List<String> copy = copy(text, similarity);
      String one = String.join(" ", text);
      String other = String.join(" ", copy);
      boolean isNamed = names(listing(one), other).isPresent();
      named += isNamed ? 1 : 0;

      assertThat(names(listing(other), one).isPresent()).isEqualTo(isNamed);
      double exact = PlainSimilarity.of(one, other);
      if (Math.abs(exact - NearTable.LEAST_SIMILARITY) > 0.06) {
        assertThat(isNamed).as("%.3f", exact).isEqualTo(exact > NearTable.LEAST_SIMILARITY);
      }
    }
    assertThat(named / (double) PAIRS).isBetween(least, most);
  }

  /** Returns an edited text whose sequences of five words have this similarity, within 0.01. */
  private List<String> copy(List<String> text, double similarity) {
    double share = 1 - Math.pow(2 * similarity / (1 + similarity), 0.2);
    Set<String> sequences = PlainSimilarity.sequences(text, 5);
    while (true) {
      List<String> copy = edited(text, share);
      double own = PlainSimilarity.jaccard(sequences, PlainSimilarity.sequences(copy, 5));
      if (Math.abs(own - similarity) < 0.01) {
        return copy;
      }
    }
  }

  @Test
  void shouldNameOnlyNearCopiesWhateverElseIsListed() {
    List<List<String>> originals = new ArrayList<>();
    List<String> all = new ArrayList<>();
    List<String> template = words(300);
    for (int i = 0; i < 500; i++) {
      List<String> text = new ArrayList<>(i % 2 == 0 ? template : words(300));
      text.addAll(words(200));
      originals.add(text);
      all.add(String.join(" ", text));
    }
    Takedowns takedowns = listing(all.toArray(String[]::new)).forAnotherThread();
    for (List<String> original : originals) {
      assertThat(names(takedowns, String.join(" ", original))).contains(EntryKind.TEXT);
      assertThat(names(takedowns, String.join(" ", edited(original, 0.01)))).isPresent();
      List<String> sibling = new ArrayList<>(template);
      sibling.addAll(words(200));
      assertThat(names(takedowns, String.join(" ", sibling))).isEmpty();
    }
  }

  /** Pages of one template, which have most keys in common. */
  @Test
  void shouldNameNearCopiesOfOneOfManySimilarTexts() {
    List<String> template = words(300);
    List<List<String>> originals = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      List<String> text = new ArrayList<>(template);
      text.addAll(words(100 + i));
      originals.add(text);
    }
    TakedownList.Builder list = builder();
    originals.forEach(text -> add(list, String.join(" ", text)));
    TakedownList entries = list.build();
    Takedowns takedowns = new Takedowns(entries, TextSigner::forTakeDowns);
    for (int i = 0; i < originals.size(); i++) {
      byte[] copy = String.join(" ", edited(originals.get(i), 0.01)).getBytes(UTF_8);
      FoundEntries found = new FoundEntries(entries);

      takedowns.findNear(copy, 0, copy.length, found);

      long near = entries.count(EntryKind.NEAR) - found.missing().count(EntryKind.NEAR);
      assertThat(near).as("text %d", i).isEqualTo(1);
    }
  }

  @Test
  void shouldNameCopiesInAnotherForm() {
    String text = "Call me Ishmael. Some years ago - never mind how long precisely";
    Takedowns takedowns = listing(text, "Home page", "!!!", "");

    assertThat(names(takedowns, text)).contains(EntryKind.TEXT);
    assertThat(names(takedowns, text.toUpperCase(Locale.ROOT) + "!\n")).contains(EntryKind.NEAR);
    assertThat(names(takedowns, text.replace(" ", "\n\n"))).contains(EntryKind.NEAR);
    assertThat(names(takedowns, "home, page")).contains(EntryKind.NEAR);
    assertThat(names(takedowns, "home page two")).isEmpty();
    assertThat(names(takedowns, "...")).isEmpty();
    assertThat(names(takedowns, "!!!")).contains(EntryKind.TEXT);
  }

  @Test
  void shouldTellWhichTextsHaveNoNearCopy() {
    List<String> one = words(300);
    List<String> other = words(300);
    TakedownList.Builder list = builder();
    add(list, String.join(" ", one));
    add(list, String.join(" ", other));
    NamedRows named =
        new NamedRows(1, list.build(), Optional.empty(), "url", TextSigner::forTakeDowns);
    FoundEntries found = new FoundEntries(list.build());

    byte[] text = String.join(" ", one.subList(3, 300)).getBytes(UTF_8);
    named.find(new ShardRow(new byte[0], text, 0, text.length, 4, ""), found);

    TakedownList.Builder near = builder();
    add(near, String.join(" ", other));
    assertThat(found.missing().count(EntryKind.TEXT)).isEqualTo(2);
    assertThat(near.build().without(found.missing()).isEmpty()).isTrue();
    assertThat(found.missing().count(EntryKind.NEAR)).isEqualTo(1);
  }

  @Test
  void shouldSignNothingWithoutSignatures() {
    TakedownList.Builder list = new TakedownList.Builder();
    add(list, "one text");

    Takedowns takedowns =
        new Takedowns(
            list.build(),
            () -> {
              throw new AssertionError("no entry needs a signer");
            });

    assertThat(names(takedowns.forAnotherThread(), "another text")).isEmpty();
  }

  /** Lists of former versions must go on naming the same texts. */
  @Test
  void shouldSignAsAlways() {
    TakedownList.Builder list = builder();
    random.setSeed(1);
    for (int i = 0; i < 20; i++) {
      add(list, String.join(" ", words(10 << i / 2)) + " \u00c9t\u00e9 2 + 2 = 4");
    }
    assertThat(list.build().sha256())
        .isEqualTo("63b9bdfd6717d0cc5f9a04cce9d29a4775131b38718d47d2da4dcb115bd0348e");
  }
}
