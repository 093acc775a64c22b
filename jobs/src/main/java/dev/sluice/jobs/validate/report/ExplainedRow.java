package dev.sluice.jobs.validate.report;

import java.util.List;

/**
 * What became of a row of the source, and why.
 *
 * @param place where it is in the source
 * @param outcome name of its outcome, with a reason if operators ended it
 * @param forgotten whether its unit was forgotten later
 * @param earlier if it is a near-duplicate, the earliest documents that have one of its keys, in
 *     their order
 */
public record ExplainedRow(
    SourcePlace place, String outcome, boolean forgotten, List<EarlierDocument> earlier) {
  /** Copies the list. */
  public ExplainedRow {
    earlier = List.copyOf(earlier);
  }
}
