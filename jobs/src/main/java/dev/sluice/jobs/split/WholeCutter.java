package dev.sluice.jobs.split;

import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.write.ShardStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** Copies a file that is not split. */
final class WholeCutter implements Cutter {
  private static final int BUFFER_BYTES = 1 << 20;

  private final TextFile file;
  private final Rows rows;
  private final LongConsumer progress;

  /** Counts the rows of the file. */
  @FunctionalInterface
  interface Rows {
    long count() throws IOException;
  }

  WholeCutter(TextFile file, Rows rows, LongConsumer progress) {
    this.file = file;
    this.rows = rows;
    this.progress = progress;
  }

  @Override
  public CutPart next(int number, CutPosition start, Path target) throws IOException {
    long count = rows.count();
    ShardStream out = ShardStream.unhashed(target);
    try (InputStream in =
        new ProgressStream(SourceFile.stream(file.path(), IoRetry.THREE_TIMES), progress)) {
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        out.write(buffer, 0, read);
      }
      requireUnchanged(file, out.getPos());
      out.sync();
      return new CutPart(count, out.getPos(), new CutPosition(1, count), true);
    } catch (IOException | RuntimeException | Error e) {
      out.delete();
      throw e;
    }
  }

  /** Fails if the size of a file has changed. */
  static void requireUnchanged(TextFile file, long bytes) throws IOException {
    if (bytes != file.bytes()) {
      throw new IOException(
          "%s has changed while it was read: it had %d bytes, now %d"
              .formatted(file.path(), file.bytes(), bytes));
    }
  }

  @Override
  public void close() {}
}
