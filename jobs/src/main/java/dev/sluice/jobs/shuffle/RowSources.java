package dev.sluice.jobs.shuffle;

import dev.sluice.core.Utf8;
import dev.sluice.storage.json.JsonObjects;
import dev.sluice.storage.json.RecordJson;
import dev.sluice.storage.json.StreamCompression;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.RecordBuffer;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.text.InputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens input files of any format as rows in the form that partitions hold: lines of the output, or
 * records if Parquet becomes Parquet.
 */
final class RowSources {
  private static final Logger LOG = LoggerFactory.getLogger(RowSources.class);

  /** Text is rarely compressed to less than a fifth. */
  private static final int UNPACKED_FACTOR = 5;

  private final ShuffleMemory memory;
  private final int threads;
  private final RowFormat to;
  private final Optional<ParquetInputs> tables;
  private final Queue<byte[]> blocks = new ConcurrentLinkedQueue<>();
  private final Set<Path> told = ConcurrentHashMap.newKeySet();

  /**
   * @param threads that read
   * @param to output format
   * @param tables footers of the Parquet inputs, if any
   */
  RowSources(ShuffleMemory memory, int threads, RowFormat to, Optional<ParquetInputs> tables) {
    this.memory = memory;
    this.threads = threads;
    this.to = to;
    this.tables = tables;
  }

  /**
   * Opens a file.
   *
   * @param position of an earlier source of the same file, or 0
   */
  PieceSource open(InputFile file, long position) throws IOException {
    if (RowFormat.of(file) == RowFormat.PARQUET) {
      TableSchema schema = tables.orElseThrow().format().schema();
      return new TablePieces(
          file, position, schema, () -> memory.rowBuffers(threads), to == RowFormat.JSONL);
    }
    if (RowFormat.of(file) == RowFormat.JSONL && to != RowFormat.LINES) {
      return new ObjectPieces(
          to == RowFormat.PARQUET
              ? JsonObjects.openWhole(file.path(), memory.maxRowBytes(), IoRetry.THREE_TIMES)
              : JsonObjects.open(file.path(), memory.maxRowBytes(), IoRetry.THREE_TIMES),
          position,
          memory.blockBytes(),
          what -> tell(file, what));
    }
    return new LinePieces(file.path(), position, memory.blockBytes(), memory.maxRowBytes(), blocks);
  }

  /** Files are read more than once, but what is left out of them is told once. */
  private void tell(InputFile file, String what) {
    if (told.add(file.path())) {
      LOG.atWarn().addKeyValue("file", file.path()).addKeyValue("why", what).log("rows left out");
    }
  }

  /**
   * The conversion between a file and the partitions.
   *
   * @param next receives the rows as partitions hold them
   */
  KeyedRowConsumer converted(InputFile file, KeyedRowConsumer next) {
    RowFormat from = RowFormat.of(file);
    if (from == RowFormat.LINES && to == RowFormat.JSONL) {
      return wellFormed(file, toJson(next));
    }
    if (from == RowFormat.LINES && to == RowFormat.PARQUET) {
      return wellFormed(file, next);
    }
    return next;
  }

  private static KeyedRowConsumer wellFormed(InputFile file, KeyedRowConsumer next) {
    return (row, bytes, offset, length) -> {
      if (!Utf8.isWellFormed(bytes, offset, length)) {
        throw new SourceFormatException(
            file.path(),
            "a line is not UTF-8 (row %d of all inputs): only --format lines takes such a line"
                .formatted(row));
      }
      next.take(row, bytes, offset, length);
    };
  }

  private static KeyedRowConsumer toJson(KeyedRowConsumer next) {
    RecordBuffer record = new RecordBuffer();
    RecordJson json = new RecordJson(TableSchema.lines());
    return (row, bytes, offset, length) -> {
      record.clear();
      record.variable(bytes, offset, length);
      json.write(record.bytes(), 0, record.length());
      next.take(row, json.buffer(), 0, json.length());
    };
  }

  /** Estimates the size of a file; samples the length of lines at its beginning. */
  Forecast forecast(InputFile file, BrokenFiles broken) throws IOException {
    try {
      return forecast(file);
    } catch (SourceFormatException e) {
      broken.add(e);
      return Forecast.NOTHING;
    }
  }

  private Forecast forecast(InputFile file) throws IOException {
    if (RowFormat.of(file) == RowFormat.PARQUET) {
      return tables.orElseThrow().sizes().get(file.path());
    }
    boolean packed = StreamCompression.of(file.name()) != StreamCompression.NONE;
    long bytes = file.bytes() * (packed ? UNPACKED_FACTOR : 1);
    try (PieceSource source = open(file, 0)) {
      Optional<PieceSource.RowPiece> first = source.next();
      long rows = first.map(PieceSource.RowPiece::rows).orElse(0L);
      return new Forecast(rows * Math.max(1, bytes / Math.max(1, source.position())), bytes);
    }
  }

  /** Counts the rows of all files that are not broken. */
  long count(List<InputFile> files, BrokenFiles broken) throws IOException, InterruptedException {
    long rows = 0;
    for (InputFile file : files) {
      try (PieceSource source = open(file, 0)) {
        for (Optional<PieceSource.RowPiece> piece = source.next();
            piece.isPresent();
            piece = source.next()) {
          rows += piece.get().rows();
        }
      } catch (SourceFormatException e) {
        broken.add(e);
      }
    }
    return rows;
  }
}
