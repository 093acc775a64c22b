package dev.sluice.operators.bench;

import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.Document;
import dev.sluice.operators.FieldValue;
import dev.sluice.operators.Fields;
import dev.sluice.operators.MeasurementSink;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.ParameterValue;
import dev.sluice.operators.Statistic;
import dev.sluice.operators.TestingOperators;
import dev.sluice.operators.Text;
import dev.sluice.operators.standard.StandardOperators;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How fast operators are on one core: {@code OperatorThroughput FILE [SECONDS] [OPERATOR...]}. The
 * file holds texts in UTF-8, a NUL byte after each. Without names: the chain of the 7B corpus
 * preprocessing guide, all filters on each document, whatever the first ones say, then each
 * operator alone. Measured is what an engine would do, from the bytes of a text to the decisions;
 * decoding counts, reading the file does not. Each figure is the CPU time of the thread in the best
 * of passes over all texts for that many seconds, so that the first passes warm the JVM up.
 */
public final class OperatorThroughput {
  private static final Map<String, Map<String, ParameterValue>> NEEDED =
      Map.of(
          "flagged-words", Map.of("list", ParameterValue.list("casino", "jackpot")),
          "field-range", Map.of("field", ParameterValue.of("score")),
          "field-in",
              Map.of("field", ParameterValue.of("language"), "values", ParameterValue.of("en")),
          "suffix",
              Map.of("field", ParameterValue.of("url"), "suffixes", ParameterValue.of(".html")),
          "sample", Map.of("rate", ParameterValue.of("0.5")),
          "pattern", Map.of("pattern", ParameterValue.of("(?i)click here")));

  private static final Fields FIELDS =
      Fields.of(
          Map.of(
              "score", FieldValue.of(3),
              "language", FieldValue.of("en"),
              "url", FieldValue.of("https://example.org/a.html")));

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static long sum; // so that nothing is left out

  private OperatorThroughput() {}

  public static void main(String[] args) throws IOException {
    List<byte[]> texts = texts(Path.of(args[0]));
    double seconds = args.length > 1 ? Double.parseDouble(args[1]) : 3;
    if (args.length > 2) {
      for (int i = 2; i < args.length; i++) {
        report(args[i], List.of(bind(args[i])), texts, seconds);
      }
      return;
    }
    List<BoundOperator> filters = new ArrayList<>();
    for (OperatorDescription each : StandardOperators.registry().all()) {
      if (each.group() == OperatorGroup.FILTER) {
        filters.add(bind(each.name()));
      }
    }
    report("(decoding)", List.of(), texts, seconds);
    OperatorChain guide = new OperatorChain(guide());
    report("the guide's chain", text -> through(guide, text), texts, seconds);
    report("all " + filters.size() + " filters", filters, texts, 3 * seconds);
    for (OperatorDescription each : StandardOperators.registry().all()) {
      report(each.name(), List.of(bind(each.name())), texts, seconds);
    }
  }

  private static BoundOperator bind(String name) {
    return TestingOperators.bind(name, NEEDED.getOrDefault(name, Map.of()));
  }

  /** The chain of the 7B corpus preprocessing guide, in the order of its listing. */
  private static List<BoundOperator> guide() {
    return List.of(
        TestingOperators.bind("html", Map.of("method", ParameterValue.of("tags"))),
        TestingOperators.bind("urls", Map.of()),
        TestingOperators.bind("emails", Map.of("match", ParameterValue.of("run"))),
        TestingOperators.bind("word-count", Map.of("words", ParameterValue.of("whitespace"))),
        TestingOperators.bind("lowercase", Map.of()),
        TestingOperators.bind("unicode-normalise", Map.of("form", ParameterValue.of("NFKC"))),
        TestingOperators.bind("ascii-only", Map.of()),
        TestingOperators.bind("numbers", Map.of()));
  }

  /** To the bytes of what is kept. */
  private static void through(OperatorChain chain, byte[] text) {
    Document document = new Document("id", Text.ofUtf8(text, 0, text.length), FIELDS);
    if (chain.apply(document) instanceof OperatorChain.Result.Kept kept) {
      sum += kept.document().text().utf8().length;
    }
  }

  private static void report(
      String name, List<BoundOperator> operators, List<byte[]> texts, double seconds) {
    report(name, text -> pass(text, operators), texts, seconds);
  }

  private static void report(
      String name, Consumer<byte[]> pass, List<byte[]> texts, double seconds) {
    long bytes = texts.stream().mapToLong(text -> text.length).sum();
    long end = System.nanoTime() + (long) (seconds * 1e9);
    long best = Long.MAX_VALUE;
    do {
      long began = THREADS.getCurrentThreadCpuTime();
      for (byte[] text : texts) {
        pass.accept(text);
      }
      best = Math.min(best, THREADS.getCurrentThreadCpuTime() - began);
    } while (System.nanoTime() < end);
    System.out.printf(
        "%-28s %8.1f MB/s %8.2f ns/B%n", name, bytes * 1e3 / best, (double) best / bytes);
  }

  private static void pass(byte[] text, List<BoundOperator> operators) {
    Document document = new Document("id", Text.ofUtf8(text, 0, text.length), FIELDS);
    sum += document.text().length();
    for (BoundOperator operator : operators) {
      sum += operator.apply(document).hashCode();
      if (operator.operator() instanceof Statistic statistic) {
        statistic.measure(
            document,
            new MeasurementSink() {
              @Override
              public void number(String name, double value) {
                sum += (long) value;
              }

              @Override
              public void text(String name, String value) {
                sum += value.length();
              }
            });
      }
    }
  }

  static List<byte[]> texts(Path file) throws IOException {
    byte[] all = Files.readAllBytes(file);
    List<byte[]> texts = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < all.length; i++) {
      if (all[i] == 0) {
        texts.add(Arrays.copyOfRange(all, start, i));
        start = i + 1;
      }
    }
    return texts;
  }
}
