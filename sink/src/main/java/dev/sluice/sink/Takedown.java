package dev.sluice.sink;

import dev.sluice.algorithms.neardup.Signer;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.sink.RollingShardWriter.FinishedShard;
import dev.sluice.sink.ShardRewrite.Rewritten;
import dev.sluice.storage.json.RecordField;
import dev.sluice.storage.output.Compaction;
import dev.sluice.storage.output.Compaction.RewrittenShard;
import dev.sluice.storage.output.ContentFiles;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.publish.OutputFiles;
import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.takedown.EntryKind;
import dev.sluice.storage.takedown.FoundEntries;
import dev.sluice.storage.takedown.NamedRows;
import dev.sluice.storage.takedown.TakedownList;
import dev.sluice.storage.takedown.TakedownRecord;
import dev.sluice.storage.text.ChosenTexts;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;

/**
 * Takes documents down: removes them from the shards of an output, and keeps them out of future
 * ones.
 *
 * <pre>
 * declare   the entries, and the record of take-down n: sinks that open a partition use them
 * fence     an empty cut of every partition: every later cut was compared with the entries
 * rewrite   each shard with a named row: temporary file -> new name -> record -> seal -> delete
 * complete  the record of the last round says that take-down n is finished
 * </pre>
 *
 * <p>Each step is committed by creating one file, and may be repeated. After a kill at any point,
 * {@link #finish} continues and produces the same bytes. The bytes are those that the output would
 * have if its sinks had known the entries from the beginning.
 *
 * <p>Only one process at a time may change an output: no compaction, reset or other take-down may
 * be at work.
 */
public final class Takedown {
  private static final long ROUND_BYTES = 8L << 30;

  /** The maximum number of shards that are read or written at a time. */
  private static final int MOST_THREADS = 4;

  private final SinkSettings settings;
  private final CutLogs logs;
  private final Sealer sealer;
  private final Leftovers leftovers;
  private final ShardReplacement replacement;
  private final long roundBytes;
  private final Map<String, ShardMatches> examined = new HashMap<>();

  /** The entries with which the shards were last examined, so that this is not repeated. */
  private TakedownList examinedFor = TakedownList.NONE;

  /** The named rows of one shard, by kind of entry and by dump. */
  private record ShardMatches(SortedMap<String, Long> kinds, SortedMap<String, Long> dumps) {
    boolean isEmpty() {
      return dumps.isEmpty();
    }
  }

  /**
   * What entries name in the shards of an output.
   *
   * @param documents number of documents in all shards
   * @param rows number of named documents
   * @param kinds these documents by the first kind of entry that names them
   * @param dumps these documents by dump
   * @param shards number of shards that have named documents
   * @param bytes total size of these shards
   * @param unmatched the entries that name no document
   */
  public record Matches(
      long documents,
      long rows,
      SortedMap<String, Long> kinds,
      SortedMap<String, Long> dumps,
      long shards,
      long bytes,
      TakedownList unmatched) {}

  /**
   * The result of a take-down, or of the part that this call has done.
   *
   * @param record the take-down
   * @param dumps number of removed documents by dump
   * @param deleted paths of the shards that were deleted
   * @param added the shards that were written in their place
   */
  public record Result(
      TakedownRecord record,
      SortedMap<String, Long> dumps,
      List<String> deleted,
      List<CutFile> added) {
    /** Returns the number of removed documents. */
    public long rows() {
      return dumps.values().stream().mapToLong(Long::longValue).sum();
    }

    private void add(Compaction round) {
      for (RewrittenShard rewrite : round.rewrites()) {
        rewrite.removed().forEach((dump, rows) -> dumps.merge(dump, rows, Long::sum));
      }
      deleted.addAll(round.replaced());
      added.addAll(round.made());
    }
  }

  /**
   * Creates a take-down of an output.
   *
   * @param settings settings with an instance id that no other process uses
   * @param lock lock, which is held as long as this object is in use
   */
  public Takedown(SinkSettings settings, CutLogs logs, Compactor.Lock lock) {
    this(settings, logs, ROUND_BYTES, !OutputFiles.areLocal(settings.layout().root()), lock);
  }

