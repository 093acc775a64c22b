package dev.sluice.jobs.generate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.jobs.generate.SyntheticDocuments.Defect;
import dev.sluice.jobs.generate.SyntheticDocuments.SyntheticDocument;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SyntheticDocumentsTest {
  private static final int COUNT = 24_000;
  private static final String DUMP = "CC-MAIN-2013-20";
  private static final List<SyntheticDocument> DOCUMENTS = new ArrayList<>();

  @BeforeAll
  static void generate() {
    SyntheticDocuments documents = new SyntheticDocuments(42);
    for (int i = 0; i < COUNT; i++) {
      DOCUMENTS.add(documents.at(i, DUMP));
    }
  }

  /** Changing what is generated is allowed, but never by accident and never between platforms. */
  @Test
  void shouldGenerateWhatItGeneratedEverywhereElse() throws NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (SyntheticDocument document : DOCUMENTS.subList(0, 4000)) {
      document.text().map(Binary::getBytes).ifPresent(digest::update);
      digest.update(
          "%s %s %d %s %s"
              .formatted(
                  document.id().map(Binary::toStringUsingUTF8),
                  document.dump(),
                  document.page(),
                  document.languageScore(),
                  document.score())
              .getBytes(UTF_8));
    }
    assertThat(HexFormat.of().formatHex(digest.digest()))
        .isEqualTo("0280560cb01808720d3009d1776d78392d702ad74bdce360171be4775e55608a");
  }

  @Test
  void shouldGiveTheSameDocumentWhateverWasAskedBefore() {
    SyntheticDocuments documents = new SyntheticDocuments(42);
    for (int i = COUNT - 1; i > 0; i -= 97) {
      assertThat(documents.at(i, DUMP)).isEqualTo(DOCUMENTS.get(i));
    }
    assertThat(new SyntheticDocuments(43).at(7, DUMP)).isNotEqualTo(DOCUMENTS.get(7));
  }

  @Test
  void shouldBreakOneRowInTwoHundredEachKindAlike() {
    int each = COUNT / SyntheticDocuments.DEFECT_EVERY / Defect.values().length;
    assertThat(count(d -> d.score().isEmpty())).isEqualTo(each);
    assertThat(count(d -> d.score().isPresent() && Double.isNaN(d.score().getAsDouble())))
        .isEqualTo(each);
    assertThat(count(d -> d.score().orElse(0) < 0)).isEqualTo(each);
    assertThat(count(d -> d.score().orElse(0) > 5)).isGreaterThanOrEqualTo(each);
    assertThat(count(d -> d.text().isEmpty())).isEqualTo(each);
    assertThat(count(d -> text(d).isEmpty())).isEqualTo(2 * each);
    assertThat(count(d -> !text(d).isEmpty() && text(d).isBlank() || text(d).contains("\u00A0")))
        .isEqualTo(each);
    assertThat(count(d -> d.text().isPresent() && text(d).matches("S[a-z]{0,8}"))).isEqualTo(each);
    assertThat(count(d -> d.id().isEmpty())).isEqualTo(each);
    assertThat(count(d -> d.id().map(Binary::length).orElse(1) == 0)).isEqualTo(each);
    assertThat(count(d -> d.dump().isEmpty())).isEqualTo(each);
    assertThat(count(d -> !d.dump().orElse(DUMP).equals(DUMP))).isEqualTo(each);
  }

  @Test
  void shouldRepeatAboutTwoPercentOfTheIds() {
    Map<Binary, SyntheticDocument> first = new HashMap<>();
    int repeated = 0;
    int verbatim = 0;
    int rescored = 0;
    for (SyntheticDocument document : DOCUMENTS) {
      SyntheticDocument before =
          document
              .id()
              .filter(id -> id.length() > 0)
              .map(id -> first.putIfAbsent(id, document))
              .orElse(null);
      if (before != null) {
        repeated++;
        verbatim += before.equals(document) ? 1 : 0;
        rescored += before.score().equals(document.score()) ? 0 : 1;
      }
    }
    assertThat((double) repeated / COUNT).isCloseTo(0.02, within(0.004));
    assertThat((double) verbatim / repeated).isCloseTo(0.5, within(0.1));
    assertThat((double) rescored / repeated).isCloseTo(0.5, within(0.1));
  }

  @Test
  void shouldDrawScoresByThePublishedPercentilesInStepsOfABfloat16() {
    double[] scores =
        DOCUMENTS.stream()
            .flatMapToDouble(d -> d.score().stream())
            .filter(score -> score >= 2.515625)
            .sorted()
            .toArray();
    assertThat(scores[scores.length / 2]).isCloseTo(2.9062, within(0.02));
    assertThat(scores[scores.length * 3 / 4]).isCloseTo(3.2344, within(0.02));
    assertThat(scores[scores.length * 95 / 100]).isCloseTo(3.7812, within(0.04));
    assertThat(scores[scores.length * 99 / 100]).isCloseTo(4.1250, within(0.07));
    Set<Double> distinct = new HashSet<>();
    for (double score : scores) {
      int bits = Float.floatToRawIntBits((float) score);
      assertThat((double) Float.intBitsToFloat(bits & 0xFFFF0000)).isEqualTo(score);
      distinct.add(score);
    }
    assertThat(distinct).contains(3.0, 3.5, 4.0);
  }

  @Test
  void shouldCallEverySoundTextSyntheticAndGiveItTheLengthOfWebText() {
    List<String> texts =
        DOCUMENTS.stream().map(SyntheticDocumentsTest::text).filter(t -> t.length() > 9).toList();
    assertThat(texts).allMatch(text -> text.startsWith("[synthetic document "));
    double mean = texts.stream().mapToInt(String::length).average().orElseThrow();
    assertThat(mean).isBetween(3500.0, 7000.0);
    assertThat(texts.stream().mapToInt(String::length).max().orElseThrow()).isGreaterThan(90_000);
  }

  private static int count(Predicate<SyntheticDocument> wanted) {
    return (int) DOCUMENTS.stream().filter(wanted).count();
  }

  private static String text(SyntheticDocument document) {
    return document.text().map(Binary::toStringUsingUTF8).orElse("");
  }
}
