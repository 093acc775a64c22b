package dev.sluice.storage.text;

import dev.sluice.core.Utf8;
import dev.sluice.storage.parquet.SourceFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The lines of a file of JSON; empty ones are no rows. */
final class JsonRows implements TextRows {
  /** After as many lines without the field the rest of the file is not worth reading. */
  private static final int LINES_WITHOUT = 10_000;

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final Path file;
  private final String path;
  private final int maxBytes;
  private final CountedStream raw;
  private final LineReader lines;
  private final JsonField field;
  private Optional<String> problem = Optional.empty();
  private long row = -1;
  private long objects;
  private long withField;
  private long lineBytes;

  JsonRows(Path file, TextColumns columns) throws IOException {
    this.file = file;
    this.path = columns.text();
    this.maxBytes = columns.maxBytes();
    this.field = new JsonField(path, maxBytes);
    this.raw = new CountedStream(Files.newInputStream(file));
    this.lines = new LineReader(open(), maxBytes);
  }

  private InputStream open() throws IOException {
    try {
      return Packing.of(file.getFileName().toString()).unpack(raw);
    } catch (IOException e) {
      raw.close();
      throw translate(e, 1);
    }
  }

  @Override
  public boolean next() throws IOException {
    if (skip()) {
      problem = parse();
      if (objects == LINES_WITHOUT && withField == 0) {
        throw without("none of the first %,d lines has".formatted(LINES_WITHOUT));
      }
      return true;
    }
    if (objects > 0 && withField == 0) {
      throw without("no line has");
    }
    return false;
  }

  private SourceFormatException without(String which) {
    String names = String.join(", ", field.names());
    return new SourceFormatException(
        file, "%s a field %s; there are: %s".formatted(which, path, names));
  }

  /** Goes to the next row without looking into it; false behind the last. */
  boolean skip() throws IOException {
    while (nextLine()) {
      if (lines.isTooLong() || !isBlank()) {
        row++;
        lineBytes += lines.length();
        return true;
      }
    }
    return false;
  }

  @Override
  public void goTo(long wanted) throws IOException {
    while (row < wanted) {
      if (!skip()) {
        throw new SourceFormatException(
            file, "ends at line %d, before row %d".formatted(lines.number(), wanted));
      }
    }
    problem = parse();
  }

  /** Whether a row that was looked into had the field. */
  boolean hasSeenField() {
    return withField > 0;
  }

  /** The bytes of all rows so far, as lines of JSON. */
  long lineBytes() {
    return lineBytes;
  }

  private boolean nextLine() throws IOException {
    try {
      return lines.next();
    } catch (IOException e) {
      throw translate(e, lines.number() + 1);
    }
  }

  /** What a decompressor finds wrong is the file's fault; all else may be the disk's. */
  private IOException translate(IOException e, long line) {
    return Packing.isBroken(e)
        ? new SourceFormatException(
            file, "cannot be unpacked from line %d on: %s".formatted(line, e.getMessage()))
        : e;
  }

  private boolean isBlank() {
    return Utf8.isBlank(lines.buffer(), start(), lines.offset() + lines.length() - start());
  }

  /** Where the line begins, behind the mark that some editors put before the first. */
  private int start() {
    int offset = lines.offset();
    if (lines.number() > 1 || lines.length() < BYTE_ORDER_MARK.length) {
      return offset;
    }
    for (int i = 0; i < BYTE_ORDER_MARK.length; i++) {
      if (lines.buffer()[offset + i] != BYTE_ORDER_MARK[i]) {
        return offset;
      }
    }
    return offset + BYTE_ORDER_MARK.length;
  }

  private Optional<String> parse() {
    if (lines.isTooLong()) {
      return Optional.of("a line of more than %d bytes".formatted(maxBytes));
    }
    int length = lines.offset() + lines.length() - start();
    if (!Utf8.isWellFormed(lines.buffer(), start(), length)) {
      return Optional.of("invalid UTF-8");
    }
    Optional<String> broken = field.read(lines.buffer(), start(), length);
    if (broken.isPresent()) {
      return broken;
    }
    objects++;
    withField += field.found() == JsonField.Found.NOTHING ? 0 : 1;
    return switch (field.found()) {
      case NOTHING -> Optional.of("no field " + path);
      case NO_TEXT -> Optional.of("field %s is no string".formatted(path));
      case LONE_SURROGATE -> Optional.of("field %s holds half of a surrogate pair".formatted(path));
      case NULL, TEXT -> Optional.empty();
    };
  }

  @Override
  public long row() {
    return row;
  }

  @Override
  public String place() {
    return "line " + lines.number();
  }

  @Override
  public Optional<String> problem() {
    return problem;
  }

  @Override
  public boolean hasText() {
    return field.found() == JsonField.Found.TEXT;
  }

  @Override
  public byte[] buffer() {
    return field.text().bytes();
  }

  @Override
  public int offset() {
    return 0;
  }

  @Override
  public int length() {
    return hasText() ? field.text().length() : 0;
  }

  @Override
  public Optional<String> source() {
    return Optional.empty();
  }

  @Override
  public long bytesRead() {
    return raw.count();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