  /**
   * @param takesNumbers whether another process may still be at work, as in an object store
   */
  Takedown(
      SinkSettings settings,
      CutLogs logs,
      long roundBytes,
      boolean takesNumbers,
      Compactor.Lock lock) {
    this.settings = settings;
    this.logs = logs;
    this.sealer = new Sealer(settings, logs, List::of);
    this.leftovers = new Leftovers(settings, logs, takesNumbers);
    this.replacement = new ShardReplacement(settings, logs, leftovers, lock);
    this.roundBytes = roundBytes;
  }

  /**
   * Returns why entries cannot be taken down in an output, or empty if they can.
   *
   * @param format the format of the shards
   * @param byDump whether shards lie in a directory for each dump
   */
  public static Optional<String> obstacle(
      ShardFormat format, boolean byDump, TakedownList entries, String urlColumn) {
    return obstacle(format, byDump, entries, urlColumn, hasUrl(format, urlColumn));
  }

  /** Returns whether shards have the column of URLs. */
  public static boolean hasUrl(ShardFormat format, String urlColumn) {
    return format.carried().flatMap(schema -> RecordField.of(schema, urlColumn)).isPresent();
  }

  /**
   * Returns the same for an output whose carried columns may be unknown.
   *
   * @param hasUrl whether the shards have the column of URLs, as far as is known
   */
  public static Optional<String> obstacle(
      ShardFormat format, boolean byDump, TakedownList entries, String urlColumn, boolean hasUrl) {
    if (!format.columns().containsAll(List.of("id", "text"))) {
      return Optional.of("the shards need the columns id and text (output.columns)");
    }
    if (!byDump && (!format.columns().contains("dump") || format.isCarried("dump"))) {
      return Optional.of(
          "the shards need Sluice's column dump (name it in output.columns), because they are not"
              + " laid out by dump (output.partition-by)");
    }
    boolean asksUrl = entries.count(EntryKind.URL) + entries.count(EntryKind.DOMAIN) > 0;
    return asksUrl && !hasUrl
        ? Optional.of(
            "the shards have no column %s, which URLs and domains need: use ids instead, or name another column with blocklist.url-column"
                .formatted(urlColumn))
        : Optional.empty();
  }

  /** Deletes what killed processes have left, and seals what is complete. */
  public void begin() throws IOException {
    settings.publication().clear();
    if (OutputFiles.areLocal(settings.layout().root())) { // else the killed command may still run
      logs.blocklists().deleteUndeclared();
    }
    leftovers.deleteAll();
    sealer.sealAll();
  }

  /** Returns the last take-down of an output if it is not finished. */
  public static Optional<TakedownRecord> unfinished(CutLogs logs) throws IOException {
    List<TakedownRecord> records = logs.blocklists().records();
    if (records.isEmpty()) {
      return Optional.empty();
    }
    long finished = logs.manifests().finishedTakeDown();
    return Optional.of(records.get(records.size() - 1)).filter(last -> last.number() > finished);
  }

  /**
   * Finds the documents that entries name in the shards. Changes nothing.
   *
   * @param entries entries that are not declared yet
   * @param urlColumn the column of URLs
   */
  public Matches find(TakedownList entries, String urlColumn)
      throws IOException, InterruptedException {
    FoundEntries found = new FoundEntries(entries);
    examined.clear();
    examinedFor = entries;
    List<CutFile> all = logs.manifests().shards();
    examine(all, named(entries, urlColumn), Optional.of(found));
    long documents = 0;
    long rows = 0;
    SortedMap<String, Long> kinds = new TreeMap<>();
    SortedMap<String, Long> dumps = new TreeMap<>();
    long shards = 0;
    long bytes = 0;
    for (CutFile shard : all) {
      ShardMatches matches = examined.get(shard.path());
      documents += shard.rows();
      if (!matches.isEmpty()) {
        matches.kinds().forEach((kind, count) -> kinds.merge(kind, count, Long::sum));
        matches.dumps().forEach((dump, count) -> dumps.merge(dump, count, Long::sum));
        rows += matches.dumps().values().stream().mapToLong(Long::longValue).sum();
        shards++;
        bytes += shard.bytes();
      }
    }
    return new Matches(documents, rows, kinds, dumps, shards, bytes, found.missing());
  }

