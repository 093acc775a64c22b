package dev.sluice.jobs.dedup.pairs;

import dev.sluice.core.Bytes;
import dev.sluice.jobs.dedup.spill.BandRecord;
import dev.sluice.jobs.dedup.spill.ChunkReader;
import dev.sluice.jobs.dedup.stage.BandAppender;
import dev.sluice.jobs.dedup.stage.BandPart;
import dev.sluice.jobs.dedup.stage.BandWriters;
import dev.sluice.jobs.dedup.stage.DedupDirectory;
import dev.sluice.jobs.dedup.stage.DedupMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Splits the records of a part by the next bits of their keys. */
final class BandSplitter {
  private final DedupDirectory directory;
  private final DedupMemory memory;

  BandSplitter(DedupDirectory directory, DedupMemory memory) {
    this.directory = directory;
    this.memory = memory;
  }

  /**
   * Writes the parts of a part and keeps its file. Replaces files of an earlier attempt. A part
   * whose keys are all equal is its only part.
   */
  List<BandPart> split(BandPart part) throws IOException {
    int bits = Math.min(BandRecord.KEY_BITS - part.bits(), memory.moreBits(part.file().records()));
    if (bits == 0) {
      return List.of(part.with(part.file(), true));
    }
    List<BandPart> parts = part.dividedBy(bits);
    try (ChunkReader reader = new ChunkReader(directory.path(), part.file());
        BandWriters writers = new BandWriters(directory.path(), parts)) {
      BandAppender appender = new BandAppender(writers, memory.chunkBytes(parts.size()));
      while (reader.next()) {
        append(reader, appender);
      }
      appender.flush();
      return known(writers.written(), appender);
    }
  }

  private static void append(ChunkReader chunk, BandAppender appender) throws IOException {
    byte[] bytes = chunk.records();
    for (int at = 0; at < chunk.length(); at += BandRecord.BYTES) {
      appender.addRecord(Bytes.readLong(bytes, at), Bytes.readInt(bytes, at + Long.BYTES));
    }
  }

  private static List<BandPart> known(List<BandPart> written, BandAppender appender) {
    List<BandPart> known = new ArrayList<>();
    for (int i = 0; i < written.size(); i++) {
      known.add(written.get(i).with(written.get(i).file(), appender.alike(i)));
    }
    return known;
  }
}
