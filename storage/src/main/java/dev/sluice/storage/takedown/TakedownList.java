package dev.sluice.storage.takedown;

import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.algorithms.neardup.Signer;
import dev.sluice.core.UrlForm;
import dev.sluice.storage.DamagedFileException;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.rows.ByteRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;

/**
 * The entries of a take-down. An entry names rows by their id, URL, domain, text, or a text that is
 * similar to theirs.
 *
 * <pre>
 * header   "SLUBLOK" 1; number of kinds that have entries, 1 byte
 *          for each of them: code, 1 byte; number of entries
 * entries  of these kinds, by ascending code; those of a kind are sorted as unsigned bytes
 *   1 id      form as in deduplication, 1 byte: 0 hashed, 1 UUID; MD5 or UUID, 16 bytes
 *   2 url     as a text, but of the form of the URL
 *   3 domain  length, 1 byte; name
 *   4 text    length; CRC-32C of the first 256 bytes; the first 16 bytes of the SHA-256
 *   5 near    length, 2 bytes; signature of a text, as {@link Signature} encodes it
 * tail     CRC-32C of everything before it
 * </pre>
 *
 * <p>Numbers are big-endian, and have 4 bytes if not stated otherwise. Equal entries make equal
 * bytes, in whatever order they were added. Every format ends with the same tail. Texts, URLs, and
 * ids other than UUIDs cannot be read from a list, but anyone who has one can check whether it is
 * listed.
 *
 * <p>Takes the memory of its file, which is 17 bytes for each id, 24 for each URL or text and 247
 * to 8,375 for most signatures, and 4 bytes for each domain or signature. Immutable and
 * thread-safe.
 */
public final class TakedownList {
  private static final byte[] MAGIC = {'S', 'L', 'U', 'B', 'L', 'O', 'K'};
  private static final int FORMAT = 1;
  private static final int HEADER_BYTES = MAGIC.length + 2;
  private static final int KIND_BYTES = 1 + Integer.BYTES;
  private static final int MOST_BYTES = Integer.MAX_VALUE - 128;

  /** The number of keys of a signature for take-downs; that of a short text has one. */
  private static final int NEAR_KEYS = 28;

  private static final String USE_NEWER = "; use the newer version that wrote it";

  /** The list without entries. */
  public static final TakedownList NONE = new Builder().build();

  private final byte[] bytes;
  private final Map<EntryKind, Entries> entries = new EnumMap<>(EntryKind.class);

  /**
   * Takes the bytes of a list.
   *
   * @throws IllegalArgumentException if they are something else; says why
   */
  private TakedownList(byte[] bytes) {
    this.bytes = bytes;
    ByteBuffer header = header(bytes);
    int at = HEADER_BYTES + (header.get() & 0xFF) * KIND_BYTES;
    int end = bytes.length - Integer.BYTES;
    require(at <= end, "it ends within its header");
    int first = at;
    int code = 0;
    while (header.position() < first) {
      require(header.get(header.position()) > code, "its kinds are not sorted");
      code = header.get();
      Entries found = new Entries(kind(code), bytes, at, header.getInt(), end);
      require(found.count() > 0, "it has a kind without entries");
      requireSignatures(code, found);
      entries.put(kind(code), found);
      at = found.end();
    }
    require(at == end, "it has more than its entries");
  }

  private static ByteBuffer header(byte[] bytes) {
    boolean isList =
        bytes.length >= HEADER_BYTES + Integer.BYTES
            && Arrays.equals(MAGIC, Arrays.copyOf(bytes, MAGIC.length));
    require(isList, "it is not a list of a take-down");
    int end = bytes.length - Integer.BYTES;
    ByteBuffer header = ByteBuffer.wrap(bytes, MAGIC.length, end - MAGIC.length);
    require(ByteBuffer.wrap(bytes).getInt(end) == checksum(bytes, end), "its checksum is wrong");
    int format = header.get();
    require(
        format == FORMAT,
        "it has format %d, but this version of Sluice reads only format %d%s"
            .formatted(format, FORMAT, USE_NEWER));
    return header;
  }