  /**
   * Returns the texts of the documents that these entries name in the shards. They are entries by
   * which the same text under another id is named. Changes nothing.
   *
   * @param entries entries that are not declared yet
   * @param kinds the kinds of entries whose documents count; of a document that several entries
   *     name, the first kind counts
   * @param nearCopies whether to return the signatures of the texts, too, so that near-copies are
   *     named
   * @param memoryBytes the memory for collecting them
   * @throws IllegalArgumentException if they need more memory, or more than a list can hold
   */
  public TakedownList texts(
      TakedownList entries,
      String urlColumn,
      Set<EntryKind> kinds,
      boolean nearCopies,
      long memoryBytes)
      throws IOException, InterruptedException {
    NamedRows named = named(entries, urlColumn);
    if (entries != examinedFor) {
      examined.clear();
      examinedFor = entries;
    }
    List<CutFile> all = logs.manifests().shards(); // sinks may have added some
    examine(all, named, Optional.empty());
    TakedownList.Builder texts = new TakedownList.Builder();
    List<Callable<Integer>> work = new ArrayList<>();
    for (CutFile shard : all) {
      Set<String> found = examined.get(shard.path()).kinds().keySet();
      if (kinds.stream().anyMatch(kind -> found.contains(kind.key()))) {
        work.add(
            () -> {
              long[] rows = rows(shard, named.forAnotherThread(), kinds);
              return addTexts(shard, rows, nearCopies, texts, memoryBytes);
            });
      }
    }
    try (WorkerPool threads = threads()) {
      threads.all(work);
    }
    return texts.build();
  }

  /** Returns the numbers of the rows of a shard that entries of these kinds name. */
  private long[] rows(CutFile shard, NamedRows named, Set<EntryKind> kinds)
      throws IOException, InterruptedException {
    LongStream.Builder rows = LongStream.builder();
    source(shard, columns(named))
        .read(
            row -> {
              if (named.kind(ShardCopy.row(row)).filter(kinds::contains).isPresent()) {
                rows.add(row.row());
              }
            });
    return rows.build().toArray();
  }

  /**
   * Adds the texts of some rows of a shard to those of other shards, which other threads add. Reads
   * only the pages in which they are.
   *
   * @return the number of these texts
   */
  private int addTexts(
      CutFile shard, long[] rows, boolean nearCopies, TakedownList.Builder texts, long memoryBytes)
      throws IOException {
    Optional<Signer> signer = nearCopies ? Optional.of(settings.signers().get()) : Optional.empty();
    TextFile file = new TextFile(file(shard), shard.path(), TextFormat.PARQUET, shard.bytes());
    try (ChosenTexts chosen = ChosenTexts.open(file, "text", Integer.MAX_VALUE)) {
      for (long row : rows) {
        Optional<String> problem = chosen.goTo(row);
        if (problem.isPresent()) {
          throw new IOException(file.path() + ": " + problem.get());
        }
        ByteBuffer text = chosen.text().orElseThrow();
        TakedownList.Builder one = new TakedownList.Builder(signer);
        one.text(text.array(), text.arrayOffset() + text.position(), text.remaining());
        synchronized (texts) {
          texts.add(one.build());
          requireMemory(texts, memoryBytes);
        }
      }
    }
    return rows.length;
  }

  private static void requireMemory(TakedownList.Builder texts, long memoryBytes) {
    if (texts.memoryBytes() > memoryBytes) {
      throw new IllegalArgumentException(
          "the texts of the documents need more than %,d bytes of memory; give the process more, or divide the entries among several take-downs"
              .formatted(memoryBytes));
    }
  }

