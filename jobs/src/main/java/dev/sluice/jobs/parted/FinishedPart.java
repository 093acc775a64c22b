package dev.sluice.jobs.parted;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * The report of a part, written when everything else of it is there.
 *
 * @param part its number
 * @param terms that it was made on
 * @param files its share of the input
 * @param result what the job found
 */
public record FinishedPart(int part, PartTerms terms, List<File> files, JsonNode result) {
  /**
   * A file of the input.
   *
   * @param name below the input
   * @param bytes its size
   */
  public record File(String name, long bytes) {}

  /** Copies the list. */
  public FinishedPart {
    files = List.copyOf(files);
  }
}
