package dev.sluice.jobs.validate.report;

import java.util.List;

/**
 * A document because of which a later one was removed.
 *
 * @param place where it is in the source
 * @param outcome what became of it
 * @param bands in which it is the earliest with the later one's key, from 0, ascending
 * @param estimated Jaccard similarity of both texts by their signatures
 * @param jaccard true Jaccard similarity of their shingles
 */
public record EarlierDocument(
    SourcePlace place, String outcome, List<Integer> bands, double estimated, double jaccard) {
  /** Copies the list. */
  public EarlierDocument {
    bands = List.copyOf(bands);
  }
}
