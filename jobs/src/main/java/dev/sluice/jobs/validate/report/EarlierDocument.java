package dev.sluice.jobs.validate.report;

import java.util.List;

/**
 * The first document with some keys of a later one. The later one was removed because of it, unless
 * there is a check that it does not pass.
 *
 * @param place where it is in the source
 * @param outcome what became of it
 * @param bands in which it is the first with the later one's key, from 0, ascending
 * @param similar whether it passes the check; true without one
 * @param estimated Jaccard similarity of both texts by their signatures; with a check, what that
 *     goes by
 * @param jaccard true Jaccard similarity of their shingles
 */
public record EarlierDocument(
    SourcePlace place,
    String outcome,
    List<Integer> bands,
    boolean similar,
    double estimated,
    double jaccard) {
  /** Copies the list. */
  public EarlierDocument {
    bands = List.copyOf(bands);
  }
}
