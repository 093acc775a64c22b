package dev.sluice.storage.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;

/** A Parquet file put together page by page. Nothing is checked, so that it can be wrong. */
final class ParquetBytes {
  private static final byte[] MAGIC = "PAR1".getBytes(US_ASCII);

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final List<SchemaElement> schema;
  private final List<RowGroup> groups = new ArrayList<>();
  private RowGroup group;
  private ColumnMetaData chunk;
  private Optional<String> writer = Optional.empty();

  /** What writes one of Parquet's structures. */
  @FunctionalInterface
  private interface Structure {
    void write(OutputStream out) throws IOException;
  }

  /** A file of these columns, of which the first is the root. */
  ParquetBytes(SchemaElement... schema) {
    this.schema = List.of(schema);
    bytes.writeBytes(MAGIC);
  }

  /** Names the program that wrote it. */
  ParquetBytes writtenBy(String program) {
    writer = Optional.of(program);
    return this;
  }

  /** Begins a row group. */
  ParquetBytes group(long rows) {
    group = new RowGroup(new ArrayList<>(), 0, rows);
    groups.add(group);
    return this;
  }

  /** Begins a column chunk of the row group, whose pages follow. */
  ParquetBytes chunk(Type type, long values, String... path) {
    chunk =
        new ColumnMetaData(
            type, List.of(), List.of(path), CompressionCodec.UNCOMPRESSED, values, 0, 0, 0);
    group.addToColumns(new ColumnChunk(0).setMeta_data(chunk));
    return this;
  }

  /** Lets the chunk declare an encoding. */
  ParquetBytes encodedAs(Encoding encoding) {
    chunk.setEncodings(List.of(encoding));
    return this;
  }

  /** Lets the chunk declare that its pages are packed. */
  ParquetBytes packedAs(CompressionCodec codec) {
    chunk.setCodec(codec);
    return this;
  }

  /** Adds a dictionary of plain values. */
  ParquetBytes dictionary(int values, byte[] body) {
    chunk.setDictionary_page_offset(bytes.size());
    PageHeader header = new PageHeader(PageType.DICTIONARY_PAGE, body.length, body.length);
    append(
        header(header.setDictionary_page_header(new DictionaryPageHeader(values, Encoding.PLAIN))),
        body);
    return this;
  }

  /** Adds a page of version 1, levels and values. */
  ParquetBytes page(int values, Encoding encoding, byte[] body) {
    return page(data(PageType.DATA_PAGE, values, encoding, body), body);
  }

  /** Adds a page with any header. */
  ParquetBytes page(PageHeader header, byte[] body) {
    return page(header(header), body);
  }

  /** Adds a page with the bytes of any header. */
  ParquetBytes page(byte[] header, byte[] body) {
    if (chunk.getData_page_offset() == 0) {
      chunk.setData_page_offset(bytes.size());
    }
    append(header, body);
    return this;
  }

  /** Lets the chunk be so many bytes longer than its pages are. */
  ParquetBytes claim(int more) {
    chunk.setTotal_uncompressed_size(chunk.getTotal_uncompressed_size() + more);
    chunk.setTotal_compressed_size(chunk.getTotal_compressed_size() + more);
    group.setTotal_byte_size(group.getTotal_byte_size() + more);
    return this;
  }

  /** Lets the chunk declare so many bytes more when it is unpacked. */
  ParquetBytes claimUnpacked(int more) {
    chunk.setTotal_uncompressed_size(chunk.getTotal_uncompressed_size() + more);
    return this;
  }

  /** Leaves out how large the chunk is when it is unpacked. */
  ParquetBytes claimNothingUnpacked() {
    chunk.setTotal_uncompressed_size(0);
    return this;
  }

  private void append(byte[] header, byte[] body) {
    bytes.writeBytes(header);
    bytes.writeBytes(body);
    claim(header.length + body.length);
  }

  /** The header of a page of version 1, which may say that the page is of another kind. */
  static PageHeader data(PageType type, int values, Encoding encoding, byte[] body) {
    return new PageHeader(type, body.length, body.length)
        .setData_page_header(new DataPageHeader(values, encoding, Encoding.RLE, Encoding.RLE));
  }

  /**
   * The header of a page of version 2 without nulls.
   *
   * @param repetition the length of repetition levels, which stand first in the page
   */
  static PageHeader data2(int values, int repetition, byte[] stored, int unpacked) {
    return new PageHeader(PageType.DATA_PAGE_V2, unpacked, stored.length)
        .setData_page_header_v2(
            new DataPageHeaderV2(values, 0, values, Encoding.PLAIN, 0, repetition));
  }

  /** A header as it is in the file. */
  static byte[] header(PageHeader header) {
    return write(out -> Util.writePageHeader(header, out));
  }

  /** Where the footer begins. */
  int footer() {
    return bytes.size();
  }

  /** All of the file, with its footer. */
  byte[] toByteArray() {
    long rows = groups.stream().mapToLong(RowGroup::getNum_rows).sum();
    FileMetaData data = new FileMetaData(1, schema, rows, groups);
    writer.ifPresent(data::setCreated_by);
    byte[] footer = write(out -> Util.writeFileMetaData(data, out));
    return PageBytes.join(bytes.toByteArray(), footer, PageBytes.int32(footer.length), MAGIC);
  }

  private static byte[] write(Structure structure) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      structure.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