  /**
   * Declares a take-down. From then on it is certain that it will be finished: sinks that open a
   * partition use its entries, and every later change finishes it first.
   *
   * @param entries the entries, of which at least one is new
   */
  public TakedownRecord declare(TakedownList entries, String note, String urlColumn)
      throws IOException {
    return logs.blocklists().append(entries, note, urlColumn, settings.publication());
  }

  /** Receives progress. */
  @FunctionalInterface
  public interface Progress {
    /**
     * Called after each shard, by several threads.
     *
     * @param done number of shards rewritten so far
     * @param shards number of shards to be rewritten
     */
    void rewritten(int done, int shards);
  }

  /** Finishes the last take-down if it is not finished; see {@link #finish}. */
  public Optional<Result> finishBegun(Progress progress) throws IOException, InterruptedException {
    Optional<TakedownRecord> begun = unfinished(logs);
    return begun.isPresent() ? Optional.of(finish(begun.get(), progress)) : Optional.empty();
  }

  /**
   * Does everything that is left of the last take-down.
   *
   * @throws IOException if a shard cannot be read or has changed since it was cut, or if the disk
   *     is full. The round in which this happens has no effect; earlier rounds stay
   */
  public Result finish(TakedownRecord record, Progress progress)
      throws IOException, InterruptedException {
    fence(record.number());
    NamedRows named = logs.blocklists().named(settings, record.number());
    List<CutFile> known = logs.manifests().shards(); // later cuts know the take-down
    examine(known, named, Optional.empty());
    List<CutFile> shards =
        known.stream()
            .filter(shard -> !examined.get(shard.path()).isEmpty())
            .sorted((one, other) -> one.path().compareTo(other.path()))
            .toList();
    deleteContent(known);
    Result result = new Result(record, new TreeMap<>(), new ArrayList<>(), new ArrayList<>());
    int done = 0;
    do {
      List<CutFile> round = round(shards.subList(done, shards.size()));
      int before = done;
      done += round.size();
      result.add(
          rewrite(
              record.number(),
              round,
              named,
              done == shards.size(),
              count -> progress.rewritten(before + count, shards.size())));
      sealer.sealAll();
    } while (done < shards.size());
    leftovers.deleteAll();
    return result;
  }

  /** See {@link ShardSink#remaining}. There are none after {@link #finish} in most stores. */
  public SortedSet<Path> remaining() throws IOException {
    return sealer.remaining();
  }

  /**
   * Deletes the counts of shards with named rows, and of shards that are gone: they have hosts and
   * sizes of the rows. Before the first round, so that a later call does it after a kill.
   */
  private void deleteContent(List<CutFile> shards) throws IOException {
    ContentFiles.deleteOthers(
        OutputLayout.content(settings.layout().root()),
        shards.stream()
            .filter(shard -> examined.get(shard.path()).isEmpty())
            .map(CutFile::sha256)
            .toList());
  }

  private List<CutFile> round(List<CutFile> shards) {
    List<CutFile> round = new ArrayList<>();
    long bytes = 0;
    for (CutFile shard : shards) {
      if (!round.isEmpty() && bytes + shard.bytes() > roundBytes) {
        break;
      }
      round.add(shard);
      bytes += shard.bytes();
    }
    return round;
  }

  /** Creates a fence in every partition whose last cut does not know the take-down. */
  private void fence(long takeDown) throws IOException {
    for (TopicPartition partition : logs.cuts().keySet()) {
      CutLog log = logs.of(partition);
      Optional<CutRecord> last = log.last();
      while (last.isEmpty() || last.get().blocklist() < takeDown) {
        CutRecord before =
            last.orElseGet(
                () ->
                    CutRecord.none(
                        partition.topic(),
                        partition.partition(),
                        settings.topics().clusterId(),
                        ""));
        try {
          log.append(before.fence(takeDown), settings.publication());
        } catch (FileAlreadyExistsException e) {
          // a sink has made this cut meanwhile
        }
        last = log.last();
      }
    }
  }

