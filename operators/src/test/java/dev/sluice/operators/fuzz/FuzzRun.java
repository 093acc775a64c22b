package dev.sluice.operators.fuzz;

import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.FieldValue;
import dev.sluice.operators.Fields;
import dev.sluice.operators.MeasurementSink;
import dev.sluice.operators.Statistic;
import dev.sluice.operators.TestingOperators;
import dev.sluice.operators.Text;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Asks every operator about texts, and looks at what it answers and how long it takes. Counts add
 * up to the same whatever the order of the texts. Not thread-safe.
 */
final class FuzzRun {
  /** What an operator may take for any text, in nanoseconds of processor time. */
  private static final long BASE_NANOS = 3_000_000;

  /** What it may take for each UTF-16 unit besides: quadratic time is more. */
  private static final long UNIT_NANOS = 4_000;

  /** The same for {@code phone-numbers}, of texts that are nothing but digits and dots. */
  private static final long PHONE_UNIT_NANOS = 30_000;

  /** A text for which all operators take less is not looked into. */
  private static final long QUICK_NANOS = 10_000_000;

  /** Of shorter texts what a unit takes says little. */
  private static final int LONG = 10_000;

  private static final int ATTEMPTS = 5;
  private static final int CHECKED_AGAIN = 8;
  private static final int SHOWN = 400;
  private static final int LISTED = 10;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final Fields FIELDS = Fields.of(Map.of("f", FieldValue.of(3)));

  private final List<BoundOperator> operators = TestingOperators.all();
  private final long[] worstNanos = new long[operators.size()];
  private final String[] worstText = new String[operators.size()];
  private final StringBuilder problems = new StringBuilder();
  private long problemCount;
  private long documents;
  private long units;
  private long kept;
  private long changed;
  private long dropped;
  private long digest;

  /** Checks one text. */
  void check(long number, String text) {
    documents++;
    units += text.length();
    Document shared = document(text);
    long began = THREADS.getCurrentThreadCpuTime();
    long answers = number;
    for (BoundOperator operator : operators) {
      Decision decision = operator.apply(shared);
      count(operator, decision, number, text);
      answers = 31 * answers + hash(decision);
      measure(operator, shared, number, text);
    }
    long took = THREADS.getCurrentThreadCpuTime() - began;
    digest += answers * 0x9E3779B97F4A7C15L;
    if (took > QUICK_NANOS + text.length() * UNIT_NANOS) {
      time(number, "document " + number, text);
    }
    if (number % CHECKED_AGAIN == 0) {
      again(number, text);
    }
  }

  private static int hash(Decision decision) {
    if (decision instanceof Decision.Dropped drop) {
      return 31 * drop.reason().hashCode() + Double.hashCode(drop.measured());
    }
    return decision instanceof Decision.Changed change ? change.text().string().hashCode() : 1;
  }

  private static Document document(String text) {
    return new Document("id", Text.of(text), FIELDS);
  }

  private void count(BoundOperator operator, Decision decision, long number, String text) {
    if (decision instanceof Decision.Failed failed) {
      problem(number, operator, "failed: " + failed.message(), text);
    } else if (decision instanceof Decision.Dropped drop) {
      dropped++;
      if (!operator.description().reasons().contains(drop.reason())) {
        problem(number, operator, "unknown reason " + drop.reason(), text);
      }
    } else if (decision instanceof Decision.Changed change) {
      changed++;
      if (change.text().string().equals(text)) {
        problem(number, operator, "says changed, and is not", text);
      }
    } else {
      kept++;
    }
  }

  private void measure(BoundOperator operator, Document document, long number, String text) {
    if (!(operator.operator() instanceof Statistic statistic)) {
      return;
    }
    try {
      statistic.measure(
          document,
          new MeasurementSink() {
            @Override
            public void number(String name, double value) {
              if (Double.isNaN(value)) {
                problem(number, operator, name + " is NaN", text);
              }
            }

            @Override
            public void text(String name, String value) {
              if (value.isEmpty()) {
                problem(number, operator, name + " is empty", text);
              }
            }
          });
    } catch (RuntimeException | StackOverflowError e) {
      problem(number, operator, "measuring: " + e, text);
    }
  }

