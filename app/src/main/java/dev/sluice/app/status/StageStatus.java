package dev.sluice.app.status;

import java.util.List;

/**
 * The backlog of a stage, in offsets; markers of transactions count too.
 *
 * @param stage topology, bands or sink
 * @param pace offsets left over all partitions, and the rate
 * @param partitions of its topics
 */
public record StageStatus(String stage, Pace pace, List<PartitionStatus> partitions) {
  /**
   * A partition that the stage reads.
   *
   * @param partition topic and number
   * @param position committed by the stage
   * @param end of the log
   */
  public record PartitionStatus(String partition, long position, long end) {
    /** Offsets not consumed yet. */
    public long lag() {
      return Math.max(0, end - position);
    }
  }

  /** Copies the list. */
  public StageStatus {
    partitions = List.copyOf(partitions);
  }
}
