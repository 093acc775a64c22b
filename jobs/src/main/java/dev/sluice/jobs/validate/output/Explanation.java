package dev.sluice.jobs.validate.output;

import dev.sluice.algorithms.neardup.Fingerprint.Containment;
import dev.sluice.jobs.validate.report.Excerpts;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.Match;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Explains what became of the documents with an id, by the evidence of near-deduplication. It has
 * the first documents that were removed or that stayed although a kept document contains nearly
 * enough of them, and the first that were removed as near-duplicates of a document with the id.
 */
public final class Explanation {
  private static final int MOST_ROWS = 20; // of each kind
  private static final int SHOWN_CHARACTERS = 500;
  private static final Excerpts NO_TEXTS = new Excerpts("", "");

  private final String id;
  private final List<Match> decided = new ArrayList<>();
  private final List<Match> because = new ArrayList<>();
  private long becauseCount;
  private Optional<PairTexts> texts = Optional.empty();

  private Explanation(String id) {
    this.id = id;
  }

  /**
   * Looks up an id in the evidence of an output.
   *
   * @param source root of the input, for the texts
   * @throws IOException if a file cannot be read
   */
  public static Explanation of(SealedOutput output, String id, Optional<Path> source)
      throws IOException, InterruptedException {
    Explanation explanation = new Explanation(id);
    EvidenceFiles.of(output.root()).read(explanation::add);
    if (source.isPresent()) {
      explanation.texts =
          Optional.of(PairTexts.read(source.get(), output, output.named(), explanation.decided));
    }
    return explanation;
  }

  private void add(Match match) {
    if (match.document().id().equals(id) && decided.size() < MOST_ROWS) {
      decided.add(match);
    }
    if (match.isRemoval() && match.kept().id().equals(id)) {
      becauseCount++;
      if (because.size() < MOST_ROWS) {
        because.add(match);
      }
    }
  }

  /** Returns whether the evidence has no entry with the id. */
  public boolean isEmpty() {
    return decided.isEmpty() && because.isEmpty();
  }

  /** Formats the explanation as text. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Match match : decided) {
      text.append(place(match.document())).append('\n');
      text.append(match.isRemoval() ? "  near_duplicates_removed: " : "  kept: only ");
      text.append(contained(match)).append('\n');
      Excerpts excerpts = texts.map(all -> all.of(match, SHOWN_CHARACTERS)).orElse(NO_TEXTS);
      append(text, excerpts.text());
      text.append("  kept document: ").append(place(match.kept())).append('\n');
      append(text, excerpts.kept());
    }
    if (becauseCount > 0) {
      text.append(
          "removed as near-duplicates of a kept document with the id %s: %,d\n"
              .formatted(id, becauseCount));
      for (Match match : because) {
        text.append("  - ").append(place(match.document())).append("; ");
        text.append(contained(match)).append('\n');
      }
      if (becauseCount > because.size()) {
        text.append("  and %,d more\n".formatted(becauseCount - because.size()));
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

  private static void append(StringBuilder text, String excerpt) {
    excerpt.lines().forEach(line -> text.append("    | ").append(line).append('\n'));
  }

  private static String place(DocumentOrigin document) {
    return "%s, dump %s, bucket %s".formatted(document, document.dump(), document.bucket());
  }
}
