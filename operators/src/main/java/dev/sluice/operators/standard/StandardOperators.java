package dev.sluice.operators.standard;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorFamily;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.clean.Cleaners;
import dev.sluice.operators.filter.Filters;
import dev.sluice.operators.normalise.Normalisers;
import java.util.List;

/** The operators that are part of Sluice. */
public final class StandardOperators {
  private static final OperatorRegistry REGISTRY = new OperatorRegistry(all());

  private StandardOperators() {}

  /** Returns all operators by name. */
  public static OperatorRegistry registry() {
    return REGISTRY;
  }

  private static List<OperatorDescription> all() {
    List<OperatorFamily> families =
        List.of(new Normalisers(), new Cleaners(), new Filters(), new Statistics());
    return families.stream().flatMap(family -> family.all().stream()).toList();
  }
}
