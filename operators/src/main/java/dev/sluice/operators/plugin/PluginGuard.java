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
import dev.sluice.operators.PluginJar;
import dev.sluice.operators.Statistic;
import dev.sluice.operators.Text;
import dev.sluice.operators.TextOperator;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Creates an operator of a plug-in, and checks its results. If the operator throws an exception,
 * the document is rejected, as with any operator. Anything that a second run would not repeat is a
 * {@link PluginWatch.Failure}.
 */
record PluginGuard(
    OperatorDescription operator, PluginJar jar, ClassLoader loader, PluginWatch watch)
    implements OperatorFactory {
  /** The number of documents for which an operator is called twice. */
  private static final int TWICE = 16;

  private static final int SHOWN = 60;

  @Override
  public Operator create(Arguments arguments) {
    try {
      return watch.load(
          loader, about(), "its creation", () -> guarded(operator.factory().create(arguments)));
    } catch (IllegalArgumentException e) {
      throw e; // contradicting values, in its own words
    } catch (PluginWatch.Failure e) {
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
        "%s is in group %s, but is %s. Fix the operator"
            .formatted(
                about(),
                operator.group().title(),
                created == null ? "null" : measures ? "not a Statistic" : "not a TextOperator"));
  }

  private String about() {
    return "operator %s of plug-in %s %s".formatted(operator.name(), jar.name(), jar.version());
  }

  /** An operator of the plug-in, which is asked for its columns only once. */
  private abstract static class Guarded {
    private final Set<String> required;
    private final Set<String> optional;

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
  }

  /** A mapper or filter. */
  private final class GuardedOperator extends Guarded implements TextOperator {
    private final TextOperator judge;
    private final AtomicInteger asked = new AtomicInteger();

    GuardedOperator(TextOperator judge) {
      super(judge);
      this.judge = judge;
    }

    @Override
    public Decision apply(Document document) {
      Decision decision = decide(document);
      if (asked.get() < TWICE && asked.getAndIncrement() < TWICE) {
        requireSame(shown(decision), again(document), document);
      }
      return decision;
    }

    private String again(Document document) {
      try {
        return shown(decide(document));
      } catch (EndingFailure e) {
        throw e;
      } catch (RuntimeException e) {
        return "failed: " + PluginArchive.message(e);
      }
    }

    private Decision decide(Document document) {
      Decision decision = ask(document, judge::apply);
      if (decision == null) {
        throw broken("returned null", document);
      }
      if (decision instanceof Decision.Dropped dropped
          && !operator.reasons().contains(dropped.reason())) {
        throw broken("returned the undeclared reason \"%s\"".formatted(dropped.reason()), document);
      }
      if (decision instanceof Decision.Changed changed) {
        String text = changed.text().string();
        if (!UTF_8.newEncoder().canEncode(text)) {
          throw broken("returned a text with an unpaired surrogate", document);
        }
        return Decision.changed(document, text);
      }
      return decision;
    }
  }

  /** A statistic. */
  private final class GuardedStatistic extends Guarded implements Statistic {
    private final Statistic statistic;

    GuardedStatistic(Statistic statistic) {
      super(statistic);
      this.statistic = statistic;
    }

    @Override
    public void measure(Document document, MeasurementSink sink) {
      ask(
          document,
          own -> {
            statistic.measure(own, new NumberSink(document, sink));
            return null;
          });
    }
  }

  /** Passes on measurements, and requires that none is NaN. */
  private final class NumberSink implements MeasurementSink {
    private final Document document;
    private final MeasurementSink sink;

    NumberSink(Document document, MeasurementSink sink) {
      this.document = document;
      this.sink = sink;
    }

    @Override
    public void number(String name, double value) {
      if (Double.isNaN(value)) {
        throw broken("measured NaN", document);
      }
      sink.number(name, value);
    }

    @Override
    public void text(String name, String value) {
      sink.text(name, value);
    }
  }

  /**
   * Calls the operator with a copy of the text, because it could change the analyses that others
   * share.
   */
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
      throw new PluginWatch.Failure(
          "%s threw %s for %s. Fix the operator%s"
              .formatted(
                  about(),
                  PluginArchive.message(e),
                  shown(document),
                  e instanceof OutOfMemoryError ? ", or increase the memory of the process" : ""),
          e);
    }
  }

  /**
   * Checks that the thread was not interrupted: after an interrupt, an exception is not due to the
   * document.
   */
  private void requireUninterrupted(Exception thrown, Document document) {
    boolean interrupted = Thread.currentThread().isInterrupted();
    for (Throwable cause = thrown; cause != null && !interrupted; cause = cause.getCause()) {
      interrupted = cause instanceof InterruptedException;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
      throw new PluginWatch.Failure(
          "%s was interrupted while it processed %s".formatted(about(), shown(document)));
    }
  }

  private PluginWatch.Failure broken(String what, Document document) {
    return new PluginWatch.Failure(
        "%s %s for %s. Fix the operator".formatted(about(), what, shown(document)));
  }

  private void requireSame(String first, String second, Document document) {
    if (!first.equals(second)) {
      throw new PluginWatch.Failure(
          "%s returns different results when called twice for %s (\"%s\", then \"%s\"): the result must depend only on the document and the parameters, and the operator must be thread-safe"
              .formatted(about(), shown(document), beginning(first), beginning(second)));
    }
  }

  /** Describes a decision, so that two decisions can be compared. */
  private static String shown(Decision decision) {
    return decision instanceof Decision.Changed changed
        ? "the text " + changed.text().string()
        : decision.toString();
  }

  /** Shows a document in messages: by its id, or by the start of its text. */
  private static String shown(Document document) {
    if (!document.id().isEmpty()) {
      return "document \"%s\"".formatted(document.id());
    }
    String text = document.text().string();
    return "the document that begins \"%s\"".formatted(beginning(text).replaceAll("\\s+", " "));
  }

  private static String beginning(String text) {
    return text.substring(0, Math.min(SHOWN, text.length()));
  }
}
