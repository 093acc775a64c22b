package dev.sluice.storage.text;

import dev.sluice.storage.jsonl.JsonObjects;
import dev.sluice.storage.jsonl.JsonText;
import dev.sluice.storage.page.SourceFormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The objects of a JSON file as rows. */
final class JsonRows implements TextRows {
  /** After this many objects without the text field, the rest of the file is not read. */
  private static final int LINES_WITHOUT = 10_000;

  private final Path file;
  private final JsonObjects objects;
  private final JsonText field;
  private final String path;
  private Optional<String> problem = Optional.empty();
  private long read;
  private long withField;
  private long objectBytes;

  JsonRows(Path file, TextColumns columns) throws IOException {
    this.file = file;
    this.field = new JsonText(columns.text());
    this.path = columns.text();
    this.objects = JsonObjects.open(file, columns.maxBytes(), field);
  }

  @Override
  public boolean next() throws IOException {
    if (skip()) {
      problem = parse();
      if (read == LINES_WITHOUT && withField == 0) {
        throw without("none of the first %,d lines has".formatted(LINES_WITHOUT));
      }
      return true;
    }
    if (read > 0 && withField == 0) {
      throw without("no line has");
    }
    return false;
  }

  private SourceFormatException without(String which) {
    String names = String.join(", ", field.names());
    return new SourceFormatException(
        file, "%s a field %s; there are: %s".formatted(which, path, names));
  }

  /** Advances to the next row without parsing it; false after the last. */
  boolean skip() throws IOException {
    boolean more = objects.next();
    objectBytes += more && objects.problem().isEmpty() ? objects.length() : 0;
    return more;
  }

  @Override
  public void goTo(long wanted) throws IOException {
    while (objects.row() < wanted) {
      if (!skip()) {
        throw new SourceFormatException(
            file, "ends at line %d, before row %d".formatted(objects.line(), wanted));
      }
    }
    problem = parse();
  }

  /** Whether any parsed row had the text field. */
  boolean hasSeenField() {
    return withField > 0;
  }

  /** Total size of all objects so far in bytes. */
  long objectBytes() {
    return objectBytes;
  }

  private Optional<String> parse() {
    if (objects.problem().isPresent()) {
      return objects.problem();
    }
    read++;
    withField += field.found() == JsonText.Found.MISSING ? 0 : 1;
    return field.textProblem();
  }

  @Override
  public long row() {
    return objects.row();
  }

  @Override
  public String place() {
    return "line " + objects.line();
  }

  @Override
  public Optional<String> problem() {
    return problem;
  }

  @Override
  public boolean hasText() {
    return problem.isEmpty() && field.found() == JsonText.Found.TEXT;
  }

  @Override
  public byte[] buffer() {
    return field.buffer();
  }

  @Override
  public int offset() {
    return hasText() ? field.offset() : 0;
  }

  @Override
  public int length() {
    return hasText() ? field.length() : 0;
  }

  @Override
  public Optional<String> source() {
    return Optional.empty();
  }

  @Override
  public long bytesRead() {
    return objects.bytesRead();
  }

  @Override
  public void close() throws IOException {
    objects.close();
  }
}
