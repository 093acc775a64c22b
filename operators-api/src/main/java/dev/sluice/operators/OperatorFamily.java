package dev.sluice.operators;

import java.util.List;

/**
 * A group of operators. Sluice's own groups are families; a plug-in has one, which {@link
 * java.util.ServiceLoader} finds. Needs a public constructor without parameters.
 */
public interface OperatorFamily {
  /**
   * The version of the API of operators, which is this package. The manifest of a plug-in names the
   * version that it was written for.
   */
  int API_VERSION = 1;

  /** Lists every operator, in the order of listings. */
  List<OperatorDescription> all();
}
