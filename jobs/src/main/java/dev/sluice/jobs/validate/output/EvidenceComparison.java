package dev.sluice.jobs.validate.output;

import dev.sluice.neardup.EvidenceFile;
import dev.sluice.neardup.Match;
import dev.sluice.neardup.SignatureDirectory;
import dev.sluice.neardup.SignatureFile.Records;
import dev.sluice.storage.IoMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Compares a file of evidence with the decisions of a matcher, of which evidence is a copy. Memory:
 * a page of each column, and a block of matches. Not thread-safe.
 */
public final class EvidenceComparison {
  private final EvidenceFile file;
  private final Records<Match> rows;
  private Optional<String> difference = Optional.empty();

  private EvidenceComparison(EvidenceFile file, Records<Match> rows) {
    this.file = file;
    this.rows = rows;
  }

  /**
   * Reads a file of evidence to its end, beside the decisions about its unit if there are any.
   *
   * @param decisions files of signatures, with those of the unit
   * @param rows receives each row of the file of evidence, in order
   * @return the first difference, to end a sentence about the file; empty if there is none
   * @throws DecisionsException if the decisions cannot be read
   * @throws IOException if the evidence cannot be read, is damaged or missing; names it
   */
  public static Optional<String> difference(
      Path evidence, String unit, Optional<SignatureDirectory> decisions, Records<Match> rows)
      throws IOException {
    List<String> groups = EvidenceFile.keptGroups(evidence);
    if (decisions.isEmpty()) {
      EvidenceFile.read(evidence, rows);
      return Optional.empty();
    }
    try (EvidenceFile file = new EvidenceFile(evidence)) {
      EvidenceComparison comparison = new EvidenceComparison(file, rows);
      comparison.compare(groups, unit, decisions.get());
      boolean more;
      do {
        more = comparison.next(Optional.empty());
      } while (more);
      return comparison.difference;
    }
  }

  /** Files of signatures cannot be read, are damaged or missing. The message names them. */
  static final class DecisionsException extends IOException {
    private static final long serialVersionUID = 1;

    DecisionsException(IOException cause) {
      super(IoMessage.of(cause), cause);
    }
  }

  private void compare(List<String> groups, String unit, SignatureDirectory decisions)
      throws IOException {
    try {
      decisions.keptGroups(unit).ifPresent(expected -> compare(groups, expected));
      decisions.matches(unit, this::nextDecided);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (IOException e) {
      throw new DecisionsException(e);
    }
  }

  private void nextDecided(Match decided) {
    try {
      next(Optional.of(decided));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // not of the decisions
    }
  }

  private void compare(List<String> groups, List<String> expected) {
    if (!groups.equals(expected)) {
      note("the kept groups " + groups, expected.toString());
    }
  }

  /** Takes the next row, which should be this one; returns whether there is one. */
  private boolean next(Optional<Match> expected) throws IOException {
    Optional<Match> row = file.next();
    if (row.isPresent()) {
      rows.accept(row.get());
    }
    if (!row.equals(expected)) {
      note(shown(row), shown(expected));
    }
    return row.isPresent();
  }

  private void note(String found, String expected) {
    if (difference.isEmpty()) {
      difference = Optional.of("it has %s, but should have %s".formatted(found, expected));
    }
  }

  private static String shown(Optional<Match> match) {
    return match
        .map(
            each ->
                "%s %s in %s, %.4f"
                    .formatted(
                        each.document(),
                        each.containment().rule().name().toLowerCase(Locale.ROOT),
                        each.kept(),
                        each.containment().share()))
        .orElse("no further row");
  }
}