  private static EntryKind kind(int code) {
    return EntryKind.ofCode(code)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "it has entries of kind %d, which this version of Sluice does not know%s"
                        .formatted(code, USE_NEWER)));
  }

  private static void requireSignatures(int code, Entries found) {
    try {
      for (int i = 0; code == EntryKind.NEAR.code() && i < found.count(); i++) {
        int keys = NearTable.signature(found, i).keys().length;
        require(keys == 1 || keys == NEAR_KEYS, "one has %d keys".formatted(keys));
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("its signatures are damaged: " + e.getMessage(), e);
    }
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  /**
   * Reads a list.
   *
   * @throws DamagedFileException if the file is not a list that this version can read; names the
   *     file
   * @throws IOException if the file cannot be read
   */
  public static TakedownList read(Path file) throws IOException {
    try {
      require(Files.size(file) <= MOST_BYTES, "it is too large for a list");
      return new TakedownList(Files.readAllBytes(file));
    } catch (IllegalArgumentException e) {
      throw new DamagedFileException(file, e.getMessage(), e);
    }
  }

  /** Returns the list of all entries of these lists. */
  public static TakedownList union(List<TakedownList> lists) {
    List<TakedownList> some = lists.stream().filter(list -> !list.isEmpty()).toList();
    if (some.size() == 1) {
      return some.get(0);
    }
    Builder union = new Builder();
    some.forEach(union::add);
    return union.build();
  }

  /** Returns the list of the entries that another list does not have. */
  public TakedownList without(TakedownList other) {
    if (other.isEmpty()) {
      return this;
    }
    return without(
        (kind, entry) -> {
          Entries own = entries(kind);
          return other.entries(kind).find(bytes, own.begin(entry), own.length(entry)) >= 0;
        });
  }

  /** Says whether the entry of a kind that has a number is left out. */
  interface LeftOut {
    boolean test(EntryKind kind, int entry);
  }

  /** Returns the list of the entries that are not left out. */
  TakedownList without(LeftOut leftOut) {
    Builder rest = new Builder();
    entries.forEach(
        (kind, own) -> {
          for (int i = 0; i < own.count(); i++) {
            if (!leftOut.test(kind, i)) {
              rest.add(kind, bytes, own.begin(i), own.length(i));
            }
          }
        });
    return rest.build();
  }

  Entries entries(EntryKind kind) {
    return entries.getOrDefault(kind, Entries.NONE);
  }

  /** Returns the number of entries of a kind. */
  public long count(EntryKind kind) {
    return entries(kind).count();
  }

  /** Returns the number of entries. */
  public long count() {
    return entries.values().stream().mapToLong(Entries::count).sum();
  }

  /** Returns whether there are no entries. */
  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Returns the number of entries by {@link EntryKind#key}. Kinds without entries are absent. */
  public SortedMap<String, Long> counts() {
    SortedMap<String, Long> counts = new TreeMap<>();
    entries.forEach((kind, each) -> counts.put(kind.key(), (long) each.count()));
    return counts;
  }

  /** Returns the bytes of the file. They must not be changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns the SHA-256 of the file, in hexadecimal. */
  public String sha256() {
    return Publication.sha256(bytes);
  }

  /** Collects entries in any order. Equal entries count once. Not thread-safe. */
  public static final class Builder {
    private static final int FIRST_BYTES = 1 << 10;

    private final Optional<Signer> signer;
    private final EntryForms forms = new EntryForms();
    private final Map<EntryKind, ByteRows> rows = new EnumMap<>(EntryKind.class);
    private long count;
    private long bytes;

    /** Creates a builder that adds no signatures of texts. */
    public Builder() {
      this(Optional.empty());
    }

    /**
     * @param signer signs each text that is added, so that its near-copies are named, too
     */
    public Builder(Optional<Signer> signer) {
      this.signer = signer;
    }

    /** Returns how many entries were added. Equal ones count each time. */
    public long count() {
      return count;
    }

    /**
     * Returns the memory that building the list takes at most: 3 times the bytes of the entries,
     * because they are in an array that grows and in the list, and 24 bytes for the place of each
     * entry and for sorting.
     */
    public long memoryBytes() {
      return 3 * bytes + 24 * count;
    }

    /** Adds an id, given as its bytes in UTF-8. */
    public void id(byte[] id) {
      add(EntryKind.ID, forms.id(id));
    }

    /** Adds a URL in any form. */
    public void url(String url) {
      byte[] form = UrlForm.of(url).text().getBytes(StandardCharsets.UTF_8);
      addHashed(EntryKind.URL, form, 0, form.length);
    }

    /**
     * Adds a domain in any form.
     *
     * @throws IllegalArgumentException if it is not a domain; see {@link UrlForm#domain}
     */
    public void domain(String domain) {
      add(EntryKind.DOMAIN, forms.domain(UrlForm.domain(domain)));
    }

    /**
     * Adds a text, given as a range of bytes in UTF-8. Also adds its signature if this builder has
     * a signer and the text has anything to sign.
     */
    public void text(byte[] text, int offset, int length) {
      addHashed(EntryKind.TEXT, text, offset, length);
      signer
          .map(each -> each.sign(text, offset, length))
          .filter(signature -> signature.keys().length > 0)
          .ifPresent(signature -> add(EntryKind.NEAR, forms.near(signature)));
    }

    private void addHashed(EntryKind kind, byte[] bytes, int offset, int length) {
      add(kind, forms.hashed(bytes, offset, length));
    }

    /** Adds all entries of a list. */
    public void add(TakedownList list) {
      list.entries.forEach(
          (kind, each) -> {
            for (int i = 0; i < each.count(); i++) {
              add(kind, list.bytes, each.begin(i), each.length(i));
            }
          });
    }

    private void add(EntryKind kind, byte[] entry) {
      add(kind, entry, 0, entry.length);
    }

    private void add(EntryKind kind, byte[] from, int offset, int length) {
      count++;
      bytes += length;
      require(
          bytes <= MOST_BYTES, "the entries have more than 2 GiB, the most that a list can hold");
      ByteRows added = rows.computeIfAbsent(kind, each -> new ByteRows(FIRST_BYTES));
      added.append(from, offset, length);
      added.endRow();
    }

    /** Returns the list of what was added so far. */
    public TakedownList build() {
      Map<EntryKind, int[]> sorted = new EnumMap<>(EntryKind.class);
      rows.forEach((kind, added) -> sorted.put(kind, sorted(added)));
      int size = HEADER_BYTES + sorted.size() * KIND_BYTES + Integer.BYTES;
      for (Map.Entry<EntryKind, int[]> each : sorted.entrySet()) {
        size += Arrays.stream(each.getValue()).map(rows.get(each.getKey())::length).sum();
      }
      ByteBuffer list = ByteBuffer.allocate(size);
      list.put(MAGIC).put((byte) FORMAT).put((byte) sorted.size());
      sorted.forEach((kind, order) -> list.put((byte) kind.code()).putInt(order.length));
      sorted.forEach((kind, order) -> put(list, rows.get(kind), order));
      list.putInt(checksum(list.array(), list.position()));
      return new TakedownList(list.array());
    }

    private static void put(ByteBuffer list, ByteRows rows, int[] order) {
      for (int row : order) {
        list.put(rows.bytes(), rows.offset(row), rows.length(row));
      }
    }

    /** Returns the rows in the order of their bytes. Of equal rows, it has the first. */
    private static int[] sorted(ByteRows rows) {
      long[] order = LongStream.range(0, rows.size()).toArray();
      sort(rows, order, 0, order.length, 0);
      int[] kept = new int[order.length];
      int count = 0;
      for (long each : order) {
        int row = (int) each;
        if (count == 0 || compare(rows, kept[count - 1], row) != 0) {
          kept[count++] = row;
        }
      }
      return Arrays.copyOf(kept, count);
    }

    /**
     * Sorts a range of rows of which the first bytes are equal: by the next four bytes, and then
     * each range in which these are equal, too. Needs no object for a row. Rows that are equal up
     * to the end of one have the same length, because entries begin with it.
     *
     * @param order the number of each row in the lower 32 bits
     */
    private static void sort(ByteRows rows, long[] order, int from, int to, int equalBytes) {
      int at = equalBytes;
      do {
        for (int i = from; i < to; i++) {
          int row = (int) order[i];
          order[i] = (long) fourBytes(rows, row, at) << Integer.SIZE | row;
        }
        Arrays.sort(order, from, to);
        at += Integer.BYTES;
      } while (at < rows.length((int) order[from]) && isEqual(order[from], order[to - 1]));
      int begin = from;
      for (int i = from + 1; i <= to; i++) {
        if (i == to || !isEqual(order[begin], order[i])) {
          if (i > begin + 1 && at < rows.length((int) order[begin])) {
            sort(rows, order, begin, i, at);
          }
          begin = i;
        }
      }
    }

    private static boolean isEqual(long one, long other) {
      return one >> Integer.SIZE == other >> Integer.SIZE;
    }

    /** Returns bytes of a row as a number with the same order. Bytes after the row are zero. */
    private static int fourBytes(ByteRows rows, int row, int from) {
      int four = 0;
      for (int i = from; i < from + Integer.BYTES; i++) {
        int each = i < rows.length(row) ? rows.bytes()[rows.offset(row) + i] & 0xFF : 0;
        four = four << Byte.SIZE | each;
      }
      return four ^ Integer.MIN_VALUE;
    }

    private static int compare(ByteRows rows, int one, int other) {
      int from = rows.offset(one);
      int otherFrom = rows.offset(other);
      return Arrays.compareUnsigned(
          rows.bytes(),
          from,
          from + rows.length(one),
          rows.bytes(),
          otherFrom,
          otherFrom + rows.length(other));
    }
  }
}
