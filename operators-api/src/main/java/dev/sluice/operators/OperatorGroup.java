package dev.sluice.operators;

import java.util.Locale;

/** The groups in which operators are listed. */
public enum OperatorGroup {
  /** Converts different forms of a text to one form. */
  NORMALISE("mapper", "Convert different forms of the same text to one form."),
  /** Deletes markup and other noise from a text. */
  CLEAN("mapper", "Delete markup, addresses and other noise from a text."),
  /** Keeps a document, or drops it for a named reason. */
  FILTER("filter", "Keep a document, or drop it with a named reason and the measured value."),
  /** Measures documents. */
  STATISTIC("statistic", "Measure documents without changing or dropping them."),
  /** Computes a score for a document with a model. */
  SCORER(
      "scorer", "Compute a score for a document with a model. Scorers are listed under `scorers`.");

  private final String kind;
  private final String summary;

  OperatorGroup(String kind, String summary) {
    this.kind = kind;
    this.summary = summary;
  }

  /**
   * Returns the kind of the operators: {@code mapper}, {@code filter}, {@code statistic}, {@code
   * scorer}.
   */
  public String kind() {
    return kind;
  }

  /** Returns the purpose of the group, in a sentence. */
  public String summary() {
    return summary;
  }

  /** Returns the name of the group in lower case. */
  public String title() {
    return name().toLowerCase(Locale.ROOT);
  }
}
