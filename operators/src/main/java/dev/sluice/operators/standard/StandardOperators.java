package dev.sluice.operators.standard;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.clean.Cleaners;
import dev.sluice.operators.filter.Filters;
import dev.sluice.operators.normalise.Normalisers;
import java.util.ArrayList;
import java.util.List;

/** The operators that Sluice has. */
public final class StandardOperators {
  private static final OperatorRegistry REGISTRY = new OperatorRegistry(all());

  private StandardOperators() {}

  /** All of them by name. */
  public static OperatorRegistry registry() {
    return REGISTRY;
  }

  private static List<OperatorDescription> all() {
    List<OperatorDescription> all = new ArrayList<>();
    all.addAll(Normalisers.all());
    all.addAll(Cleaners.all());
    all.addAll(Filters.all());
    all.addAll(Statistics.all());
    return all;
  }
}
