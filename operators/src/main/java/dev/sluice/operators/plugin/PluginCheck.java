package dev.sluice.operators.plugin;

import dev.sluice.core.work.WorkerPool;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.FieldValue;
import dev.sluice.operators.Fields;
import dev.sluice.operators.PluginFailure;
import dev.sluice.operators.Statistic;
import dev.sluice.operators.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Tries an operator on texts that are made to crash it or to keep it busy, as Sluice's own are
 * tried: whether it fails, answers differently on several threads or when asked again, or takes
 * more than linear time. Columns that it requires are there, with the same value for each text.
 */
public final class PluginCheck {
  /** Repeated to a long text, and mixed. */
  private static final List<String> UNITS =
      List.of(
          (" |\n|\r\n|\t|a|A|a |word |The end. |don't |3.14 |2024-01-31 |.|...|!?|\"|(|)|[1]|<|<b>"
                  + "|</p>|&amp;|&|\\|/*|http://|https://example.org/a?b=c |a@b.org |1:|1.2.3.4 "
                  + "|\u0000|\u00a0|\u00e9|e\u0301|\u0130|\u00df|\u200b|\u200d|\u2028|\u3000"
                  + "|\ufeff|\ufffd|\uffff|\u4f60\u597d|\u3002|\u0e2a\u0e27\u0e31\u0e2a\u0e14"
                  + "\u0e35|\u05d0\u05d1|\u202e|\ud83d\ude00|\ud83d\udc68\u200d\ud83d\udc69"
                  + "|\ud83c\udde9\ud83c\uddea")
              .split("\\|"));

  private static final int THREADS = 4;
  private static final int MIXED = 1_000;
  private static final int LENGTH = 4_000;
  private static final int LONGER = 16;

  /** Linear time is 16 times as much, quadratic time 256 times. */
  private static final int MOST_TIMES = 64;

  private static final long SHORTEST_NANOS = 200_000_000;

  /** Of each column that the operator requires; whatever type it reads. */
  private static final FieldValue VALUE =
      new FieldValue("7", OptionalDouble.of(7), Optional.of(List.of("7")));

  private final BoundOperator operator;
  private final Fields columns;
  private final List<String> findings = new ArrayList<>();

  private PluginCheck(BoundOperator operator) {
    this.operator = operator;
    this.columns =
        Fields.of(
            operator.operator().requiredFields().stream()
                .collect(Collectors.toMap(name -> name, name -> VALUE)));
  }

  /** What is wrong with an operator; nothing if it is sound. */
  public static List<String> of(BoundOperator operator) {
    PluginCheck check = new PluginCheck(operator);
    try {
      check.run();
    } catch (PluginFailure e) {
      check.findings.add(e.getMessage());
    }
    return check.findings;
  }

  private void run() {
    List<String> texts = new ArrayList<>();
    IntStream.range(0, MIXED).mapToObj(PluginCheck::mixed).forEach(texts::add);
    UNITS.stream().map(unit -> repeated(unit, LENGTH)).forEach(texts::add);
    List<String> answers = texts.stream().map(this::answer).toList();
    List<String> again = onThreads(texts);
    for (int i = 0; i < texts.size(); i++) {
      if (!answers.get(i).equals(again.get(i))) {
        findings.add(
            "answers differently when asked again, on several threads, about the text \"%s\""
                .formatted(escaped(texts.get(i))));
        break;
      }
    }
    List<Integer> failed =
        IntStream.range(0, texts.size())
            .filter(i -> answers.get(i).startsWith("failed"))
            .boxed()
            .toList();
    if (!failed.isEmpty()) {
      findings.add(
          "fails on %d of %d texts, which rejects the documents: %s for the text \"%s\""
              .formatted(
                  failed.size(),
                  texts.size(),
                  answers.get(failed.get(0)),
                  escaped(texts.get(failed.get(0)))));
    }
    UNITS.forEach(unit -> slowness(unit).ifPresent(findings::add));
  }

  /** A unit repeated to a text of about this many UTF-16 units. */
  private static String repeated(String unit, int length) {
    return unit.repeat(length / unit.length());
  }

  /** A mixture of units, up to 60 of them; the first one is empty. */
  private static String mixed(int number) {
    Random random = new Random(number);
    StringBuilder text = new StringBuilder();
    for (int left = number == 0 ? 0 : random.nextInt(60); left > 0; left--) {
      text.append(UNITS.get(random.nextInt(UNITS.size())));
    }
    return text.toString();
  }

  /** The same answers by several threads at once. */
  private List<String> onThreads(List<String> texts) {
    try (WorkerPool threads = new WorkerPool("plugin-check", THREADS)) {
      return threads.all(
          texts.stream().map(text -> (Callable<String>) () -> answer(text)).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PluginFailure("%s was not tried to the end".formatted(operator.name()), e);
    }
  }

  private String answer(String text) {
    Document document = new Document("", Text.of(text), columns);
    if (operator.operator() instanceof Statistic statistic) {
      return measured(statistic, document);
    }
    Decision decision = operator.apply(document);
    return decision instanceof Decision.Failed failed
        ? "failed: " + failed.message()
        : PluginGuard.shown(decision);
  }

  private static String measured(Statistic statistic, Document document) {
    RecordedMeasurements shown = new RecordedMeasurements();
    try {
      statistic.measure(document, shown);
      return shown.toString();
    } catch (PluginFailure e) {
      throw e;
    } catch (RuntimeException e) {
      return "failed: " + e.getMessage();
    }
  }

  private Optional<String> slowness(String unit) {
    long little = Math.max(1_000_000, nanos(repeated(unit, LENGTH)));
    long much = nanos(repeated(unit, LENGTH * LONGER));
    return much < SHORTEST_NANOS || much < MOST_TIMES * little
        ? Optional.empty()
        : Optional.of(
            "takes %d ms for %d characters, %d ms for %d times as many: its time must be linear in the length; the text repeats \"%s\""
                .formatted(little / 1_000_000, LENGTH, much / 1_000_000, LONGER, escaped(unit)));
  }

  private long nanos(String text) {
    var threads = ManagementFactory.getThreadMXBean();
    long began = threads.getCurrentThreadCpuTime();
    answer(text);
    return threads.getCurrentThreadCpuTime() - began;
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.chars()
        .limit(60)
        .forEach(
            unit -> {
              if (unit >= ' ' && unit < 127) {
                escaped.append((char) unit);
              } else {
                escaped.append("\\u%04x".formatted(unit));
              }
            });
    return escaped.toString();
  }
}
