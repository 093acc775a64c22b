package dev.sluice.app.report;

import dev.sluice.app.html.HtmlWriter;
import dev.sluice.jobs.validate.output.PairTexts;
import dev.sluice.jobs.validate.output.SealedOutput;
import dev.sluice.jobs.validate.report.Excerpts;
import dev.sluice.jobs.validate.report.ReportNumbers;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.Match;
import dev.sluice.storage.takedown.NamedRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Shows two lists: the removed documents whose containment in a kept document is lowest, and the
 * documents that stayed and whose containment is highest. The kept document is shown beside each of
 * them.
 */
final class NearDuplicateSection {
  private static final int SHOWN_CHARACTERS = 500;

  private final EvidenceSummary summary;
  private final Optional<PairTexts> texts;
  private final NamedRows named;

  private NearDuplicateSection(
      EvidenceSummary summary, Optional<PairTexts> texts, NamedRows named) {
    this.summary = summary;
    this.texts = texts;
    this.named = named;
  }

  /** Reads the evidence of an output. The result is empty if there is none. */
  static Optional<NearDuplicateSection> of(SealedOutput output, Optional<Path> source)
      throws IOException, InterruptedException {
    EvidenceFiles evidence = EvidenceFiles.of(output.root());
    if (evidence.paths().isEmpty()) {
      return Optional.empty();
    }
    EvidenceSummary summary = EvidenceSummary.of(evidence);
    NamedRows named = output.named();
    Optional<PairTexts> texts =
        source.isEmpty()
            ? Optional.empty()
            : Optional.of(PairTexts.read(source.get(), output, named, summary.examples()));
    return Optional.of(new NearDuplicateSection(summary, texts, named));
  }

  EvidenceSummary summary() {
    return summary;
  }

  void write(HtmlWriter html) {
    html.note(
        texts.isPresent()
            ? "The document is on the left, and the kept document on the right, each from shortly"
                + " before their first difference, as in the input."
            : "To show texts, pass --source with the input of this output.");
    for (Match match : summary.examples()) {
      html.element("h3", shown(match.document()));
      html.note(
          "%s: %s of it is in %s, with a standard error of %s."
              .formatted(
                  match.isRemoval() ? "Removed" : "Kept",
                  ReportNumbers.percent(match.containment().share(), 2),
                  shown(match.kept()),
                  ReportNumbers.percent(match.containment().error(), 2)));
      if (texts.isPresent()) {
        Excerpts excerpts = texts.get().of(match, SHOWN_CHARACTERS);
        html.open("div", "class", "charts");
        html.element("pre", excerpts.text(), "class", "pair");
        html.element("pre", excerpts.kept(), "class", "pair");
        html.closeLine();
      }
    }
  }

  /** Returns a document without its id if it is known that the document was taken down. */
  private String shown(DocumentOrigin document) {
    boolean isTakenDown = texts.isPresent() && texts.get().isTakenDown(document);
    return isTakenDown || named.namesId(document.id())
        ? "(taken down) (%s row %d)".formatted(document.file(), document.row())
        : document.toString();
  }
}
