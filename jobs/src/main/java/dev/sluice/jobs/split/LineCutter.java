package dev.sluice.jobs.split;

import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceVersion;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.write.ShardStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Splits uncompressed lines after line feeds and copies their bytes unchanged. Memory: 1 MiB, for
 * lines of any length, and what {@link SourceFile} needs. Not thread-safe.
 */
final class LineCutter implements Cutter {
  private static final int BUFFER_BYTES = 1 << 20;

  private final TextFile file;
  private final PlannedSource plan;
  private final long targetBytes;
  private final LongConsumer progress;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private Optional<SourceFile> open = Optional.empty();

  LineCutter(TextFile file, PlannedSource plan, long targetBytes, LongConsumer progress) {
    this.file = file;
    this.plan = plan;
    this.targetBytes = targetBytes;
    this.progress = progress;
  }

  @Override
  public CutPart next(int number, CutPosition start, Path target) throws IOException {
    ShardStream out = ShardStream.unhashed(target);
    try {
      WholeCutter.requireUnchanged(file, Files.size(file.path()));
      long most =
          Math.min(plan.idealEnd(number, file.bytes()), Math.addExact(start.unit(), targetBytes));
      CutPosition end = copy(start, most, plan.mostRows(number, start.row()), out);
      out.truncate(end.unit() - start.unit());
      out.sync();
      return new CutPart(end.row() - start.row(), out.getPos(), end, end.unit() == file.bytes());
    } catch (IOException | RuntimeException | Error e) {
      try {
        close();
      } finally {
        out.delete();
      }
      throw e;
    }
  }

  /**
   * Copies lines, and what is read behind them.
   *
   * @return the end of the last line that ends before {@code most}; of the first line if none does
   */
  private CutPosition copy(CutPosition start, long most, long mostRows, ShardStream out)
      throws IOException {
    CutPosition end = start;
    for (long at = start.unit(); at < file.bytes(); at += BUFFER_BYTES) {
      int length = (int) Math.min(BUFFER_BYTES, file.bytes() - at);
      source().read(at, buffer, length);
      out.write(buffer, 0, length);
      long before = end.unit();
      for (int i = 0; i < length; i++) {
        boolean lineEnds = buffer[i] == '\n' || at + i + 1 == file.bytes();
        if (lineEnds && (at + i < most || end.row() == start.row())) {
          end = new CutPosition(at + i + 1, end.row() + 1);
        }
        if (end.row() - start.row() == mostRows || at + i >= most && end.row() > start.row()) {
          progress.accept(end.unit() - before);
          return end;
        }
      }
      progress.accept(end.unit() - before);
    }
    return end;
  }

  private SourceFile source() throws IOException {
    if (open.isEmpty()) {
      SourceFile source =
          SourceFile.openUnchanged(
              file.path(), SourceVersion.ofLength(file.bytes()), IoRetry.THREE_TIMES);
      source.plan(0, file.bytes());
      open = Optional.of(source);
    }
    return open.get();
  }

  @Override
  public void close() throws IOException {
    if (open.isPresent()) {
      SourceFile closing = open.get();
      open = Optional.empty();
      closing.close();
    }
  }
}
