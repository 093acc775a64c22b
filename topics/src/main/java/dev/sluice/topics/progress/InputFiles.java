package dev.sluice.topics.progress;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.PathReader;
import dev.sluice.core.PathWriter;
import dev.sluice.core.Utf8;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * An immutable, compressed list of source files. A file takes about 35 bytes of memory, or 20
 * without a tail. The list is compressed because a history may have millions of files.
 *
 * <pre>
 * block 0 (32 files)                     block 1
 * [full path, size, time, tail][shared prefix length + rest, ...]...[full path, ...]...
 * </pre>
 *
 * <p>Iteration takes linear time and decodes every file; {@link #get} decodes at most 32 files.
 * Thread-safe.
 */
public final class InputFiles extends AbstractList<ListedFile> {
  /** The number of files per block. Decoding can start at any block. */
  private static final int BLOCK = 32;

  private static final int TAIL_BYTES = 16;
  private static final int NO_TAIL = 0;
  private static final int TAIL = 1;
  private static final int OTHER_TAIL = 2;

  private static final InputFiles NONE = new Builder().build();

  private final byte[] coded;
  private final int[] blocks;
  private final long[] bytesBefore;
  private final int size;
  private final long bytes;
  private final boolean ascending;

  private InputFiles(Builder builder) {
    this.coded = builder.coded.toBytes();
    this.blocks = Arrays.copyOf(builder.blocks, blocks(builder.size));
    this.bytesBefore = Arrays.copyOf(builder.bytesBefore, blocks(builder.size));
    this.size = builder.size;
    this.bytes = builder.bytes;
    this.ascending = builder.ascending;
  }

  private static int blocks(int files) {
    return (files + BLOCK - 1) / BLOCK;
  }

  /** Returns the paths of the files, in order. */
  public Stream<String> paths() {
    return stream().map(ListedFile::path);
  }

  /** Returns an empty list. */
  public static InputFiles none() {
    return NONE;
  }

  /** Creates a list of these files in this order. */
  public static InputFiles copyOf(Collection<ListedFile> files) {
    if (files instanceof InputFiles same) {
      return same;
    }
    Builder builder = new Builder();
    files.forEach(builder::add);
    return builder.build();
  }

  /** Builds a list. Not thread-safe. */
  public static final class Builder {
    private final PathWriter coded = new PathWriter();
    private int[] blocks = {};
    private long[] bytesBefore = {};
    private int size;
    private long bytes;
    private boolean ascending = true;
    private String lastPath = "";
    private long lastModified;

    /** Appends a file. */
    public Builder add(ListedFile file) {
      if (size % BLOCK == 0) {
        startBlock();
      }
      ascending &= size == 0 || Utf8.ORDER.compare(lastPath, file.path()) < 0;
      coded.writePath(file.path());
      coded.writeNumber(file.bytes());
      long later = file.modified() - lastModified;
      coded.writeNumber((later << 1) ^ (later >> 63));
      writeTail(file.tail());
      lastPath = file.path();
      lastModified = file.modified();
      bytes += file.bytes();
      size++;
      return this;
    }

    private void startBlock() {
      int block = size / BLOCK;
      if (block == blocks.length) {
        blocks = Arrays.copyOf(blocks, 16 + 2 * block);
        bytesBefore = Arrays.copyOf(bytesBefore, blocks.length);
      }
      blocks[block] = coded.size();
      bytesBefore[block] = bytes;
      coded.restart();
      lastModified = 0;
    }

    private void writeTail(String tail) {
      if (tail.isEmpty()) {
        coded.writeNumber(NO_TAIL);
        return;
      }
      boolean hash = isHash(tail);
      byte[] raw = hash ? HexFormat.of().parseHex(tail) : tail.getBytes(UTF_8);
      coded.writeNumber(hash ? TAIL : OTHER_TAIL + raw.length);
      coded.writeRaw(raw, 0, raw.length);
    }

    private static boolean isHash(String tail) {
      return tail.length() == 2 * TAIL_BYTES
          && tail.chars().allMatch(c -> c >= '0' && c <= '9' || c >= 'a' && c <= 'f');
    }

    /** Builds a list of the files added so far. */
    public InputFiles build() {
      return new InputFiles(this);
    }
  }

  @Override
  public int size() {
    return size;
  }

  /** Returns the total size of the files, in constant time. */
  public long bytes() {
    return bytes;
  }

  /**
   * Returns the total size of the files before this index. If the index is the number of files, it
   * is the size of all files.
   */
  public long bytesBefore(int index) {
    if (index >= size) {
      return bytes;
    }
    int block = index / BLOCK;
    long before = bytesBefore[block];
    Iterator<ListedFile> files = new Cursor(block);
    for (int i = block * BLOCK; i < index; i++) {
      before += files.next().bytes();
    }
    return before;
  }

  /** Returns the approximate memory of the list, in bytes. */
  public long memoryBytes() {
    return coded.length + (long) blocks.length * (Integer.BYTES + Long.BYTES);
  }

  @Override
  public ListedFile get(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException(index + " of " + size + " files");
    }
    Iterator<ListedFile> files = new Cursor(index / BLOCK);
    for (int i = index % BLOCK; i > 0; i--) {
      files.next();
    }
    return files.next();
  }

  @Override
  public Iterator<ListedFile> iterator() {
    return new Cursor(0);
  }

  /**
   * Returns the files sorted by the UTF-8 bytes of their paths. This is usually this list itself.
   */
  public InputFiles ascending() {
    if (ascending) {
      return this;
    }
    List<ListedFile> files = new ArrayList<>(this);
    files.sort(Comparator.comparing(ListedFile::path, Utf8.ORDER));
    return copyOf(files);
  }

  /**
   * Returns the index of the file with this path. Takes logarithmic time if the list is sorted by
   * path.
   */
  public OptionalInt find(String path) {
    int index = indexOf(path, file -> file.path().equals(path));
    return index < 0 ? OptionalInt.empty() : OptionalInt.of(index);
  }

  /**
   * Returns the index of an equal file, or -1. Takes logarithmic time if the list is sorted by
   * path.
   */
  @Override
  public int indexOf(Object file) {
    return file instanceof ListedFile listed ? indexOf(listed.path(), listed::equals) : -1;
  }

  /** Returns whether the list has an equal file. It is as fast as {@link #indexOf}. */
  @Override
  public boolean contains(Object file) {
    return indexOf(file) >= 0;
  }

  /** Returns the index of the first wanted file, which must have this path, or -1. */
  private int indexOf(String path, Predicate<ListedFile> wanted) {
    int block = ascending ? blockOf(path) : 0;
    int end = ascending ? Math.min(size, (block + 1) * BLOCK) : size;
    Cursor files = new Cursor(block);
    for (int i = block * BLOCK; i < end; i++) {
      if (wanted.test(files.next())) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the last block that starts at or before a path, or else the first block. */
  private int blockOf(String path) {
    int low = 0;
    int high = blocks.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (Utf8.ORDER.compare(new PathReader(coded, blocks[middle]).readPath(), path) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Compares the encoded bytes. They are equal for equal lists. */
  @Override
  public boolean equals(Object other) {
    return other instanceof InputFiles files
        ? size == files.size && Arrays.equals(coded, files.coded)
        : super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }

  private final class Cursor implements Iterator<ListedFile> {
    private PathReader in = new PathReader(coded, 0);
    private int index;
    private long modified;

    Cursor(int block) {
      this.index = block * BLOCK;
    }

    @Override
    public boolean hasNext() {
      return index < size;
    }

    @Override
    public ListedFile next() {
      if (index >= size) {
        throw new NoSuchElementException();
      }
      if (index % BLOCK == 0) {
        in = new PathReader(coded, blocks[index / BLOCK]);
        modified = 0;
      }
      index++;
      String path = in.readPath();
      long length = in.readNumber();
      long later = in.readNumber();
      modified += (later >>> 1) ^ -(later & 1);
      return new ListedFile(path, length, modified, tail());
    }

    private String tail() {
      int kind = in.readCount(Integer.MAX_VALUE);
      return switch (kind) {
        case NO_TAIL -> "";
        case TAIL -> HexFormat.of().formatHex(in.readRaw(TAIL_BYTES));
        default -> new String(in.readRaw(kind - OTHER_TAIL), UTF_8);
      };
    }
  }
}
