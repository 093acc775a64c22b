package dev.sluice.operators.plugin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.sluice.core.EndingFailure;
import dev.sluice.operators.Arguments;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.MeasurementSink;
import dev.sluice.operators.Operator;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorFactory;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.PluginFailure;
import dev.sluice.operators.PluginJar;
import dev.sluice.operators.Statistic;
import dev.sluice.operators.Text;
import dev.sluice.operators.TextOperator;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Creates an operator of a plug-in, and checks what it answers. An exception that it throws rejects
 * the document, as with any operator. Anything that another run would not repeat is a {@link
 * PluginFailure}.
 */
final class PluginGuard implements OperatorFactory {
  /** The number of documents about which an operator is asked twice. */
  private static final int TWICE = 16;

  private static final int SHOWN = 60;

  private final OperatorDescription operator;
  private final PluginJar jar;
  private final ClassLoader loader;
  private final PluginWatch watch;

  PluginGuard(OperatorDescription operator, PluginJar jar, ClassLoader loader, PluginWatch watch) {
    this.operator = operator;
    this.jar = jar;
    this.loader = loader;
    this.watch = watch;
  }

  @Override
  public Operator create(Arguments arguments) {
    try {
      return watch.load(
          loader, about(), "its creation", () -> guarded(operator.factory().create(arguments)));
    } catch (IllegalArgumentException e) {
      throw e; // contradicting values, in its own words
    } catch (PluginFailure e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    } catch (RuntimeException | Error e) {
      throw new IllegalArgumentException(about() + " " + PluginArchive.reason(e), e);
    }
  }

  private Operator guarded(Operator created) {
    boolean measures = operator.group() == OperatorGroup.STATISTIC;
    if (measures && created instanceof Statistic statistic) {
      return new GuardedStatistic(statistic);
    }
    if (!measures && created instanceof TextOperator judge) {
      return new GuardedOperator(judge);
    }
    throw new IllegalArgumentException(
        "%s is in group %s and is %s: fix it"
            .formatted(
                about(),
                operator.group().title(),
                created == null ? "null" : measures ? "no Statistic" : "no TextOperator"));
  }

  private String about() {
    return "operator %s of plug-in %s %s".formatted(operator.name(), jar.name(), jar.version());
  }

  /** An operator of the plug-in. It is asked for its columns once. */
  private abstract class Guarded {
    private final Set<String> required;
    private final Set<String> optional;
    private final AtomicInteger asked = new AtomicInteger();

    Guarded(Operator operator) {
      this.required =
          Set.copyOf(requireNonNull(operator.requiredFields(), "requiredFields() is null"));
      this.optional =
          Set.copyOf(requireNonNull(operator.optionalFields(), "optionalFields() is null"));
    }

    public Set<String> requiredFields() {
      return required;
    }

    public Set<String> optionalFields() {
      return optional;
    }

    <T> T answer(Document document, Function<Document, T> code, Function<T, String> shown) {
      T answer = ask(document, code);
      if (asked.get() < TWICE && asked.getAndIncrement() < TWICE) {
        requireSame(shown.apply(answer), again(document, code, shown), document);
      }
      return answer;
    }
  }

  /** A mapper or filter. */
  private final class GuardedOperator extends Guarded implements TextOperator {
    private final TextOperator judge;

    GuardedOperator(TextOperator judge) {
      super(judge);
      this.judge = judge;
    }

    @Override
    public Decision apply(Document document) {
      return answer(document, own -> decide(own, document), PluginGuard::shown);
    }

    private Decision decide(Document own, Document document) {
      Decision decision = judge.apply(own);
      if (decision == null) {
        throw broken("returned null", document);
      }
      if (decision instanceof Decision.Dropped dropped
          && !operator.reasons().contains(dropped.reason())) {
        throw broken(
            "dropped for \"%s\", which it does not declare".formatted(dropped.reason()), document);
      }
      if (decision instanceof Decision.Changed changed) {
        String text = changed.text().string();
        if (!UTF_8.newEncoder().canEncode(text)) {
          throw broken("returned half of a surrogate pair", document);
        }
        return Decision.changed(document, text);
      }
      return decision;
    }
  }

