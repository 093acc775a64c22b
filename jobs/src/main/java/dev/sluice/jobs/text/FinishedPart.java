package dev.sluice.jobs.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * The report of a part, written when everything else of it is there.
 *
 * @param part its number
 * @param terms that it was made on
 * @param files its share of the input
 * @param result what the job found
 */
public record FinishedPart(int part, PartTerms terms, List<MarkedFile> files, JsonNode result) {
  /** Requires everything; copies the list. */
  public FinishedPart {
    Objects.requireNonNull(terms, "terms");
    Objects.requireNonNull(result, "result");
    files = List.copyOf(files);
  }

  /** The failure of a join that cannot read a file that this part has left. */
  public JobFailedException unreadable(Path left, IOException problem) {
    return new JobFailedException(
        "%s cannot be read (%s): delete its directory and run %s"
            .formatted(
                left,
                Objects.requireNonNullElse(problem.getMessage(), "it ends too soon"),
                terms.typed(new JobPart(part, terms.parts()))));
  }
}
