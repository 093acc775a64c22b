package dev.sluice.neardup;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.KeySort;
import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.core.Utf8;
import dev.sluice.storage.publish.Publication;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Signatures that wait for a decision. They are in any order, and may occur twice. Keys are in
 * memory, 16 bytes and 8 for each key a document; ids and fingerprints are in a temporary file. Not
 * thread-safe, but several threads may read keys.
 */
public final class SignatureBatch implements Closeable {
  /** Replaces the keys that a document does not have. */
  static final long NO_KEY = -1;

  private static final int FIRST_CAPACITY = 64;
  private static final double GROWTH = 1.3;

  /** The size of the buffer. Documents are written when they fill half of it. */
  private static final int BUFFER_BYTES = 1 << 16;

  private static final int WINDOW_BYTES = 1 << 14;
  private static final int ROW_BITS = 40;
  private static final long MOST_ROW = (1L << ROW_BITS) - 1;
  private static final int MOST_FILES = 1 << Long.SIZE - 1 - ROW_BITS;

  /** Of a file's path, beside its characters. */
  private static final int PATH_BYTES = 150;

  private final int width;
  private final Path path;
  private final RecordEncoder buffer = new RecordEncoder();
  private final Table<String> files = new Table<>();
  private final Table<Group> groups = new Table<>();
  private long windowBegin;
  private long written;
  private long[] keys = {};
  private long[] places = {};
  private long[] positions = {};
  private int count;
  private long pathBytes;

  // Null before the first document: thousands of units may wait without any.
  private FileChannel spill;
  private ByteBuffer window;

  /** What many documents have in common. */
  private record Group(String dump, String bucket) {}

  /** Numbers for values, in the order in which they come first. */
  private static final class Table<T> {
    private final List<T> values = new ArrayList<>();
    private final Map<T, Integer> numbers = new HashMap<>();

    int number(T value) {
      return numbers.computeIfAbsent(
          value,
          added -> {
            values.add(added);
            return values.size() - 1;
          });
    }
  }

  /**
   * @param path of a temporary file, which is created for the first document, with its directory,
   *     and deleted when the batch is closed
   * @param width the most keys of a document, 1 or more
   */
  public SignatureBatch(Path path, int width) {
    this.path = path;
    this.width = width;
  }

  private void begin() throws IOException {
    Publication.createDirectories(path.getParent());
    spill =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    window = ByteBuffer.allocate(WINDOW_BYTES).limit(0);
  }

  /** Returns the number of documents. A document that arrived twice counts twice. */
  public int count() {
    return count;
  }

  /** Returns the memory, in bytes, while documents wait. */
  public long bytes() {
    long buffers = spill == null ? 0 : BUFFER_BYTES + WINDOW_BYTES;
    return buffers
        + pathBytes
        + Long.BYTES * (keys.length + places.length + (long) positions.length);
  }

  /** Adds a document. Without keys, it stays. */
  public void add(DocumentOrigin origin, Signature signature) throws IOException {
    if (spill == null) {
      begin();
    }
    int known = files.values.size();
    int file = files.number(origin.file());
    long[] own = signature.keys();
    pathBytes += file == known ? PATH_BYTES + origin.file().length() : 0;
    if (own.length > width || origin.row() > MOST_ROW || file >= MOST_FILES) {
      throw new IllegalArgumentException(
          "%d keys of row %d in file number %d: a document must have at most %d keys and a batch at most %d files"
              .formatted(own.length, origin.row(), file, width, MOST_FILES));
    }
    reserve();
    int at = count * width;
    System.arraycopy(own, 0, keys, at, own.length);
    Arrays.fill(keys, at + own.length, at + width, NO_KEY);
    places[count] = (long) file << ROW_BITS | origin.row();
    positions[count] = written + buffer.size();
    count++;
    buffer.text(origin.id());
    buffer.number(groups.number(new Group(origin.dump(), origin.bucket())));
    buffer.fingerprint(signature.fingerprint());
    if (buffer.size() >= BUFFER_BYTES / 2) {
      flush();
    }
  }

  private void reserve() {
    if (count == places.length) {
      int capacity = Math.max(FIRST_CAPACITY, (int) Math.min(GROWTH * count, 1 << 30));
      places = Arrays.copyOf(places, capacity);
      positions = Arrays.copyOf(positions, capacity);
      keys = Arrays.copyOf(keys, Math.multiplyExact(capacity, width));
    }
  }

