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

  GuardedStatistic(Statistic statistic, UsedColumns columns, PluginGuard guard) {
    this.statistic = statistic;
    this.columns = columns;
    this.guard = guard;
  }

  @Override
  public void measure(Document document, MeasurementSink sink) {
    Measured measured = new Measured();
    try {
      guard.watched(
          document,
          own -> {
            statistic.measure(own, measured);
            return measured;
          });
    } catch (PluginGuard.Thrown e) {
      throw new IllegalStateException(PluginArchive.message(e.getCause()), e.getCause());
    }
    if (measured.notANumber) {
      throw guard.broken("measured NaN", document);
    }
    measured.calls.forEach(call -> call.accept(sink));
  }

  @Override
  public Set<String> requiredFields() {
    return columns.required();
  }

  @Override
  public Set<String> optionalFields() {
    return columns.optional();
  }

  /** Keeps what is measured. */
  private static final class Measured implements MeasurementSink {
    private final List<Consumer<MeasurementSink>> calls = new ArrayList<>();
    private boolean notANumber;

    @Override
    public void number(String name, double value) {
      notANumber |= Double.isNaN(value);
      calls.add(sink -> sink.number(name, value));
    }

    @Override
    public void text(String name, String value) {
      calls.add(sink -> sink.text(name, value));
    }
  }
}
