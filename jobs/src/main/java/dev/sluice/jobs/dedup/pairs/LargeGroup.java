package dev.sluice.jobs.dedup.pairs;

import dev.sluice.core.Bytes;
import dev.sluice.jobs.dedup.spill.BandRecord;
import dev.sluice.jobs.dedup.spill.ChunkReader;
import dev.sluice.jobs.dedup.spill.LongSource;
import dev.sluice.jobs.dedup.spill.RunSorter;
import dev.sluice.jobs.dedup.spill.SortedRuns;
import dev.sluice.jobs.dedup.spill.SpillFile;
import dev.sluice.jobs.dedup.stage.BandPart;
import dev.sluice.jobs.dedup.stage.DedupDirectory;
import dev.sluice.jobs.dedup.stage.DedupMemory;
import java.io.IOException;
import java.util.List;

/** Pairs the documents of a single key that do not fit into memory, by sorting them on disk. */
final class LargeGroup {
  private final DedupDirectory directory;
  private final DedupMemory memory;

  LargeGroup(DedupDirectory directory, DedupMemory memory) {
    this.directory = directory;
    this.memory = memory;
  }

  /** Pairs the records of a part with a single key. */
  void pair(BandPart part, GroupPairs pairs) throws IOException {
    String prefix = "group-" + part.pairsPrefix();
    SortedRuns sorted = new SortedRuns(directory.path(), memory.runsOfThread());
    List<SpillFile> runs = documents(part, prefix);
    try (LongSource documents = sorted.merged(runs, prefix)) {
      while (documents.next()) {
        pairs.add(documents.value());
      }
    }
    pairs.end();
    sorted.delete(runs);
  }

  private List<SpillFile> documents(BandPart part, String prefix) throws IOException {
    RunSorter sorter = new RunSorter(directory.path(), prefix, memory.pairsAtOnce());
    try (ChunkReader reader = new ChunkReader(directory.path(), part.file())) {
      while (reader.next()) {
        byte[] bytes = reader.records();
        for (int at = 0; at < reader.length(); at += BandRecord.BYTES) {
          sorter.add(
              BandRecord.document(
                  Bytes.readLong(bytes, at), Bytes.readInt(bytes, at + Long.BYTES)));
        }
      }
    }
    return sorter.finish();
  }
}
