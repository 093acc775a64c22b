package dev.sluice.jobs.dedup.stage;

import dev.sluice.jobs.dedup.spill.ChunkWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The open files of consecutive parts. Thread-safe. */
public final class BandWriters implements Closeable {
  private final List<BandPart> parts;
  private final List<ChunkWriter> files = new ArrayList<>();
  private final int shift;
  private final long first;

  /**
   * Opens the files after their known content.
   *
   * @param parts with equal numbers of bits, in order, without gaps
   */
  public BandWriters(Path directory, List<BandPart> parts) throws IOException {
    this.parts = List.copyOf(parts);
    this.shift = Long.SIZE - parts.get(0).bits();
    this.first = parts.get(0).prefix();
    try {
      for (BandPart part : parts) {
        files.add(new ChunkWriter(directory, part.file()));
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  int count() {
    return files.size();
  }

  /** The index of the part for a key. */
  int partOf(long key) {
    return (int) ((key >>> shift) - first);
  }

  ChunkWriter file(int part) {
    return files.get(part);
  }

  /** The content of the files. */
  public List<BandPart> written() {
    List<BandPart> written = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      written.add(parts.get(i).with(files.get(i).written(), false));
    }
    return written;
  }

  @Override
  public void close() throws IOException {
    for (ChunkWriter file : files) {
      file.close();
    }
  }
}
