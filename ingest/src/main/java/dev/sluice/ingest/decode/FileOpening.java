package dev.sluice.ingest.decode;

import dev.sluice.core.work.WorkerPool;
import dev.sluice.ingest.source.FileTail;
import dev.sluice.ingest.source.ListedFooter;
import dev.sluice.ingest.source.UnitIds;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.storage.page.SourceFooter;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.source.JsonSource;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.topics.progress.ListedFile;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Future;

/**
 * Opens the files of a unit. They must be unchanged since the unit started. Footers of objects are
 * read ahead, because each one takes a slow request: the footers of the next {@value #AHEAD} files
 * are in memory.
 */
final class FileOpening implements AutoCloseable {
  private static final int AHEAD = 2;

  private final IngestSettings settings;
  private final UnitPlan plan;
  private final UnitIds ids;
  private final WorkerPool threads = new WorkerPool("open", AHEAD);
  private final Deque<Ahead> ahead = new ArrayDeque<>();
  private int next;

  private record Ahead(int file, Future<ParquetSource> source) {}

  FileOpening(IngestSettings settings, UnitPlan plan) {
    this.settings = settings;
    this.plan = plan;
    this.ids = new UnitIds(settings.root(), plan, settings.columns());
  }

  /**
   * Returns whether a file is JSON and must be opened with {@link #json} instead of {@link
   * #parquet}.
   */
  boolean isJson(int file) throws IOException {
    return JsonSource.reads(path(plan.files().get(file)));
  }

  /**
   * Opens a JSON file.
   *
   * @throws dev.sluice.storage.page.SourceFormatException if the file can never be read
   * @throws IOException if the file cannot be read, or has changed
   */
  JsonSource json(int file) throws IOException {
    ListedFile planned = plan.files().get(file);
    JsonSource source = json(planned);
    ids.check(planned);
    return source;
  }

  private JsonSource json(ListedFile planned) throws IOException {
    ColumnMapping mapping = settings.columns().mapping();
    return isPinned(planned)
        ? JsonSource.open(path(planned), ListedFooter.version(planned), mapping, rules(planned))
        : JsonSource.open(unchanged(planned), mapping, rules(planned));
  }

  /**
   * Reads the footer of a Parquet file, in the order of files.
   *
   * @throws dev.sluice.storage.page.SourceFormatException if the file can never be read
   * @throws IOException if the file cannot be read, or has changed
   */
  ParquetSource parquet(int file) throws IOException, InterruptedException {
    while (!ahead.isEmpty() && ahead.peek().file() < file) {
      ahead.remove();
    }
    boolean isHere = !ahead.isEmpty() && ahead.peek().file() == file;
    readAhead(file + 1);
    return isHere ? WorkerPool.resultOf(ahead.remove().source()) : open(plan.files().get(file));
  }

  private void readAhead(int from) {
    next = Math.max(next, from);
    while (next < plan.files().size() && next < from + AHEAD) {
      ListedFile planned = plan.files().get(next);
      if (isPinned(planned) && !JsonSource.isNamed(planned.path())) {
        ahead.add(new Ahead(next, threads.submit(() -> open(planned))));
      }
      next++;
    }
  }

  private ParquetSource open(ListedFile planned) throws IOException {
    if (!isPinned(planned)) {
      unchanged(planned);
    }
    SourceFooter footer = ListedFooter.read(path(planned), planned);
    ParquetSource source = ParquetSource.of(footer, settings.columns().mapping(), rules(planned));
    ids.check(planned, footer);
    return source;
  }

  private boolean isPinned(ListedFile planned) {
    return ListedFooter.isPinned(settings.root(), planned);
  }

  private Path path(ListedFile planned) {
    return plan.path(settings.root(), planned);
  }

  private FieldRules rules(ListedFile planned) {
    return settings.columns().rules().inFile(planned.path());
  }

  private Path unchanged(ListedFile planned) throws IOException {
    Path path = path(planned);
    Optional<String> change = FileTail.change(path, planned);
    if (change.isPresent()) {
      throw new FileSystemException(path.toString(), null, change.get());
    }
    return path;
  }

  @Override
  public void close() {
    threads.close();
  }
}
