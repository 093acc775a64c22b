package dev.sluice.jobs.shuffle;

import dev.sluice.jobs.shuffle.InputColumns.Forecast;
import dev.sluice.jobs.shuffle.PieceSource.KeyedRowConsumer;
import dev.sluice.jobs.shuffle.PieceSource.RowPiece;
import dev.sluice.storage.json.JsonEncoder;
import dev.sluice.storage.json.JsonObjects;
import dev.sluice.storage.json.LineRows;
import dev.sluice.storage.json.RecordJson;
import dev.sluice.storage.json.StreamCompression;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.rows.ByteRows;
import dev.sluice.storage.rows.RowSource;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.text.InputListing;
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
 * Opens input files of any format. It converts their rows to the form that partitions hold: lines,
 * or records if the output is Parquet.
 */
final class RowSources {
  private static final Logger LOG = LoggerFactory.getLogger(RowSources.class);

  /**
   * The assumed ratio of decompressed to compressed size: text is rarely compressed to less than a
   * fifth.
   */
  private static final int UNPACKED_FACTOR = 5;

  private final ShuffleMemory memory;
  private final int threads;
  private final RowFormat to;
  private final Optional<InputColumns> columns;
  private final Queue<ByteRows> blocks = new ConcurrentLinkedQueue<>();
  private final Set<Path> named = ConcurrentHashMap.newKeySet();

  /**
   * @param threads number of threads that read
   * @param to the output format
   * @param columns the columns of Parquet inputs, or of JSON that becomes Parquet
   */
  RowSources(ShuffleMemory memory, int threads, RowFormat to, Optional<InputColumns> columns) {
    this.memory = memory;
    this.threads = threads;
    this.to = to;
    this.columns = columns;
  }

  /**
   * Opens a file.
   *
   * @param position a position of an earlier source of the same file, or 0
   */
  PieceSource open(InputListing.InputFile file, long position) throws IOException {
    return switch (RowFormat.of(file)) {
      case PARQUET ->
          new TablePieces(
              TableFile.open(file.path()),
              file.bytes(),
              position,
              columns.orElseThrow().format().schema(),
              () -> memory.rowBuffers(threads));
      case JSONL -> to == RowFormat.LINES ? lines(file, position) : objects(file, position);
      case LINES -> lines(file, position);
    };
  }

  private PieceSource lines(InputListing.InputFile file, long position) throws IOException {
    RowSource lines = LineRows.open(file.path(), memory.maxRowBytes(), IoRetry.THREE_TIMES);
    return new BlockPieces(lines, position, memory.blockBytes(), blocks, () -> {});
  }

  private PieceSource objects(InputListing.InputFile file, long position) throws IOException {
    JsonObjects objects =
        to == RowFormat.PARQUET
            ? JsonObjects.openWhole(file.path(), memory.maxRowBytes(), IoRetry.THREE_TIMES)
            : JsonObjects.open(file.path(), memory.maxRowBytes(), IoRetry.THREE_TIMES);
    return new BlockPieces(
        objects, position, memory.blockBytes(), blocks, () -> nameUnusable(file, objects));
  }

  /** Logs the omitted rows of a file once, even if the file is read several times. */
  private void nameUnusable(InputListing.InputFile file, JsonObjects objects) {
    Optional<String> unusable = objects.unusableRows();
    if (unusable.isPresent() && named.add(file.path())) {
      LOG.atWarn()
          .addKeyValue("file", file.path())
          .addKeyValue("why", unusable.get())
          .log("unusable rows were omitted");
    }
  }

  /**
   * Returns a consumer, for one thread, that converts the rows of a file to the form of partitions.
   *
   * @param next receives the converted rows
   */
  KeyedRowConsumer converted(InputListing.InputFile file, KeyedRowConsumer next) {
    RowFormat from = RowFormat.of(file);
    if (from == RowFormat.JSONL && to == RowFormat.PARQUET) {
      return toRecord(next);
    }
    if (from == RowFormat.PARQUET && to == RowFormat.JSONL) {
      return toJson(file, next);
    }
    return from == RowFormat.JSONL && to == RowFormat.JSONL ? toLine(next) : next;
  }

  private KeyedRowConsumer toRecord(KeyedRowConsumer next) {
    JsonEncoder encoder = JsonEncoder.ofAll(columns.orElseThrow().format().schema());
    return (row, bytes, offset, length) -> {
      encoder.encode(bytes, offset, length);
      next.take(row, encoder.buffer(), 0, encoder.length());
    };
  }

  private KeyedRowConsumer toJson(InputListing.InputFile file, KeyedRowConsumer next) {
    RecordJson json = new RecordJson(columns.orElseThrow().format().schema());
    return (row, bytes, offset, length) -> {
      long replaced = json.replaced();
      json.write(bytes, offset, length);
      if (json.replaced() > replaced) {
        throw new SourceFormatException(
            file.path(),
            "a string is not UTF-8, which JSON requires (row %d of all inputs); use --format parquet to keep the string"
                .formatted(row));
      }
      next.take(row, json.buffer(), 0, json.length());
    };
  }

  /** Replaces the line breaks of an object, which only occur between tokens, with spaces. */
  private static KeyedRowConsumer toLine(KeyedRowConsumer next) {
    return (row, bytes, offset, length) -> {
      for (int i = offset; i < offset + length; i++) {
        boolean pair = bytes[i] == '\r' && i + 1 < offset + length && bytes[i + 1] == '\n';
        if (bytes[i] == '\n' || pair) {
          bytes[i] = ' ';
        }
      }
      next.take(row, bytes, offset, length);
    };
  }

  /** Estimates the size of a file. For a text file, samples the length of rows at its beginning. */
  Forecast forecast(InputListing.InputFile file) throws IOException {
    if (RowFormat.of(file) == RowFormat.PARQUET) {
      return columns.orElseThrow().sizes().get(file.path());
    }
    boolean packed = StreamCompression.of(file.name()) != StreamCompression.NONE;
    long bytes = file.bytes() * (packed ? UNPACKED_FACTOR : 1);
    try (PieceSource source = open(file, 0)) {
      RowPiece first = source.next().orElse(new RowPiece(0, 0, (taker, row) -> {}));
      long sampled = Math.max(1, first.rows() + first.bytes());
      return new Forecast(first.rows() * Math.max(1, bytes / sampled), bytes);
    }
  }

  /** Counts the rows of all files that are not broken. */
  long count(List<InputListing.InputFile> files, BrokenFiles broken) throws IOException {
    long rows = 0;
    for (InputListing.InputFile file : files) {
      try (PieceSource source = open(file, 0)) {
        for (Optional<RowPiece> piece = source.next(); piece.isPresent(); piece = source.next()) {
          rows += piece.get().rows();
        }
      } catch (SourceFormatException e) {
        broken.add(e);
      }
    }
    return rows;
  }
}
