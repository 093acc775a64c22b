package dev.sluice.operators;

import java.util.Locale;

/** The groups of operators, as they are listed. */
public enum OperatorGroup {
  /** Converts different forms of a text to one. */
  NORMALISE("mapper", "Convert different forms of the same text to one."),
  /** Deletes markup and other noise from a text. */
  CLEAN("mapper", "Delete markup, addresses and other noise from a text."),
  /** Keeps a document, or drops it for a named reason. */
  FILTER("filter", "Keep a document, or drop it for a named reason with the measured value."),
  /** Measures documents. */
  STATISTIC("statistic", "Measure documents without changing or dropping them."),
  /** Gives a document a score by a model. */
  SCORER("scorer", "Give a document a score by a model, below `scorers`.");

  private final String kind;
  private final String summary;

  OperatorGroup(String kind, String summary) {
    this.kind = kind;
    this.summary = summary;
  }

  /**
   * What its operators do with a document: {@code mapper}, {@code filter}, {@code statistic},
   * {@code scorer}.
   */
  public String kind() {
    return kind;
  }

  /** What its operators are for, in a sentence. */
  public String summary() {
    return summary;
  }

  /** Its name in lower case. */
  public String title() {
    return name().toLowerCase(Locale.ROOT);
  }
}
