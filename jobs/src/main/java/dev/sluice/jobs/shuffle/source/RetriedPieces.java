package dev.sluice.jobs.shuffle.source;

import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.text.InputFile;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Reads a file. After an I/O error, reopens it and continues: up to three times, after 1, 2 and 4
 * seconds. Not thread-safe.
 */
public final class RetriedPieces implements Closeable {
  static final IoRetry THREE_TIMES = new IoRetry(3, Duration.ofSeconds(1));

  private final RowSources sources;
  private final InputFile file;
  private Optional<PieceSource> source = Optional.empty();
  private long position;
  private long bytesRead;

  public RetriedPieces(RowSources sources, InputFile file, long position) {
    this.sources = sources;
    this.file = file;
    this.position = position;
  }

  public Optional<RowPiece> next() throws IOException, InterruptedException {
    return THREE_TIMES.call(this::attempt);
  }

  private Optional<RowPiece> attempt() throws IOException {
    try {
      if (source.isEmpty()) {
        source = Optional.of(sources.open(file, position));
      }
      PieceSource open = source.get();
      Optional<RowPiece> piece = open.next();
      position = open.position();
      bytesRead = open.bytesRead();
      return piece;
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  public long position() {
    return position;
  }

  public long bytesRead() {
    return bytesRead;
  }

  @Override
  public void close() throws IOException {
    if (source.isPresent()) {
      PieceSource closing = source.get();
      source = Optional.empty();
      closing.close();
    }
  }
}
