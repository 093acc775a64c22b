package dev.sluice.operators.neardup;

import java.util.Locale;

/** Which earlier documents a document is compared with. */
public enum NearDedupScope {
  /** Those of the same dump. */
  DUMP,
  /** All of the output. */
  OUTPUT;

  /** Its name in configurations. */
  public String title() {
    return name().toLowerCase(Locale.ROOT);
  }
}
