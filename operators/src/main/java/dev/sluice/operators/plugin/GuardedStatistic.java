package dev.sluice.operators.plugin;

import dev.sluice.operators.Document;
import dev.sluice.operators.MeasurementSink;
import dev.sluice.operators.Statistic;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** A statistic of a plug-in. Its measurements are passed on when it has ended. */
final class GuardedStatistic implements Statistic {
  private final Statistic statistic;
  private final UsedColumns columns;
  private final PluginGuard guard;
  private final SecondAsking second = new SecondAsking();

  GuardedStatistic(Statistic statistic, UsedColumns columns, PluginGuard guard) {
    this.statistic = statistic;
    this.columns = columns;
    this.guard = guard;
  }

  @Override
  public void measure(Document document, MeasurementSink sink) {
    Measured measured = measured(document);
    if (second.isNext()) {
      guard.requireSame(measured.shown(), measured(document).shown(), document);
    }
    if (measured.thrown != null) {
      throw new IllegalStateException(PluginArchive.message(measured.thrown), measured.thrown);
    }
    measured.passOn(sink);
  }

  private Measured measured(Document document) {
    Measured measured = new Measured();
    try {
      guard.watched(
          document,
          own -> {
            statistic.measure(own, measured);
            return measured;
          });
    } catch (PluginGuard.Thrown e) {
      measured.thrown = e.getCause();
      return measured;
    }
    if (measured.notANumber) {
      throw guard.broken("measured NaN", document);
    }
    return measured;
  }

  @Override
  public Set<String> requiredFields() {
    return columns.required();
  }

  @Override
  public Set<String> optionalFields() {
    return columns.optional();
  }

  /** Keeps what is measured, or what was thrown. */
  private static final class Measured implements MeasurementSink {
    private final List<Consumer<MeasurementSink>> calls = new ArrayList<>();
    private boolean notANumber;
    private Throwable thrown;

    @Override
    public void number(String name, double value) {
      notANumber |= Double.isNaN(value);
      calls.add(sink -> sink.number(name, value));
    }

    @Override
    public void text(String name, String value) {
      calls.add(sink -> sink.text(name, value));
    }

    private void passOn(MeasurementSink sink) {
      calls.forEach(call -> call.accept(sink));
    }

    private String shown() {
      if (thrown != null) {
        return "failed: " + PluginArchive.message(thrown);
      }
      ShownMeasurements shown = new ShownMeasurements();
      passOn(shown);
      return shown.toString();
    }
  }
}
