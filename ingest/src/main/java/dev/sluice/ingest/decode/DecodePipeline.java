package dev.sluice.ingest.decode;

import dev.sluice.core.Counters;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.ingest.decode.DecodePipeline.EncodedBatch;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.storage.page.ColumnBuffers;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.source.JsonSource;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.topics.progress.UnitProgress;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Decodes the row groups of a unit on several threads. It returns their batches in the order of
 * files and rows, so that what is published depends only on the input.
 *
 * <pre>
 * row group   1  2  3  4      decoded in parallel
 * returned    1, 2, 3, 4      in order, whichever is finished first
 * memory      reserved in this order too
 * </pre>
 *
 * <p>Because memory is reserved in the order of results, the oldest row group always has what it
 * needs and none can wait for a later one. A row group that exceeds the budget is decoded alone.
 */
public final class DecodePipeline implements AutoCloseable {
  /** The size of the page buffers that a worker keeps for its next row group. */
  private static final long KEPT_PAGE_BYTES = 12 << 20;

  private final IngestSettings settings;
  private final UnitPlan plan;
  private final WorkerPool threads;
  private final FileOpening opening;
  private final Queue<ColumnBuffers> idleBuffers = new ConcurrentLinkedQueue<>();
  private final Deque<Pending> pending = new ArrayDeque<>();
  private long promisedBytes;
  private int file;
  private Optional<Boolean> json = Optional.empty();
  private Optional<ParquetSource> source = Optional.empty();
  private int rowGroup;
  private long firstRow;

  /** A result of the pipeline, in order. */
  public sealed interface Step {
    /** Returns the index of the file. */
    int file();

    /**
     * A batch of rows.
     *
     * @param rowsOfFile number of all rows of the file; 0 if it is unknown before the end of the
     *     file
     */
    record Rows(int file, EncodedBatch batch, long rowsOfFile) implements Step {}

    /** The end of a file. */
    record FileRead(int file) implements Step {}

    /** The early end of a file. The file is damaged from this position on. */
    record FileQuarantined(int file, String reason) implements Step {}
  }

  /** A result that is not due yet: row groups that are being decoded, or a known step. */
  private sealed interface Pending {
    record Decoding(int file, BatchQueue batches, long bytes, long rowsOfFile) implements Pending {}

    record Known(Step step) implements Pending {}
  }

  /** Continues from the position in the progress. */
  public DecodePipeline(IngestSettings settings, UnitPlan plan, UnitProgress progress) {
    this.settings = settings;
    this.plan = plan;
    this.file = progress.file();
    this.firstRow = progress.row();
    this.threads = new WorkerPool("decode", settings.workers());
    this.opening = new FileOpening(settings, plan);
    // A row group that needs more than its share of memory is read alone, with a third of the heap.
    long most = Math.max(settings.decodeBytes(), Runtime.getRuntime().maxMemory() / 3);
    for (int i = 0; i < settings.workers(); i++) {
      idleBuffers.add(new ColumnBuffers(most, KEPT_PAGE_BYTES));
    }
  }

  /** Returns the next step, or empty after the last file. */
  public Optional<Step> next() throws IOException, InterruptedException {
    return next(() -> {});
  }

  /**
   * Returns the next step, or empty after the last file.
   *
   * @param idle called repeatedly while waiting for a row group
   */
  public Optional<Step> next(RowGroupDecode.Idle idle) throws IOException, InterruptedException {
    while (true) {
      fill();
      if (pending.isEmpty()) {
        return Optional.empty();
      }
      if (pending.peek() instanceof Pending.Known known) {
        pending.remove();
        return Optional.of(known.step());
      }
      Optional<Step> step = take((Pending.Decoding) pending.peek(), idle);
      if (step.isPresent()) {
        return step;
      }
    }
  }

  private Optional<Step> take(Pending.Decoding oldest, RowGroupDecode.Idle idle)
      throws IOException, InterruptedException {
    int index = oldest.file();
    try {
      Optional<EncodedBatch> batch = oldest.batches().next(idle);
      if (batch.isPresent()) {
        return Optional.of(new Step.Rows(index, batch.get(), oldest.rowsOfFile()));
      }
      release(oldest);
      return Optional.empty();
    } catch (SourceFormatException e) {
      skipRestOf(index);
      return Optional.of(new Step.FileQuarantined(index, e.reason()));
    }
  }

  /** Drops everything pending of a file and skips its remaining row groups. */
  private void skipRestOf(int broken) {
    while (!pending.isEmpty()) {
      if (pending.peek() instanceof Pending.Decoding decoding) {
        if (decoding.file() != broken) {
          return;
        }
        decoding.batches().cancel();
        release(decoding);
      } else if (pending.peek() instanceof Pending.Known known) {
        if (known.step().file() != broken) {
          return;
        }
        pending.remove();
      }
    }
    if (file == broken) {
      nextFile();
    }
  }

  private void release(Pending.Decoding oldest) {
    pending.remove();
    promisedBytes -= oldest.bytes();
  }

  /** Starts row groups while threads and memory are available. */
  private void fill() throws IOException, InterruptedException {
    while (file < plan.files().size() && pending.size() <= settings.workers()) {
      try {
        if (source.isEmpty() && isJson()) {
          if (startJson()) {
            continue;
          }
          return;
        }
        if (source.isEmpty() && !open()) {
          continue;
        }
      } catch (IOException e) {
        if (pending.isEmpty() || !IoRetry.canMend(e)) {
          throw e;
        }
        return; // tried again, and for longer, once everything before the file has been taken
      }
      if (rowGroup == source.get().rowGroups()) {
        pending.add(new Pending.Known(new Step.FileRead(file)));
        nextFile();
      } else if (!start(source.get())) {
        return;
      }
    }
  }

