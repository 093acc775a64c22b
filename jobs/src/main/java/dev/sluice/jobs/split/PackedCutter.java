package dev.sluice.jobs.split;

import dev.sluice.storage.json.StreamCompression;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Splits compressed lines after line feeds, and compresses them again in the same way. Memory: the
 * longest line. Not thread-safe.
 */
final class PackedCutter implements Cutter {
  private final TextFile file;
  private final PlannedSource plan;
  private final long targetBytes;
  private final LongConsumer progress;
  private Optional<PackedLines> open = Optional.empty();

  PackedCutter(TextFile file, PlannedSource plan, long targetBytes, LongConsumer progress) {
    this.file = file;
    this.plan = plan;
    this.targetBytes = targetBytes;
    this.progress = progress;
  }

  @Override
  public CutPart next(int number, CutPosition start, Path target) throws IOException {
    try (PackedPart part = new PackedPart(StreamCompression.of(file.name()), target, targetBytes)) {
      PackedLines lines = at(start);
      long most = plan.hasRows() ? plan.idealEnd(number, plan.unpackedBytes()) : Long.MAX_VALUE;
      long mostRows = plan.mostRows(number, start.row());
      long rows = 0;
      while (lines.hasLine() && (rows == 0 || rows < mostRows && fits(lines, most, part))) {
        part.write(lines.buffer(), lines.offset(), lines.length());
        lines.advance();
        rows++;
      }
      return new CutPart(rows, part.complete(), lines.position(), !lines.hasLine());
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private static boolean fits(PackedLines lines, long most, PackedPart part) throws IOException {
    return lines.position().unit() + lines.length() <= most && part.hasRoom(lines.length());
  }

  private PackedLines at(CutPosition start) throws IOException {
    if (open.isEmpty() || !open.get().position().equals(start)) {
      close();
      open = Optional.of(new PackedLines(file, start, progress));
    }
    return open.get();
  }

  @Override
  public void close() throws IOException {
    if (open.isPresent()) {
      PackedLines closing = open.get();
      open = Optional.empty();
      closing.close();
    }
  }
}
