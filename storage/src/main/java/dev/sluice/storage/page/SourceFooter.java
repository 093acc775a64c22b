package dev.sluice.storage.page;

import dev.sluice.storage.page.PageMemory.PagesTooLargeException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;

/**
 * The footer of a Parquet file, as stored. Reading a footer allocates at most a small multiple of
 * its size, whatever sizes it declares, and at most half of the heap.
 *
 * @param version the version of the file that the footer was read from
 * @param position the footer's offset in the file; all pages are before this offset
 * @param retry how reads of the file are retried
 * @param leaves the schema's leaf columns in order; stored here because Parquet's schema searches
 *     for them on every call
 */
public record SourceFooter(
    Path file,
    SourceVersion version,
    long position,
    IoRetry retry,
    MessageType schema,
    List<ColumnDescriptor> leaves,
    FileMetaData data) {
  /** The character by which decoders replace invalid UTF-8. */
  private static final char NO_CHARACTER = '\uFFFD';

  private static final int TAIL_BYTES = 8;
  private static final int MAGIC_BYTES = 4;
  private static final String MAGIC = "PAR1";

  /**
   * The maximum depth of a schema: Parquet walks through it recursively, so deeper nesting could
   * overflow the stack.
   */
  private static final int MAX_DEPTH = 500;

  private static final int MAX_FOOTER_BYTES = 256 << 20;

  /** Returns whether the footer has metadata under this key. */
  public boolean hasKey(String key) {
    return data.isSetKey_value_metadata()
        && data.getKey_value_metadata().stream().anyMatch(entry -> entry.getKey().equals(key));
  }

  /** Returns a new map of the footer's metadata. */
  public SortedMap<String, String> metadata() {
    SortedMap<String, String> entries = new TreeMap<>();
    if (data.isSetKey_value_metadata()) {
      data.getKey_value_metadata().forEach(entry -> entries.put(entry.getKey(), entry.getValue()));
    }
    return entries;
  }

  /** Reads a footer, without retries. */
  public static SourceFooter read(Path file) throws IOException {
    return read(file, IoRetry.NEVER);
  }

  /**
   * Reads a footer.
   *
   * @param retry how these and all later reads of the file are retried
   * @throws SourceFormatException if the file is not Parquet, truncated or encrypted
   * @throws PagesTooLargeException if the footer needs more than half of the heap
   * @throws IOException if the file cannot be read
   */
  public static SourceFooter read(Path file, IoRetry retry) throws IOException {
    try (SourceFile source = SourceFile.open(file, retry)) {
      return read(file, source, retry);
    }
  }

  /**
   * Reads the footer of a known version of a file, without retries.
   *
   * @throws IOException also if the file has changed
   */
  public static SourceFooter read(Path file, SourceVersion version) throws IOException {
    try (SourceFile source = SourceFile.openUnchanged(file, version)) {
      return read(file, source, IoRetry.NEVER);
    }
  }

  private static SourceFooter read(Path file, SourceFile source, IoRetry retry) throws IOException {
    long length = source.version().length();
    source.plan(
        Math.max(0, length - SourceFile.RecentEnds.MOST_BYTES), SourceFile.RecentEnds.MOST_BYTES);
    int footerBytes = footerBytes(file, source, length);
    byte[] footer = new byte[footerBytes];
    long position = length - TAIL_BYTES - footerBytes;
    source.plan(position, footerBytes);
    source.read(position, footer, footerBytes);
    FileMetaData data = parse(file, footer);
    MessageType schema = schema(file, data);
    return new SourceFooter(
        file, source.version(), position, retry, schema, schema.getColumns(), data);
  }

  /**
   * Returns whether a file starts as Parquet files do. Such a file has a footer or is truncated.
   *
   * @throws IOException if it cannot be read
   */
  public static boolean isPromised(Path file) throws IOException {
    try (SourceFile source = SourceFile.open(file, IoRetry.NEVER)) {
      byte[] magic = new byte[MAGIC_BYTES];
      if (source.version().length() < MAGIC_BYTES) {
        return false;
      }
      source.read(0, magic, MAGIC_BYTES);
      return new String(magic, StandardCharsets.US_ASCII).equals(MAGIC);
    }
  }

  /** Returns the length of the file in bytes. */
  public long length() {
    return version.length();
  }

  /** Opens the file. It must not have changed. */
  public SourceFile open() throws IOException {
    return SourceFile.openUnchanged(file, version, retry);
  }

  private static int footerBytes(Path file, SourceFile source, long length) throws IOException {
    if (length < MAGIC_BYTES + TAIL_BYTES) {
      throw new SourceFormatException(
          file, "not a Parquet file: it has only %d bytes".formatted(length));
    }
    byte[] tail = new byte[TAIL_BYTES];
    source.read(length - TAIL_BYTES, tail, TAIL_BYTES);
    String magic =
        new String(tail, TAIL_BYTES - MAGIC_BYTES, MAGIC_BYTES, StandardCharsets.US_ASCII);
    if (magic.equals("PARE")) {
      throw new SourceFormatException(file, "is encrypted, and encrypted Parquet cannot be read");
    }
    if (!magic.equals(MAGIC)) {
      throw new SourceFormatException(
          file,
          "not a Parquet file, or truncated: its %d bytes do not end in PAR1".formatted(length));
    }
    long footerBytes = 0;
    for (int i = 0; i < 4; i++) {
      footerBytes |= (tail[i] & 0xFFL) << 8 * i;
    }
    long most = Math.min(MAX_FOOTER_BYTES, length - TAIL_BYTES - MAGIC_BYTES);
    if (footerBytes > most) {
      throw new SourceFormatException(
          file,
          "declares a footer of %d bytes, but the footer can have at most %d"
              .formatted(footerBytes, most));
    }
    return (int) footerBytes;
  }

  private static FileMetaData parse(Path file, byte[] footer) throws IOException {
    FileMetaData data = new FileMetaData();
    try {
      ThriftStruct.parse(data, footer, footer.length, Runtime.getRuntime().maxMemory() / 2);
    } catch (PageMemory.PageTooLarge e) {
      throw new PagesTooLargeException(
          file,
          "its footer of %,d bytes is too large: %s".formatted(footer.length, e.getMessage()),
          e);
    } catch (ParquetDecodingException e) {
      throw new SourceFormatException(file, "broken footer: " + e.getMessage(), e);
    }
    if (data.isSetEncryption_algorithm()) {
      throw new SourceFormatException(file, "is encrypted, and encrypted Parquet cannot be read");
    }
    return data;
  }

  /** Converts only the schema: statistics and orders are not needed and may be broken. */
  private static MessageType schema(Path file, FileMetaData data) throws SourceFormatException {
    if (data.getSchema().stream().anyMatch(field -> field.getName().indexOf(NO_CHARACTER) >= 0)) {
      throw new SourceFormatException(file, "broken schema: a column's name is not UTF-8");
    }
    if (depth(data.getSchema()) > MAX_DEPTH) {
      throw new SourceFormatException(
          file, "its schema is nested more than %d levels deep".formatted(MAX_DEPTH));
    }
    try {
      FileMetaData bare = new FileMetaData(1, data.getSchema(), 0, List.of());
      return new ParquetMetadataConverter().fromParquetMetadata(bare).getFileMetaData().getSchema();
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new SourceFormatException(file, "broken schema: " + e.getMessage(), e);
    } catch (IOException | RuntimeException e) {
      throw new SourceFormatException(file, "broken schema: its elements do not form columns", e);
    }
  }

  /**
   * Returns the depth of a schema, whose elements are listed with the number of their children,
   * which follow them.
   */
  private static int depth(List<SchemaElement> schema) {
    Deque<Integer> missing = new ArrayDeque<>();
    int deepest = 0;
    for (SchemaElement element : schema) {
      while (!missing.isEmpty() && missing.peek() == 0) {
        missing.pop();
      }
      if (!missing.isEmpty()) {
        missing.push(missing.pop() - 1);
      }
      missing.push(Math.max(0, element.getNum_children()));
      deepest = Math.max(deepest, missing.size() - 1);
    }
    return deepest;
  }

  /** Returns all leaf columns as {@code path (type)}, in file order. */
  public List<String> columns() {
    return leaves.stream().map(SourceFooter::describe).toList();
  }

  /** Returns a leaf column as {@code path (type)}. */
  public static String describe(ColumnDescriptor column) {
    PrimitiveType type = column.getPrimitiveType();
    String meaning =
        Optional.ofNullable(type.getLogicalTypeAnnotation())
            .map(annotation -> " " + annotation)
            .orElse("");
    return "%s (%s%s%s)"
        .formatted(
            String.join(".", column.getPath()),
            column.getMaxRepetitionLevel() > 0 ? "repeated " : "",
            type.getPrimitiveTypeName().name().toLowerCase(Locale.ROOT),
            meaning);
  }
}
