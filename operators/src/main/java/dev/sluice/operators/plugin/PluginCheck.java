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
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Tries an operator on texts that are made to crash it or to keep it busy, as Sluice's own are
 * tried: whether it fails, answers differently on several threads or when asked again, or takes
 * more than linear time. Columns that it requires are there, with the same value for each text.
 */
public final class PluginCheck {
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
    IntStream.range(0, MIXED).mapToObj(CheckTexts::mixed).forEach(texts::add);
    IntStream.range(0, CheckTexts.units())
        .mapToObj(unit -> CheckTexts.repeated(unit, LENGTH))
        .forEach(texts::add);
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
    for (int unit = 0; unit < CheckTexts.units(); unit++) {
      int one = unit;
      slowness(one).ifPresent(findings::add);
    }
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
        : GuardedOperator.shown(decision);
  }

  private static String measured(Statistic statistic, Document document) {
    ShownMeasurements shown = new ShownMeasurements();
    try {
      statistic.measure(document, shown);
      return shown.toString();
    } catch (PluginFailure e) {
      throw e;
    } catch (RuntimeException e) {
      return "failed: " + e.getMessage();
    }
  }

  private Optional<String> slowness(int unit) {
    long little = Math.max(1_000_000, nanos(CheckTexts.repeated(unit, LENGTH)));
    long much = nanos(CheckTexts.repeated(unit, LENGTH * LONGER));
    return much < SHORTEST_NANOS || much < MOST_TIMES * little
        ? Optional.empty()
        : Optional.of(
            "takes %d ms for %d characters, %d ms for %d times as many: its time must be linear in the length; the text repeats \"%s\""
                .formatted(
                    little / 1_000_000,
                    LENGTH,
                    much / 1_000_000,
                    LONGER,
                    escaped(CheckTexts.repeated(unit, 1))));
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
