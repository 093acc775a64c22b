package dev.sluice.app.reset;

import dev.sluice.core.values.ByteSize;
import dev.sluice.sink.CompactionPlan;
import dev.sluice.sink.Compactor;
import java.nio.file.Path;

/**
 * The result of a compaction, or its plan.
 *
 * @param output directory of the output
 * @param state {@code planned}, {@code compacted}, or {@code nothing_to_do}
 * @param belowBytes size limit; smaller shards are merged
 * @param files number of shards before
 * @param filesAfter number of shards afterwards
 * @param merged number of shards removed
 * @param mergedBytes total size of these shards
 * @param made number of shards written
 * @param madeBytes total size of the written shards; 0 before they are written
 */
public record CompactReport(
    String output,
    String state,
    long belowBytes,
    int files,
    int filesAfter,
    int merged,
    long mergedBytes,
    int made,
    Long madeBytes) {
  private static final String PLANNED = "planned";
  private static final String COMPACTED = "compacted";
  private static final String NOTHING_TO_DO = "nothing_to_do";

  static CompactReport planned(Path output, long belowBytes, int files, CompactionPlan plan) {
    return new CompactReport(
        output.toString(),
        plan.merged() == 0 ? NOTHING_TO_DO : PLANNED,
        belowBytes,
        files,
        files - plan.shards() + plan.merged(),
        plan.shards(),
        plan.bytes(),
        plan.merged(),
        null);
  }

  static CompactReport done(Path output, long belowBytes, int filesAfter, Compactor.Result result) {
    return new CompactReport(
        output.toString(),
        result.merged() == 0 ? NOTHING_TO_DO : COMPACTED,
        belowBytes,
        filesAfter + result.shards() - result.merged(),
        filesAfter,
        result.shards(),
        result.bytes(),
        result.merged(),
        result.mergedBytes());
  }

  /** Returns the report as text. */
  public String text() {
    if (state.equals(NOTHING_TO_DO)) {
      return "%s: nothing to do, because no two adjacent shards below %s fit into one shard. The output has %,d shards.%n"
          .formatted(output, ByteSize.format(belowBytes), files);
    }
    boolean planned = state.equals(PLANNED);
    return "%s %s:%n  shards  %,d -> %,d%n  merged  %,d of %s%n  into    %,d%s%n%s"
        .formatted(
            output,
            planned ? "would be compacted" : "is compacted",
            files,
            filesAfter,
            merged,
            ByteSize.approximate(mergedBytes),
            made,
            planned ? "" : " of " + ByteSize.approximate(madeBytes),
            planned
                ? "Nothing was changed. To merge the shards, run the command without --dry-run.%n"
                    .formatted()
                : "");
  }
}
