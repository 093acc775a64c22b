package dev.sluice.jobs.generate;

/** Defects of rows. A fraction of the rows has exactly one of them, all kinds in turn. */
enum Defect {
  /** No score. */
  MISSING_SCORE,
  /** A score that is not a number. */
  NAN_SCORE,
  /** A score below 0. */
  NEGATIVE_SCORE,
  /** A score above 5. */
  HIGH_SCORE,
  /** No text. */
  MISSING_TEXT,
  /** A text of no characters. */
  EMPTY_TEXT,
  /** A text of white space. */
  BLANK_TEXT,
  /** A text of one to nine characters. */
  SHORT_TEXT,
  /** No id. */
  MISSING_ID,
  /** An id of no characters. */
  EMPTY_ID,
  /** A dump that is not named like one. */
  FOREIGN_DUMP,
  /** No dump. */
  MISSING_DUMP
}