  /**
   * Returns whether the current file is JSON. Looks once per file, because looking may require a
   * request to an object store.
   */
  private boolean isJson() throws IOException, InterruptedException {
    if (json.isEmpty()) {
      json = Optional.of(retried(() -> opening.isJson(file)));
    }
    return json.get();
  }

  private boolean open() throws InterruptedException, IOException {
    try {
      source = Optional.of(retried(() -> opening.parquet(file)));
      return true;
    } catch (SourceFormatException e) {
      quarantine(e);
      return false;
    }
  }

  private <T> T retried(IoRetry.Attempt<T> opening) throws IOException, InterruptedException {
    return (pending.isEmpty() ? settings.retry() : IoRetry.NEVER).call(opening);
  }

  private void quarantine(SourceFormatException e) {
    pending.add(new Pending.Known(new Step.FileQuarantined(file, e.reason())));
    nextFile();
  }

  /** Starts to decode a JSON file. Returns false if there is not enough memory at the moment. */
  private boolean startJson() throws IOException, InterruptedException {
    if (promisedBytes > 0 && promisedBytes + JsonDecode.BYTES > settings.decodeBytes()) {
      return false;
    }
    String path = plan.files().get(file).path();
    try {
      JsonSource lines = retried(() -> opening.json(file));
      JsonDecode decode = new JsonDecode(settings, plan.unit(), lines, path, firstRow);
      submit(decode, decode.batches(), JsonDecode.BYTES, 0);
      pending.add(new Pending.Known(new Step.FileRead(file)));
      nextFile();
    } catch (SourceFormatException e) {
      quarantine(e);
    }
    return true;
  }

  private void submit(Callable<Void> work, BatchQueue batches, long bytes, long rowsOfFile) {
    batches.runsAs(threads.submit(work));
    pending.add(new Pending.Decoding(file, batches, bytes, rowsOfFile));
    promisedBytes += bytes;
  }

  /**
   * Starts to decode the next row groups. Returns false if there is not enough memory at the
   * moment.
   */
  private boolean start(ParquetSource opened) {
    long end = opened.firstRow(rowGroup) + opened.rows(rowGroup);
    if (end <= firstRow || opened.rows(rowGroup) == 0) {
      rowGroup++;
      return true;
    }
    String path = plan.files().get(file).path();
    SourceSlice slice = SourceSlice.of(opened, path, rowGroup, firstRow, settings.decodeBytes());
    if (promisedBytes > 0 && promisedBytes + slice.bytes() > settings.decodeBytes()) {
      return false;
    }
    RowGroupDecode decode = new RowGroupDecode(settings, plan.unit(), slice, idleBuffers);
    submit(decode, decode.batches(), slice.bytes(), opened.rows());
    rowGroup = slice.to();
    return true;
  }

  private void nextFile() {
    file++;
    source = Optional.empty();
    json = Optional.empty();
    rowGroup = 0;
    firstRow = 0;
  }

  @Override
  public void close() {
    opening.close();
    threads.close();
  }

  /**
   * Consecutive rows of a file, ready to be published.
   *
   * @param records records of the rows that were not dropped, in order within each partition
   * @param counters counters of all of the rows, including dropped ones
   * @param losses what the rows lost, by counter, including rows that were dropped and rows that
   *     the topology will drop
   * @param nextRow number of the row that follows in the file
   * @param bytes size of keys and values, and of the texts that they refer to
   */
  public record EncodedBatch(
      List<ProducerRecord<byte[], byte[]>> records,
      Counters counters,
      SortedMap<String, Long> losses,
      long nextRow,
      long bytes) {}

  /** Passes the batches of one decoding thread to the publishing thread, in order. */
  static final class BatchQueue {
    private static final long POLL_MILLIS = 20;

    private final String what;

    /** The batches in order, followed by an empty element. */
    private final BlockingQueue<Optional<EncodedBatch>> batches;

    private volatile Future<Void> running;

    /**
     * @param what name of what is decoded, for messages
     * @param capacity number of batches that may wait
     */
    BatchQueue(String what, int capacity) {
      this.what = what;
      this.batches = new LinkedBlockingQueue<>(capacity);
    }

    void runsAs(Future<Void> future) {
      running = future;
    }

    void cancel() {
      running.cancel(true);
    }

    /** Adds a batch. The call blocks while too many batches are waiting. */
    void put(EncodedBatch batch) throws InterruptedException {
      batches.put(Optional.of(batch));
    }

    /**
     * Adds several batches in one call. Each call wakes the publishing thread, so one call is
     * cheaper. There must be room for them.
     */
    void addAll(List<EncodedBatch> all) {
      batches.addAll(all.stream().map(Optional::of).toList());
    }

    /** Ends the queue. Must be the last call, also after a failure. */
    void end() throws InterruptedException {
      batches.put(Optional.empty());
    }

    /**
     * Waits for the next batch. Returns an empty result once, after the last batch.
     *
     * @param idle called repeatedly while waiting
     * @throws IOException if decoding failed, after all batches before the failure
     */
    Optional<EncodedBatch> next(RowGroupDecode.Idle idle) throws IOException, InterruptedException {
      Optional<EncodedBatch> batch = batches.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
      while (batch == null) {
        idle.run();
        batch = batches.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
      }
      if (batch.isEmpty()) {
        rethrow();
      }
      return batch;
    }

    private void rethrow() throws IOException, InterruptedException {
      try {
        running.get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof IOException io) {
          throw io;
        }
        throw new IllegalStateException(what + " failed", e.getCause());
      }
    }
  }
}
