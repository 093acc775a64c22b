package dev.sluice.operators;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operator on texts that are made to crash it, or to keep it busy.
 *
 * <p>System property: {@code sluice.fuzz.count}, texts to try.
 */
class HostileTextsTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int DOCUMENTS = Integer.getInteger("sluice.fuzz.count", 1_500);

  /** Quadratic time is more on texts of this length. */
  private static final long MOST_NANOS_PER_UNIT = 8_000;

  /** libphonenumber takes this long for texts that are nothing but digits and dots. */
  private static final long MOST_NANOS_PER_DIGIT = 100_000;

  private static final int ATTEMPTS = 3;

  @Test
  void shouldDecideOnAnyText() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<BoundOperator> operators = TestingOperators.all();
    for (int i = 0; i < DOCUMENTS; i++) {
      String text = TestingTexts.mixed(random, random.nextInt(60));
      Document document = Document.of(text);
      for (BoundOperator operator : operators) {
        String about = "seed %d, document %d, %s: %s".formatted(seed, i, operator.name(), text);
        check(operator, document, about);
      }
    }
  }

  private static void check(BoundOperator operator, Document document, String about) {
    Decision decision = operator.apply(document);
    assertThat(decision).describedAs(about).isNotInstanceOf(Decision.Failed.class);
    if (decision instanceof Decision.Dropped dropped) {
      assertThat(operator.description().reasons()).describedAs(about).contains(dropped.reason());
    }
    if (operator.operator() instanceof Statistic statistic) {
      measure(statistic, document, about);
    }
  }

  @Test
  void shouldDecideAlikeEveryTime() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<BoundOperator> operators = TestingOperators.all();
    for (int i = 0; i < DOCUMENTS / 5; i++) {
      String text = TestingTexts.mixed(random, random.nextInt(60));
      Document all = Document.of(text); // with what others have found out about it
      for (BoundOperator operator : operators) {
        assertThat(TestingOperators.shown(operator.apply(all)))
            .describedAs("seed %d, document %d, %s: %s", seed, i, operator.name(), text)
            .isEqualTo(TestingOperators.shown(operator.apply(Document.of(text))));
      }
    }
  }

  private static void measure(Statistic statistic, Document document, String about) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    statistic.measure(
        document,
        new MeasurementSink() {
          @Override
          public void number(String name, double value) {
            assertThat(value).describedAs(about + " " + name).isNotNaN();
            assertThat(numbers.put(name, value)).describedAs(about + " " + name).isNull();
          }

          @Override
          public void text(String name, String value) {
            assertThat(value).describedAs(about).isNotEmpty();
          }
        });
  }

  static Stream<Hostile> hostile() {
    int many = 100_000;
    return Stream.of(
        new Hostile("emoji", "\ud83d\ude00".repeat(many / 2)),
        new Hostile("joined emoji", "\ud83d\udc68\u200d\ud83d\udc69\u200d".repeat(many / 6)),
        new Hostile("combining marks", "a" + "\u0301\u0323".repeat(many / 2)),
        new Hostile("words of marks", "a\u0301\u0323\u0301 ".repeat(many / 5)),
        new Hostile("a word of 64 KB", "x".repeat(1 << 16)),
        new Hostile("spaces", " ".repeat(many)),
        new Hostile("line feeds", "\n".repeat(many)),
        new Hostile("CR", "\r".repeat(many)),
        new Hostile("one letter", "a".repeat(many)),
        new Hostile("one word", "a ".repeat(many / 2)),
        new Hostile("full stops", ".".repeat(many)),
        new Hostile("full stops and letters", ".a".repeat(many / 2)),
        new Hostile("stops without an end", ".".repeat(many) + "x"),
        new Hostile("brackets", "<".repeat(many)),
        new Hostile("open tags", "<b>".repeat(many / 3)),
        new Hostile("nested blocks", "<div><p>".repeat(many / 8)),
        new Hostile("tables", "<table><tr><td>".repeat(many / 15)),
        new Hostile("attributes", "<a " + "x=1 y='".repeat(many / 7)),
        new Hostile("entities", "&amp;&#12".repeat(many / 9)),
        new Hostile("unclosed comment", "<!--".repeat(many / 4)),
        new Hostile("citations", "[1".repeat(many / 2)),
        new Hostile("signs", "a@".repeat(many / 2)),
        new Hostile("addresses", "a@b.c.".repeat(many / 6)),
        new Hostile("local parts", "a".repeat(many / 2) + "@" + "b.".repeat(many / 4)),
        new Hostile("hexadecimal", "1:".repeat(many / 2)),
        new Hostile("numbers", "1.2.3.4.".repeat(many / 8)),
        new Hostile("slashes", "http:/".repeat(many / 6)),
        new Hostile("urls", "http://".repeat(many / 7)),
        new Hostile("urls of stops", "http://...".repeat(many / 10)),
        new Hostile("brackets in a url", "http://a" + "(".repeat(many / 2) + ")".repeat(many / 2)),
        new Hostile("unopened brackets", "HTTP://a" + ")".repeat(many)),
        new Hostile("www", "wwW.".repeat(many / 4)),
        new Hostile("nested brackets", "[".repeat(many / 2) + "]".repeat(many / 2)),
        new Hostile("zero width", "\u200b\u2060".repeat(many / 2)),
        new Hostile("dates", "1\u5e741\u6708".repeat(many / 4)),
        new Hostile("misread often", "\u00c3\u0192\u00c2\u00a2".repeat(many / 4)),
        new Hostile("Chinese", "\u4f60\u597d\u4e16\u754c".repeat(many / 4)),
        new Hostile("one ideograph", "\u4e00".repeat(many)),
        new Hostile("Thai", "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35".repeat(many / 6)),
        new Hostile("flags", "\ud83c\udde9".repeat(many / 2)),
        new Hostile("Hebrew quotes", "\u05d0\"".repeat(many / 2)),
        new Hostile("mojibake", "\u00c3".repeat(many)),
        new Hostile("months", "January 1 ".repeat(many / 10)),
        new Hostile("comments", "/*".repeat(many / 2)));
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void shouldTakeBoundedTimePerCharacter(Hostile hostile) {
    for (BoundOperator operator : TestingOperators.all()) {
      boolean slow = operator.name().equals("phone-numbers");
      String text = slow ? hostile.text().substring(0, 5_000) : hostile.text();
      long most = slow ? MOST_NANOS_PER_DIGIT : MOST_NANOS_PER_UNIT;
      assertThat(nanosPerUnit(operator, text, most))
          .describedAs("nanoseconds a character of %s", operator.name())
          .isLessThan(most);
    }
  }

  /** Processor time, of the best of a few attempts: compiling and loading are no fault of its. */
  private static long nanosPerUnit(BoundOperator operator, String text, long enough) {
    long best = Long.MAX_VALUE;
    for (int attempt = 0; attempt < ATTEMPTS && best >= enough; attempt++) {
      Document document = Document.of(text);
      long began = THREADS.getCurrentThreadCpuTime();
      Decision decision = operator.apply(document);
      best = Math.min(best, (THREADS.getCurrentThreadCpuTime() - began) / text.length());
      assertThat(decision).describedAs(operator.name()).isNotInstanceOf(Decision.Failed.class);
    }
    return best;
  }

  /** A text and what it is. */
  record Hostile(String name, String text) {
    @Override
    public String toString() {
      return name;
    }
  }
}
