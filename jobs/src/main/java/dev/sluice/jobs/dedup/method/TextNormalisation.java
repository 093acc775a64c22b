package dev.sluice.jobs.dedup.method;

import java.util.Locale;

/** In what texts may differ and be equal. */
public enum TextNormalisation {
  /** In nothing: the bytes are equal. */
  NONE,
  /** In blanks, tabs and line ends: a run of them is as good as one, none at the ends. */
  WHITESPACE,
  /** In case, punctuation, numbers, accents and blanks: the words of MinHash's shingles. */
  WORDS;

  /** What the command calls it. */
  public String title() {
    return name().toLowerCase(Locale.ROOT);
  }
}
