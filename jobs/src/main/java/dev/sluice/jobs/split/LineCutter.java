package dev.sluice.jobs.split;

import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * Splits uncompressed lines after line feeds and copies their bytes unchanged. Memory: 1 MiB, for
 * lines of any length.
 */
final class LineCutter implements Cutter {
  private static final int BUFFER_BYTES = 1 << 20;

  private final TextFile file;
  private final PlannedSource plan;
  private final long targetBytes;
  private final LongConsumer progress;
  private final byte[] buffer = new byte[BUFFER_BYTES];

  LineCutter(TextFile file, PlannedSource plan, long targetBytes, LongConsumer progress) {
    this.file = file;
    this.plan = plan;
    this.targetBytes = targetBytes;
    this.progress = progress;
  }

  @Override
  public CutPart next(int number, CutPosition start, Path target) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.path().toFile(), "r")) {
      WholeCutter.requireUnchanged(file, in.length());
      long most =
          Math.min(plan.idealEnd(number, file.bytes()), Math.addExact(start.unit(), targetBytes));
      CutPosition end = end(in, start, most, plan.mostRows(number, start.row()));
      copy(in, start.unit(), end.unit(), target);
      return new CutPart(
          end.row() - start.row(), end.unit() - start.unit(), end, end.unit() == file.bytes());
    }
  }

  /** The end of the last line that ends before {@code most}; of the first line if none does. */
  private CutPosition end(RandomAccessFile in, CutPosition start, long most, long mostRows)
      throws IOException {
    in.seek(start.unit());
    CutPosition end = start;
    long at = start.unit();
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      for (int i = 0; i < read; i++) {
        boolean lineEnds = buffer[i] == '\n' || at + i + 1 == file.bytes();
        if (lineEnds && (at + i < most || end.row() == start.row())) {
          end = new CutPosition(at + i + 1, end.row() + 1);
        }
        if (end.row() - start.row() == mostRows || at + i >= most && end.row() > start.row()) {
          return end;
        }
      }
      at += read;
      progress.accept(0);
    }
    return end;
  }

  private void copy(RandomAccessFile in, long from, long to, Path target) throws IOException {
    in.seek(from);
    try (PartFile out = new PartFile(target)) {
      while (out.bytes() < to - from) {
        int step = (int) Math.min(BUFFER_BYTES, to - from - out.bytes());
        in.readFully(buffer, 0, step);
        out.write(buffer, 0, step);
        progress.accept(step);
      }
      out.complete();
    }
  }

  @Override
  public void close() {}
}