  /** The same answers to a text that no other operator has looked at. */
  private void again(long number, String text) {
    Document shared = document(text);
    for (BoundOperator operator : operators) {
      String one = TestingOperators.shown(operator.apply(shared));
      String other = TestingOperators.shown(operator.apply(document(text)));
      if (!one.equals(other)) {
        problem(number, operator, "answers " + one + " and " + other, text);
      }
    }
  }

  /** How long each operator takes: the best of some attempts, for compiling is no fault of its. */
  void time(long number, String name, String text) {
    for (int i = 0; i < operators.size(); i++) {
      BoundOperator operator = operators.get(i);
      long unit = operator.name().equals("phone-numbers") ? PHONE_UNIT_NANOS : UNIT_NANOS;
      long most = BASE_NANOS + text.length() * unit;
      long best = Long.MAX_VALUE;
      for (int attempt = 0; attempt < ATTEMPTS && best > most; attempt++) {
        Document fresh = document(text);
        long began = THREADS.getCurrentThreadCpuTime();
        operator.apply(fresh);
        best = Math.min(best, THREADS.getCurrentThreadCpuTime() - began);
      }
      if (best > most) {
        String what = "%,d ns for %,d units: at most %,d".formatted(best, text.length(), most);
        problem(number, operator, what, text);
      }
      if (text.length() >= LONG) {
        note(i, best / text.length(), name);
      }
    }
  }

  private void note(int operator, long nanosPerUnit, String name) {
    if (nanosPerUnit > worstNanos[operator]) {
      worstNanos[operator] = nanosPerUnit;
      worstText[operator] = name;
    }
  }

  private void problem(long number, BoundOperator operator, String what, String text) {
    if (problemCount++ < LISTED) {
      String shown = text.substring(0, Math.min(SHOWN, text.length()));
      problems.append(
          "document %d, %s %s: %s: %s%n"
              .formatted(number, operator.name(), operator.arguments(), what, escaped(shown)));
    }
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (char c : text.toCharArray()) {
      escaped.append(c >= ' ' && c < 0x7F ? String.valueOf(c) : "\\u%04x".formatted((int) c));
    }
    return escaped.toString();
  }

  /** Adds what another has counted. */
  void add(FuzzRun other) {
    documents += other.documents;
    units += other.units;
    kept += other.kept;
    changed += other.changed;
    dropped += other.dropped;
    digest += other.digest;
    problemCount += other.problemCount;
    problems.append(other.problems);
    for (int i = 0; i < worstNanos.length; i++) {
      note(i, other.worstNanos[i], other.worstText[i]);
    }
  }

  /** With the parameter by which it differs from another operator of the same name. */
  private static String name(BoundOperator operator) {
    String way =
        Stream.of("method", "match", "form")
            .map(operator.arguments()::get)
            .filter(Objects::nonNull)
            .collect(Collectors.joining());
    return operator.name() + (way.isEmpty() ? "" : " " + way);
  }

  /** Whether nothing was wrong. */
  boolean isSound() {
    return problemCount == 0;
  }

  /** What there was. */
  String report() {
    StringBuilder report = new StringBuilder(problems);
    for (int i = 0; i < operators.size(); i++) {
      if (worstNanos[i] > 0) {
        report.append(
            "%-28s at most %,7d ns of processor time a unit (%s)%n"
                .formatted(name(operators.get(i)), worstNanos[i], worstText[i]));
      }
    }
    return report
        + "%,d documents, %,d units, %d operators: %,d times kept, %,d changed, %,d dropped; %,d problems; digest %016x"
            .formatted(
                documents, units, operators.size(), kept, changed, dropped, problemCount, digest);
  }
}