  private void flush() throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(buffer.bytes(), 0, buffer.size());
    while (bytes.hasRemaining()) {
      written += spill.write(bytes, written);
    }
    buffer.clear();
  }

  /** Returns the maximum number of keys of a document. */
  public int width() {
    return width;
  }

  /** Returns a key of a document, or {@link #NO_KEY} if the document has fewer keys. */
  long key(int document, int number) {
    return keys[document * width + number];
  }

  /**
   * Returns a document. This is fast if documents are requested roughly in the order in which they
   * were added.
   */
  Document document(int number) throws IOException {
    long begin = positions[number];
    int length = length(number);
    if (begin < windowBegin || begin + length > windowBegin + window.limit()) {
      if (length > window.capacity()) {
        return distantDocument(number);
      }
      flush();
      windowBegin = begin;
      window.clear().limit((int) Math.min(window.capacity(), written - begin));
      read(window, begin);
    }
    return decode(number, window.duplicate().position((int) (begin - windowBegin)));
  }

  /** Returns a document. Documents may be requested in any order. */
  Document distantDocument(int number) throws IOException {
    flush();
    ByteBuffer bytes = ByteBuffer.allocate(length(number));
    read(bytes, positions[number]);
    return decode(number, bytes);
  }

  private int length(int document) {
    long end = document + 1 < count ? positions[document + 1] : written + buffer.size();
    return Math.toIntExact(end - positions[document]);
  }

  private void read(ByteBuffer into, long position) throws IOException {
    while (into.hasRemaining()) {
      if (spill.read(into, position + into.position()) < 0) {
        throw new EOFException("The temporary file of waiting signatures is truncated");
      }
    }
    into.flip();
  }

  private Document decode(int document, ByteBuffer bytes) {
    RecordDecoder decoder = new RecordDecoder(bytes);
    String id = decoder.text();
    Group group = groups.values.get((int) decoder.number());
    Fingerprint fingerprint = decoder.fingerprint();
    String file = files.values.get(fileOf(places[document]));
    long row = places[document] & MOST_ROW;
    return new Document(
        new DocumentOrigin(file, row, id, group.dump(), group.bucket()), fingerprint);
  }

  private static int fileOf(long place) {
    return (int) (place >>> ROW_BITS);
  }

  /** Returns all documents in the order in which they were added. */
  public int[] inOrderOfArrival() {
    return IntStream.range(0, count).toArray();
  }

  /** Returns the documents before a frontier, each once, in the order of files and rows. */
  public int[] before(Frontier frontier) {
    List<String> sorted = files.values.stream().sorted(Utf8.ORDER).toList();
    long[] ranks = new long[sorted.size()];
    for (int rank = 0; rank < ranks.length; rank++) {
      ranks[files.number(sorted.get(rank))] = rank;
    }
    long[] limits = limits(frontier);
    long[] order = new long[count];
    int[] documents = new int[count];
    int size = 0;
    for (int i = 0; i < count; i++) {
      int file = fileOf(places[i]);
      long row = places[i] & MOST_ROW;
      if (row < limits[file]) {
        order[size] = ranks[file] << ROW_BITS | row;
        documents[size++] = i;
      }
    }
    if (!isAscending(order, size)) {
      KeySort.sort(order, documents, 0, size);
    }
    int distinct = 0;
    int[] found = new int[size];
    for (int i = 0; i < size; i++) {
      if (i == 0 || order[i] != order[i - 1]) {
        found[distinct++] = documents[i];
      }
    }
    return Arrays.copyOf(found, distinct);
  }

  private static boolean isAscending(long[] values, int size) {
    for (int i = 1; i < size; i++) {
      if (values[i] <= values[i - 1]) {
        return false;
      }
    }
    return true;
  }

  /** For each file, the row up to which it is covered. */
  private long[] limits(Frontier frontier) {
    return files.values.stream()
        .mapToLong(
            file ->
                frontier.covers(file, MOST_ROW)
                    ? Long.MAX_VALUE
                    : file.equals(frontier.file()) ? frontier.row() : 0)
        .toArray();
  }

  /**
   * Returns the number of documents before a frontier. A document that arrived twice counts twice.
   */
  public int covered(Frontier frontier) {
    long[] limits = limits(frontier);
    int covered = 0;
    for (int i = 0; i < count; i++) {
      covered += (places[i] & MOST_ROW) < limits[fileOf(places[i])] ? 1 : 0;
    }
    return covered;
  }

  /**
   * Returns a place that has about half of the documents before it, and at least one. There must be
   * documents.
   */
  public Frontier middle() {
    int[] order = before(Frontier.END);
    long place = order.length > 1 ? places[order[order.length / 2]] : places[order[0]] + 1;
    return new Frontier(files.values.get(fileOf(place)), place & MOST_ROW, false);
  }

  /** Adds the documents between two places to another batch. */
  public void addTo(SignatureBatch to, Frontier from, Frontier until) throws IOException {
    long[] least = limits(from);
    long[] limits = limits(until);
    for (int i = 0; i < count; i++) {
      int file = fileOf(places[i]);
      long row = places[i] & MOST_ROW;
      if (row >= least[file] && row < limits[file]) {
        Document document = document(i);
        long[] own =
            Arrays.stream(keys, i * width, (i + 1) * width).filter(key -> key != NO_KEY).toArray();
        to.add(document.origin(), new Signature(own, document.fingerprint()));
      }
    }
  }

  /** Deletes the temporary file. */
  @Override
  public void close() throws IOException {
    if (spill != null) {
      spill.close();
    }
  }
}