  /** A statistic. Its measurements are passed on when it has ended. */
  private final class GuardedStatistic extends Guarded implements Statistic {
    private final Statistic statistic;

    GuardedStatistic(Statistic statistic) {
      super(statistic);
      this.statistic = statistic;
    }

    @Override
    public void measure(Document document, MeasurementSink sink) {
      answer(document, own -> measured(own, document), RecordedMeasurements::toString).passOn(sink);
    }

    private RecordedMeasurements measured(Document own, Document document) {
      RecordedMeasurements measured = new RecordedMeasurements();
      statistic.measure(own, measured);
      if (measured.hasNaN()) {
        throw broken("measured NaN", document);
      }
      return measured;
    }
  }

  private <T> String again(
      Document document, Function<Document, T> code, Function<T, String> shown) {
    try {
      return shown.apply(ask(document, code));
    } catch (EndingFailure e) {
      throw e;
    } catch (RuntimeException e) {
      return "failed: " + PluginArchive.message(e);
    }
  }

  /** Asks about a copy of the text, whose analyses the operator could change for others. */
  private <T> T ask(Document document, Function<Document, T> code) {
    Document own = document.with(Text.of(document.text().string()));
    try {
      return watch.ask(loader, about(), () -> shown(document), () -> code.apply(own));
    } catch (EndingFailure e) {
      throw e;
    } catch (RuntimeException e) {
      requireUninterrupted(e, document);
      throw e;
    } catch (Error e) {
      throw new PluginFailure(
          "%s ended with %s for %s: fix it%s"
              .formatted(
                  about(),
                  PluginArchive.message(e),
                  shown(document),
                  e instanceof OutOfMemoryError ? ", or give the process more memory" : ""),
          e);
    }
  }

  /** What an interrupted operator throws says nothing about the document. */
  private void requireUninterrupted(Exception thrown, Document document) {
    boolean interrupted = Thread.currentThread().isInterrupted();
    for (Throwable cause = thrown; cause != null && !interrupted; cause = cause.getCause()) {
      interrupted = cause instanceof InterruptedException;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
      throw new PluginFailure("%s was interrupted at %s".formatted(about(), shown(document)));
    }
  }

  private PluginFailure broken(String what, Document document) {
    return new PluginFailure("%s %s for %s: fix it".formatted(about(), what, shown(document)));
  }

  private void requireSame(String first, String second, Document document) {
    if (!first.equals(second)) {
      int differ = 0;
      while (differ < Math.min(first.length(), second.length())
          && first.charAt(differ) == second.charAt(differ)) {
        differ++;
      }
      int from = Math.max(0, differ - SHOWN / 2);
      throw new PluginFailure(
          "%s answers differently when asked twice about %s (%s, then %s): it must depend on the document and its parameters alone, and be safe for several threads"
              .formatted(about(), shown(document), cut(first, from), cut(second, from)));
    }
  }

  private static String cut(String text, int from) {
    return "\"%s\"".formatted(text.substring(from, Math.min(text.length(), from + SHOWN)));
  }

  /** A decision, so that two can be compared. */
  static String shown(Decision decision) {
    if (decision instanceof Decision.Changed changed) {
      return "the text " + changed.text().string();
    }
    if (decision instanceof Decision.Dropped dropped) {
      return "dropped for %s, having measured %s".formatted(dropped.reason(), dropped.measured());
    }
    return decision instanceof Decision.Failed failed ? "failed: " + failed.message() : "kept";
  }

  /** A document in messages: its id, or how its text begins. */
  private static String shown(Document document) {
    if (!document.id().isEmpty()) {
      return "document \"%s\"".formatted(document.id());
    }
    String text = document.text().string();
    return "the document that begins \"%s\""
        .formatted(text.substring(0, Math.min(SHOWN, text.length())).replaceAll("\\s+", " "));
  }
}
