package dev.sluice.jobs.documents;

import dev.sluice.storage.jsonl.JsonObjects;
import dev.sluice.storage.page.IoRetry;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * The objects of a JSON file. After an I/O error, reopens the file and skips what has been read: up
 * to three times, after 1, 2 and 4 seconds. Memory: one object.
 */
final class JsonRowSource implements RowSource {
  private static final IoRetry THREE_TIMES = new IoRetry(3, Duration.ofSeconds(1));

  private final JsonDocuments documents;
  private Optional<JsonObjects> open = Optional.empty();
  private long nextRow;

  JsonRowSource(JsonDocuments documents, long first) {
    this.documents = documents;
    this.nextRow = first;
  }

  @Override
  public boolean next() throws IOException, InterruptedException {
    return THREE_TIMES.call(this::attempt);
  }

  private boolean attempt() throws IOException {
    try {
      JsonObjects objects = objects();
      do {
        if (!objects.next()) {
          return false;
        }
      } while (objects.row() < nextRow);
      nextRow = objects.row() + 1;
      return true;
    } catch (IOException e) {
      if (IoRetry.canMend(e)) {
        close();
      }
      throw e;
    }
  }

  private JsonObjects objects() throws IOException {
    if (open.isEmpty()) {
      open =
          Optional.of(JsonObjects.open(documents.file().path(), documents.columns().maxRowBytes()));
    }
    return open.get();
  }

  @Override
  public Optional<RowProblem> problem() {
    return open.orElseThrow().problem().map(this::rowProblem);
  }

  private RowProblem rowProblem(String problem) {
    return open.orElseThrow().isInvalid()
        ? new RowProblem(RowProblem.INVALID_JSON, problem)
        : new RowProblem(RowProblem.TOO_LARGE, problem + " (--max-document-size)");
  }

  @Override
  public byte[] buffer() {
    return open.orElseThrow().buffer();
  }

  @Override
  public int offset() {
    return open.orElseThrow().offset();
  }

  @Override
  public int length() {
    return open.orElseThrow().length();
  }

  @Override
  public long line() {
    return open.orElseThrow().line();
  }

  @Override
  public long bytesRead() {
    return open.map(JsonObjects::bytesRead).orElse(0L);
  }

  @Override
  public void close() throws IOException {
    if (open.isPresent()) {
      JsonObjects closing = open.get();
      open = Optional.empty();
      closing.close();
    }
  }
}
