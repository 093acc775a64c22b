package dev.sluice.operators.neardup;

import java.util.Locale;

/** Decides with which earlier documents a document is compared. */
public enum NearDedupScope {
  /** Compares with documents of the same dump. */
  DUMP,
  /** Compares with all documents of the output. */
  OUTPUT;

  /** Returns the name of the scope in configurations. */
  public String title() {
    return name().toLowerCase(Locale.ROOT);
  }
}
