package dev.sluice.jobs.split;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.storage.json.StreamCompression;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * Splits JSON between rows and compresses it again in the same way. Copies the bytes of lines; of
 * other JSON those of each object, but not those between objects: parts of an array are arrays,
 * concatenated objects stay so. Memory: twice the largest row. Not thread-safe.
 */
final class JsonCutter implements Cutter {
  private static final int BETWEEN_BYTES = 8;

  private final TextFile file;
  private final SplitPlan.Source plan;
  private final long targetBytes;
  private final JsonRows rows;
  private final Frame frame;

  /** The text around objects. */
  private record Frame(String open, String between, String close) {
    static Frame of(JsonRows rows) {
      return switch (rows.shape()) {
        case LINES -> new Frame("", "", "");
        case ARRAY -> new Frame("[\n", ",\n", "\n]\n");
        case OBJECTS -> new Frame("", "\n", "\n");
      };
    }

    int bytes() {
      return close.isEmpty() ? 0 : BETWEEN_BYTES;
    }
  }

  /** Opens a file where the previous part ends. */
  JsonCutter(
      TextFile file, SplitPlan.Source plan, long targetBytes, Position start, LongConsumer progress)
      throws IOException {
    this.file = file;
    this.plan = plan;
    this.targetBytes = targetBytes;
    this.rows = JsonRows.open(file, start, progress);
    this.frame = Frame.of(rows);
  }

  @Override
  public Part next(int number, Path target) throws IOException {
    StreamCompression packing = StreamCompression.of(file.name());
    try (JsonPart part = new JsonPart(packing, target, targetBytes, rows.isPlain())) {
      long most = plan.idealEnd(number, allBytes());
      long mostRows = plan.mostRows(number, rows.position().row());
      long count = 0;
      write(frame.open, part);
      while (rows.hasRow() && (count == 0 || count < mostRows && fits(most, part))) {
        write(count == 0 ? "" : frame.between, part);
        part.write(rows.buffer(), rows.offset(), rows.length());
        rows.advance();
        count++;
      }
      write(frame.close, part);
      if (!rows.hasRow() && rows.isPlain()) {
        FileSplitter.requireUnchanged(file, rows.position().unit());
      }
      return new Part(count, part.complete(), rows.position(), !rows.hasRow());
    }
  }

  /** The bytes of all rows; those of compressed ones may not have been counted. */
  private long allBytes() {
    if (plan.unpackedBytes() != SplitPlan.UNKNOWN) {
      return plan.unpackedBytes();
    }
    return rows.isPlain() ? file.bytes() : SplitPlan.UNKNOWN;
  }

  private boolean fits(long most, JsonPart part) throws IOException {
    return rows.position().unit() + rows.length() <= most
        && part.hasRoom(rows.length() + frame.bytes());
  }

  private static void write(String text, JsonPart part) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    part.write(bytes, 0, bytes.length);
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
