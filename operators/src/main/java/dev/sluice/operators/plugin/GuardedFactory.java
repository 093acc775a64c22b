package dev.sluice.operators.plugin;

import dev.sluice.operators.Arguments;
import dev.sluice.operators.Operator;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorFactory;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.PluginJar;
import dev.sluice.operators.Statistic;
import dev.sluice.operators.TextOperator;

/** Creates an operator of a plug-in, and has it guarded. */
final class GuardedFactory implements OperatorFactory {
  private final OperatorDescription operator;
  private final PluginGuard guard;

  GuardedFactory(OperatorDescription operator, PluginJar jar, PluginWatch watch) {
    this.operator = operator;
    this.guard = new PluginGuard(operator, jar, watch);
  }

  @Override
  public Operator create(Arguments arguments) {
    Operator created = created(arguments);
    boolean measures = operator.group() == OperatorGroup.STATISTIC;
    if (created instanceof Statistic statistic && measures) {
      return new GuardedStatistic(statistic, guard);
    }
    if (created instanceof TextOperator judge && !measures) {
      return new GuardedOperator(judge, guard);
    }
    throw new IllegalArgumentException(
        guard.about()
            + " is in group %s and is %s: mend it"
                .formatted(
                    operator.group().title(),
                    created == null ? "null" : measures ? "no Statistic" : "no TextOperator"));
  }

  private Operator created(Arguments arguments) {
    try {
      return operator.factory().create(arguments);
    } catch (IllegalArgumentException e) {
      throw e; // contradicting values, in its own words
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      throw new IllegalArgumentException(guard.about() + " " + PluginArchive.reason(e), e);
    }
  }
}
