package dev.sluice.sink;

import dev.sluice.core.gauge.DropExample;
import dev.sluice.core.values.PinnedPath;
import dev.sluice.storage.PermanentException;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.source.JsonSource;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.SourceTextCache;
import dev.sluice.storage.source.TextHandOver;
import dev.sluice.topics.progress.PinnedUnits;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.TextPointer;
import dev.sluice.topics.record.TopicDocument;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads texts and carried columns from the source files. It compares them with their hashes. A text
 * may take at most a sixth of the heap, because it is in memory as a page, as a copy, and several
 * times while its page is compressed. Thread-safe.
 */
public final class SourceTexts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SourceTexts.class);
  private static final int HEAP_SHARE = 6;
  private static final int MAX_SOURCES = 64;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
  private static final String OTHER_TEXT = "the file has a different text at this place";

  /** Receives a text and the columns of its row. Must neither change nor keep the buffers. */
  @FunctionalInterface
  public interface TextTaker {
    /**
     * Receives a text and the columns of its row.
     *
     * @param columns carried columns of the row, as a record; may be empty
     */
    void accept(ByteBuffer text, ByteBuffer columns) throws IOException;
  }

  /** Reads from a source file. */
  @FunctionalInterface
  private interface SourceRead<T> {
    T read() throws IOException;
  }

  private final Optional<SinkSettings.Source> source;
  private final PinnedUnits pinned;
  private final long maxBytes;
  private final SourceTextCache cache;
  private final Map<UnitFile, Opening> sources = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * A file of a given unit. The unit matters because its next generation may have a different
   * version of the file.
   */
  private record UnitFile(String unit, String file) {
    static UnitFile of(TopicDocument document) {
      return new UnitFile(document.unit(), document.file());
    }
  }

  /** A file that its first user opens while other users of the file wait. */
  private static final class Opening {
    private Optional<ParquetSource> opened = Optional.empty();

    synchronized ParquetSource open(SourceRead<ParquetSource> opening) throws IOException {
      if (opened.isEmpty()) {
        opened = Optional.of(opening.read());
      }
      return opened.get();
    }

    synchronized Optional<ParquetSource> opened() {
      return opened;
    }
  }

  /**
   * @param source source files; if empty, every read fails
   * @param pinned locations of a unit's source files, if the input has commits
   * @param cacheBytes memory for pages of the sources
   */
  public SourceTexts(Optional<SinkSettings.Source> source, PinnedUnits pinned, long cacheBytes) {
    this(source, pinned, cacheBytes, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
  }

  SourceTexts(
      Optional<SinkSettings.Source> source, PinnedUnits pinned, long cacheBytes, long maxBytes) {
    this.source = source;
    this.pinned = pinned;
    this.cache = new SourceTextCache(cacheBytes);
    this.maxBytes = maxBytes;
  }

  /**
   * Reads the text to which a document points, from ingest's buffer or from the source.
   *
   * @param use receiver of the text, called once
   * @throws IOException if the source file is missing or contains a different text; the document is
   *     never skipped
   */
  public void read(TopicDocument document, TextPointer pointer, TextTaker use) throws IOException {
    if (!isHandedOver(document, pointer, use)) {
      readAgain(document, pointer, use);
    }
  }

  /**
   * Releases a text in ingest's buffer that will not be read. It counts as used, so its memory
   * becomes free together with that of its neighbours.
   */
  public void pass(TopicDocument document, TextPointer pointer) throws IOException {
    Optional<TextHandOver> handOver = source.flatMap(SinkSettings.Source::handOver);
    if (handOver.isPresent()) {
      handOver
          .get()
          .use(document.file(), pointer.rowGroup(), document.row(), (passed, hash) -> true);
    }
  }

  /**
   * Returns an example of a document that is not written. Its text is released as by {@link #pass}.
   * The example has no text if the text is too large for a record, or cannot be read.
   */
  DropExample example(TopicDocument document) {
    AtomicReference<DropExample> example = new AtomicReference<>(document.example());
    Optional<TextPointer> pointer = document.pointer();
    if (pointer.isPresent() && !(document instanceof DocumentRecord)) {
      try {
        read(
            document,
            pointer.get(),
            (text, columns) ->
                example.updateAndGet(
                    bare ->
                        bare.withText(
                            text.array(), text.arrayOffset() + text.position(), text.remaining())));
      } catch (IOException e) {
        LOG.debug("the text of an example cannot be read", e);
      }
    }
    return example.get();
  }

  /**
   * Makes ingest continue without waiting for the sink to take texts. The sink is waiting for the
   * matcher.
   */
  public void standStill() {
    source.flatMap(SinkSettings.Source::handOver).ifPresent(TextHandOver::standStill);
  }

  private boolean isHandedOver(TopicDocument document, TextPointer pointer, TextTaker use)
      throws IOException {
    Optional<TextHandOver> handOver = source.flatMap(SinkSettings.Source::handOver);
    return handOver.isPresent()
        && handOver
            .get()
            .use(
                document.file(),
                pointer.rowGroup(),
                document.row(),
                (both, hash) -> useHandedOver(both, hash, pointer, use));
  }

  /**
   * Uses a text if the hash that ingest computed for it is the pointer's. The hash is not computed
   * again, because the text has stayed in memory since.
   */
  private static boolean useHandedOver(
      ByteBuffer both, long hash, TextPointer pointer, TextTaker use) throws IOException {
    boolean same =
        both.remaining() >= pointer.length()
            && pointer.hash().isCrc()
            && pointer.hash().crcs() == hash;
    if (same) {
      int length = (int) pointer.length();
      use.accept(
          both.slice(both.position(), length),
          both.slice(both.position() + length, both.remaining() - length));
    }
    return same;
  }

  /** Reads a text from the source, with its columns unless the record has them. */
  private void readAgain(TopicDocument document, TextPointer pointer, TextTaker use)
      throws IOException {
    ByteBuffer text = find(document, pointer);
    boolean isLarge = document instanceof DocumentRecord;
    ByteBuffer columns =
        document instanceof DocumentRecord whole ? whole.columns() : columns(document, pointer);
    if (text.remaining() != pointer.length()
        || !pointer.hash().matches(text, isLarge ? NOTHING : columns)) {
      throw changed(document, OTHER_TEXT);
    }
    use.accept(text, columns);
  }

  /** Reads the text of a row from its source file, Parquet or JSON. */
  private ByteBuffer find(TopicDocument document, TextPointer pointer) throws IOException {
    if (pointer.length() > maxBytes) {
      throw new PermanentException(
          "%s has %,d bytes, but with the current memory, a text can have at most %,d bytes. Set memory to %d times as much"
              .formatted(
                  where(document),
                  pointer.length(),
                  maxBytes,
                  (pointer.length() + maxBytes) / maxBytes));
    }
    Optional<ByteBuffer> text = isJson(document) ? inJson(document) : inParquet(document, pointer);
    return text.orElseThrow(() -> changed(document, OTHER_TEXT));
  }

  private boolean isJson(TopicDocument document) throws IOException {
    return !isOpen(document) && JsonSource.reads(file(there(document), document));
  }

  private synchronized boolean isOpen(TopicDocument document) {
    return sources.containsKey(UnitFile.of(document));
  }

  /**
   * Reads a text from a JSON file, which requires reading everything before it. Only texts that are
   * too large for a record are read this way.
   */
  private Optional<ByteBuffer> inJson(TopicDocument document) throws IOException {
    SinkSettings.Source there = there(document);
    Path file = file(there, document);
    return fromSource(
        document,
        () -> JsonSource.open(file, there.columns(), rules(document)).text(document.row()));
  }

  private Optional<ByteBuffer> inParquet(TopicDocument document, TextPointer pointer)
      throws IOException {
    requireRow(document, pointer);
    return fromSource(
        document, () -> cache.text(open(document), pointer.rowGroup(), document.row()));
  }

  /** Returns the rules for columns in the path, as ingest applies them. */
  private static FieldRules rules(TopicDocument document) {
    return FieldRules.DEFAULT.inFile(document.file());
  }

  private ByteBuffer columns(TopicDocument document, TextPointer pointer) throws IOException {
    return fromSource(
        document, () -> cache.columns(open(document), pointer.rowGroup(), document.row()));
  }

  private static String where(TopicDocument document) {
    return "the text of %s row %d".formatted(document.file(), document.row());
  }

  private void requireRow(TopicDocument document, TextPointer pointer) throws IOException {
    ParquetSource opened = open(document);
    int rowGroup = pointer.rowGroup();
    boolean has = rowGroup >= 0 && rowGroup < opened.rowGroups();
    long row = has ? document.row() - opened.firstRow(rowGroup) : -1;
    if (row < 0 || row >= opened.rows(rowGroup)) {
      throw changed(document, OTHER_TEXT);
    }
  }

  private <T> T fromSource(TopicDocument document, SourceRead<T> read) throws IOException {
    try {
      return read.read();
    } catch (SourceFormatException e) {
      throw changed(document, e.reason());
    } catch (IOException e) {
      forget(UnitFile.of(document));
      throw e;
    }
  }

  private IOException changed(TopicDocument document, String how) {
    forget(UnitFile.of(document));
    return new IOException(
        "%s has changed since it was ingested: %s. Restore the original file"
            .formatted(where(document), how));
  }

  /** Opens a file. Threads that need other files do not wait for it. */
  private ParquetSource open(TopicDocument document) throws IOException {
    SinkSettings.Source there = there(document);
    try {
      return opening(document)
          .open(() -> ParquetSource.open(file(there, document), there.columns(), rules(document)));
    } catch (SourceFormatException e) {
      throw changed(document, e.reason());
    }
  }

  private Opening opening(TopicDocument document) {
    Opening found;
    Optional<UnitFile> oldest = Optional.empty();
    synchronized (this) {
      found = sources.computeIfAbsent(UnitFile.of(document), absent -> new Opening());
      if (sources.size() > MAX_SOURCES) {
        oldest = Optional.of(sources.keySet().iterator().next());
      }
    }
    oldest.ifPresent(this::forget);
    return found;
  }

  private SinkSettings.Source there(TopicDocument document) throws PermanentException {
    return source.orElseThrow(
        () ->
            new PermanentException(
                where(document)
                    + " can be read only from its source file. Set input.path to the source"));
  }

  private Path file(SinkSettings.Source there, TopicDocument document) throws NoSuchFileException {
    Path root = there.root();
    Path file =
        SourceFile.isLocal(root)
            ? root.resolve(document.file())
            : PinnedPath.of(root, pinned.sources(document.unit()), document.file());
    if (!Files.exists(file)) {
      throw new NoSuchFileException(
          file.toString(),
          null,
          where(document)
              + " is still needed, but this file does not exist. Restore the file, and keep source"
              + " files until their unit is sealed");
    }
    return file;
  }

  /** Drops a file, so that it is opened again. */
  private void forget(UnitFile file) {
    Optional<Opening> dropped;
    synchronized (this) {
      dropped = Optional.ofNullable(sources.remove(file));
    }
    dropped.flatMap(Opening::opened).ifPresent(cache::forget);
  }

  /** Closes all files. */
  @Override
  public void close() {
    cache.close();
  }
}
