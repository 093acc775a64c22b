package dev.sluice.jobs.validate.report;

import dev.sluice.algorithms.neardup.Fingerprint.Containment;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.Match;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Explains by the evidence of near-deduplication what became of the documents with an id.
 *
 * @param id the requested id
 * @param decided the first {@link #MOST_ROWS} documents with the id that were removed, or stayed
 *     although a kept document contains nearly enough of them
 * @param because the first {@link #MOST_ROWS} documents that were removed because of one with the
 *     id
 * @param becauseCount number of all of them
 * @param shard a shard that has a document with the id, and its row; empty if none has
 * @param texts texts of the documents, if the source is available
 */
public record Explanation(
    String id,
    List<Match> decided,
    List<Match> because,
    long becauseCount,
    String shard,
    Map<DocumentOrigin, String> texts) {
  /** The maximum number of rows of each kind. */
  public static final int MOST_ROWS = 20;

  private static final int SHOWN_CHARACTERS = 1_000;

  /** Copies the collections. */
  public Explanation {
    decided = List.copyOf(decided);
    because = List.copyOf(because);
    texts = Map.copyOf(texts);
  }

  /** Returns whether nothing is known of the id. */
  public boolean isEmpty() {
    return decided.isEmpty() && because.isEmpty() && shard.isEmpty();
  }

  /** Formats the explanation as text. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Match match : decided) {
      text.append(place(match.document())).append('\n');
      text.append(match.isRemoval() ? "  near_duplicates_removed: " : "  kept: only ");
      text.append(contained(match)).append('\n');
      append(text, match.document());
      text.append("  kept document: ").append(place(match.kept())).append('\n');
      append(text, match.kept());
    }
    if (!shard.isEmpty()) {
      text.append("%s: kept in %s%n".formatted(id, shard));
    }
    if (becauseCount > 0) {
      text.append("%,d documents were removed because of it:%n".formatted(becauseCount));
      for (Match match : because) {
        text.append("  - ").append(place(match.document())).append("; ");
        text.append(contained(match)).append('\n');
      }
      if (becauseCount > because.size()) {
        text.append("  and %,d more%n".formatted(becauseCount - because.size()));
      }
    }
    return text.toString();
  }

  private static String contained(Match match) {
    Containment found = match.containment();
    return switch (found.rule()) {
      case COPY -> "the same units in the same order as a kept document";
      case CONTAINED, NONE ->
          String.format(
              Locale.ROOT,
              "%.4f of it, with a standard error of %.4f, is in a kept document; Jaccard similarity"
                  + " %.4f",
              found.share(),
              found.error(),
              found.similarity());
    };
  }

  private void append(StringBuilder text, DocumentOrigin document) {
    String shown = texts.getOrDefault(document, "");
    if (!shown.isEmpty()) {
      String cut =
          shown.length() <= SHOWN_CHARACTERS
              ? shown
              : shown.substring(0, shown.offsetByCodePoints(0, SHOWN_CHARACTERS / 2)) + " ...";
      cut.lines().forEach(line -> text.append("    | ").append(line).append('\n'));
    }
  }

  private static String place(DocumentOrigin document) {
    return "%s: %s row %d, dump %s, bucket %s"
        .formatted(
            document.id(), document.file(), document.row(), document.dump(), document.bucket());
  }
}
