package dev.sluice.operators;

import java.util.List;

/**
 * Lists a group of operators. Each of Sluice's own groups is a family; a plug-in has one family,
 * which {@link java.util.ServiceLoader} finds. An implementation needs a public constructor without
 * parameters.
 */
public interface OperatorFamily {
  /**
   * The version of the operator API, which is this package. The manifest of a plug-in names the
   * version that it was written for.
   */
  int API_VERSION = 1;

  /** Lists every operator, in the order of listings. */
  List<OperatorDescription> all();
}
