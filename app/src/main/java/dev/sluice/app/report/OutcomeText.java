package dev.sluice.app.report;

import dev.sluice.core.Outcome;

/** What outcomes are called in reports. */
final class OutcomeText {
  private OutcomeText() {}

  /** A short name. */
  static String name(Outcome outcome) {
    return switch (outcome) {
      case KEPT -> "Kept";
      case DUPLICATES_REMOVED -> "Duplicates removed";
      case NEAR_DUPLICATES_REMOVED -> "Near-duplicates removed";
      case SAMPLED_OUT -> "Sampled out";
      case FILTERED_OUT -> "Outside all buckets";
      case INVALID_ROW -> "Invalid rows";
      case MISSING_SCORE -> "No score";
      case INVALID_SCORE -> "Invalid score";
      case EMPTY_TEXT -> "Empty text";
      case INVALID_TEXT -> "Invalid text";
      case OPERATOR_DROPPED -> "Dropped by operators";
      case REJECTED -> "Rejected";
    };
  }

  /** Why rows have it. */
  static String reason(Outcome outcome) {
    return switch (outcome) {
      case KEPT -> "in the output";
      case DUPLICATES_REMOVED -> "a document with the same id was kept before";
      case NEAR_DUPLICATES_REMOVED -> "an earlier document is a near-duplicate";
      case SAMPLED_OUT -> "the hash of the id is not below the bucket's rate";
      case FILTERED_OUT -> "no bucket contains the score, or the filter does not pass";
      case INVALID_ROW -> "there is no valid JSON object";
      case MISSING_SCORE -> "the row has no score";
      case INVALID_SCORE -> "the score is not a number, or outside the allowed range";
      case EMPTY_TEXT -> "the text is absent or only white space";
      case INVALID_TEXT -> "id or text is no text in UTF-8, or the id is too long";
      case OPERATOR_DROPPED -> "an operator dropped the document";
      case REJECTED ->
          "an operator could not judge the document, or its other columns cannot be used";
    };
  }
}
