package dev.sluice.sink;

import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.CutRecord;

/**
 * What cuts have published. Nothing is subtracted for shards that a reset or a compaction has
 * deleted since.
 *
 * @param documents in shards
 * @param bytes of the shards' files
 * @param shards number of files
 * @param cuts number of commits
 */
public record SinkCounts(long documents, long bytes, long shards, long cuts) {
  static final SinkCounts NONE = new SinkCounts(0, 0, 0, 0);

  static SinkCounts of(CutRecord cut) {
    return new SinkCounts(
        cut.files().stream().mapToLong(CutFile::rows).sum(),
        cut.files().stream().mapToLong(CutFile::bytes).sum(),
        cut.files().size(),
        1);
  }

  SinkCounts plus(SinkCounts more) {
    return new SinkCounts(
        documents + more.documents, bytes + more.bytes, shards + more.shards, cuts + more.cuts);
  }
}
