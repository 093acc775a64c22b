package dev.sluice.operators.plugin;

import dev.sluice.operators.Arguments;
import dev.sluice.operators.Operator;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorFactory;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.PluginJar;
import dev.sluice.operators.Statistic;
import dev.sluice.operators.TextOperator;
import java.util.function.Supplier;

/** Creates an operator of a plug-in, and has it guarded. */
final class GuardedFactory implements OperatorFactory {
  private final OperatorDescription operator;
  private final PluginThread thread;
  private final PluginGuard guard;

  GuardedFactory(OperatorDescription operator, PluginJar jar, PluginThread thread) {
    this.operator = operator;
    this.thread = thread;
    this.guard = new PluginGuard(operator, jar, thread);
  }

  /**
   * An operator, and what it says once.
   *
   * @param columns null where there is no operator
   */
  private record Created(Operator operator, UsedColumns columns) {
    static Created of(Operator operator) {
      return new Created(operator, operator == null ? null : UsedColumns.of(operator));
    }
  }

  @Override
  public Operator create(Arguments arguments) {
    Created created = created(arguments);
    boolean measures = operator.group() == OperatorGroup.STATISTIC;
    if (created.operator() instanceof Statistic statistic && measures) {
      return new GuardedStatistic(statistic, created.columns(), guard);
    }
    if (created.operator() instanceof TextOperator judge && !measures) {
      return new GuardedOperator(judge, created.columns(), guard);
    }
    throw new IllegalArgumentException(
        guard.about()
            + " is in group %s and is %s: mend it"
                .formatted(
                    operator.group().title(),
                    created.operator() == null
                        ? "null"
                        : measures ? "no Statistic" : "no TextOperator"));
  }

  private Created created(Arguments arguments) {
    return answer(
        guard.about(),
        thread.load(
            guard.about(), "its creation", () -> Created.of(operator.factory().create(arguments))));
  }

  @Override
  public <T> T reading(Parameter<?> parameter, Supplier<T> code) {
    String about = "parameter %s of %s".formatted(parameter.name(), guard.about());
    return answer(about, thread.load(about, "a value", code));
  }

  private static <T> T answer(String about, PluginThread.Ended<T> ended) {
    if (ended.exceeded().isPresent()) {
      throw new IllegalArgumentException(ended.exceeded().get());
    }
    if (ended.thrown() instanceof IllegalArgumentException wrong) {
      throw wrong; // contradicting values, in its own words
    }
    if (ended.thrown() != null) {
      throw new IllegalArgumentException(
          about + " " + PluginArchive.reason(ended.thrown()), ended.thrown());
    }
    return ended.answer();
  }
}