  /** Returns the rows that entries name that are not declared yet. */
  private NamedRows named(TakedownList entries, String urlColumn) {
    Optional<TableSchema> carried = settings.output().format().carried();
    return new NamedRows(0, entries, carried, urlColumn, settings.signers());
  }

  /** Looks for named rows in those of these shards that were not examined yet. */
  private void examine(List<CutFile> all, NamedRows named, Optional<FoundEntries> found)
      throws IOException, InterruptedException {
    List<CutFile> shards =
        all.stream().filter(shard -> !examined.containsKey(shard.path())).toList();
    List<Callable<ShardMatches>> work = new ArrayList<>();
    shards.forEach(shard -> work.add(() -> examine(shard, named.forAnotherThread(), found)));
    try (WorkerPool threads = threads()) {
      List<ShardMatches> matches = threads.all(work);
      for (int i = 0; i < shards.size(); i++) {
        examined.put(shards.get(i).path(), matches.get(i));
      }
    }
  }

  private static WorkerPool threads() {
    int processors = Runtime.getRuntime().availableProcessors();
    return new WorkerPool("takedown", Math.min(MOST_THREADS, processors));
  }

  /** Returns the columns by which rows are named, and that of dumps. */
  private ColumnMapping columns(NamedRows named) {
    ShardFormat format = settings.output().format();
    List<String> names = new ArrayList<>(List.of("id", "dump"));
    if (named.asksText()) {
      names.add("text");
    }
    names.retainAll(format.columns());
    return ColumnMapping.ofShard(names, named.asksColumns() ? format.carried() : Optional.empty());
  }

  private ShardMatches examine(CutFile shard, NamedRows named, Optional<FoundEntries> found)
      throws IOException, InterruptedException {
    ShardMatches matches = new ShardMatches(new TreeMap<>(), new TreeMap<>());
    source(shard, columns(named))
        .read(
            each -> {
              ShardRow row = ShardCopy.row(each);
              Optional<EntryKind> kind = named.kind(row);
              if (kind.isPresent()) {
                String dump = shard.dump().isEmpty() ? row.dump() : shard.dump();
                matches.kinds().merge(kind.get().key(), 1L, Long::sum);
                matches.dumps().merge(dump, 1L, Long::sum);
                found.ifPresent(entries -> named.find(row, entries));
              }
            });
    return matches;
  }

  private Path file(CutFile shard) {
    return settings.layout().root().resolve(shard.path());
  }

  private ParquetSource source(CutFile shard, ColumnMapping columns) throws IOException {
    return ParquetSource.open(file(shard), columns, FieldRules.OF_SHARDS);
  }

  /**
   * Rewrites the shards of a round, several at a time, and commits the round.
   *
   * @param progress receives the number of shards of the round that are written
   */
  private Compaction rewrite(
      long takeDown, List<CutFile> round, NamedRows named, boolean isLast, IntConsumer progress)
      throws IOException, InterruptedException {
    List<FinishedShard> finished = Collections.synchronizedList(new ArrayList<>());
    AtomicInteger done = new AtomicInteger();
    List<Callable<RewrittenShard>> work = new ArrayList<>();
    for (CutFile shard : round) {
      work.add(
          () -> {
            RewrittenShard rewritten = rewrite(shard, named.forAnotherThread(), finished);
            progress.accept(done.incrementAndGet());
            return rewritten;
          });
    }
    long number = logs.compactions().read().size() + 1L;
    try (WorkerPool threads = threads()) {
      Compaction record = Compaction.takingDown(number, takeDown, threads.all(work), isLast);
      replacement.commit(record, List.copyOf(finished));
      return record;
    } finally {
      finished.forEach(FinishedShard::discard);
    }
  }

  private RewrittenShard rewrite(CutFile shard, NamedRows named, List<FinishedShard> finished)
      throws IOException, InterruptedException {
    Rewritten rewritten = new ShardRewrite(settings.output(), named).write(shard, file(shard));
    rewritten.shard().ifPresent(finished::add);
    return new RewrittenShard(
        shard.path(), rewritten.shard().map(FinishedShard::file).orElse(null), rewritten.removed());
  }
}
