package dev.sluice.operators;

import java.util.List;

/**
 * Operators that come together. Sluice's own groups are families; a plug-in has one, which {@link
 * java.util.ServiceLoader} finds. Needs a public constructor without parameters.
 */
public interface OperatorFamily {
  /**
   * The version of what operators see of Sluice: of this package and {@code
   * dev.sluice.core.values}. The manifest of a plug-in names the version that it was written for.
   */
  int API_VERSION = 1;

  /** Every operator, in the order in which they are listed. */
  List<OperatorDescription> all();
}
