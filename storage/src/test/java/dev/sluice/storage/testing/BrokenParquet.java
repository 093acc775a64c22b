package dev.sluice.storage.testing;

import static dev.sluice.storage.testing.PageBytes.float64;
import static dev.sluice.storage.testing.PageBytes.int32;
import static dev.sluice.storage.testing.PageBytes.int64;
import static dev.sluice.storage.testing.PageBytes.join;
import static dev.sluice.storage.testing.PageBytes.of;
import static dev.sluice.storage.testing.PageBytes.packed;
import static dev.sluice.storage.testing.PageBytes.run;
import static dev.sluice.storage.testing.PageBytes.sized;
import static dev.sluice.storage.testing.PageBytes.strings;
import static dev.sluice.storage.testing.PageBytes.varint;
import static org.apache.parquet.format.FieldRepetitionType.OPTIONAL;
import static org.apache.parquet.format.FieldRepetitionType.REPEATED;
import static org.apache.parquet.format.FieldRepetitionType.REQUIRED;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.ListType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;

/**
 * Files that have broken other readers, made anew: each is of the shape of the one that it names,
 * in the collection {@code parquet-testing} of the Parquet project, and wrong as that one is.
 */
public enum BrokenParquet {
  /**
   * As {@code PARQUET-1481}: the only column is of type -7, which nobody knows, in the schema and
   * in the description of its chunk.
   */
  UNKNOWN_TYPE(BrokenParquet::unknownType),

  /**
   * As {@code ARROW-RS-GH-6229-DICTHEADER}: the dictionary of the second column declares -26
   * values. And the header of the first column's page has its number of values as one of 16 bits,
   * so that it is taken for missing.
   */
  NEGATIVE_DICTIONARY(BrokenParquet::negativeDictionary),

  /**
   * As {@code ARROW-RS-GH-6229-DICTHEADER} too: the footer begins where the pages of the last
   * column should be.
   */
  MISSING_PAGES(BrokenParquet::missingPages),

  /**
   * As {@code ARROW-RS-GH-6229-LEVELS}: a page declares 21 values and has levels for one. Its chunk
   * declares one.
   */
  FEW_REPETITION_LEVELS(BrokenParquet::fewRepetitionLevels),

  /**
   * As {@code ARROW-GH-45185}: the repetition levels are 1, 0, 1, 0 and so on, as if the first
   * value belonged to a row before the first.
   */
  REPETITION_BEGINS_WITH_ONE(BrokenParquet::repetitionBeginsWithOne),

  /**
   * As {@code ARROW-GH-41321}: definition levels of a page of three values end before the third. Of
   * column {@code int64} they are two bytes that both say that their number goes on; of {@code
   * float64} they are whole, but two.
   */
  FEW_DEFINITION_LEVELS(BrokenParquet::fewDefinitionLevels),

  /**
   * As {@code ARROW-GH-41317}: column {@code int64} is three values shorter than the others, for
   * its first page says that it is one of an index.
   */
  UNEQUAL_COLUMNS(BrokenParquet::unequalColumns),

  /**
   * As {@code ARROW-GH-43605}, and sound: a dictionary of one entry, whose number takes no bits in
   * the 21,186 rows of a page of version 2.
   */
  NUMBERS_OF_NO_BITS(BrokenParquet::numbersOfNoBits),

  /**
   * As {@code ARROW-GH-47662}: a required column was written with nulls. Pages declare a hundred
   * values and hold those that are not null; their checksums are right.
   */
  REQUIRED_NULLS(BrokenParquet::requiredNulls),

  /** As no other: a page of a few bytes declares that it unpacks to a billion. */
  UNPACKS_TO_A_GIGABYTE(BrokenParquet::unpacksToAGigabyte),

  /** As no other: a page of a few bytes declares a billion packed differences. */
  A_BILLION_DELTAS(BrokenParquet::aBillionDeltas),

  /** As a later version of the format may have it: a logical type of number 30. And it is sound. */
  UNKNOWN_LOGICAL_TYPE(BrokenParquet::unknownLogicalType),

  /** As parquet-cpp 1.5 wrote it, and sound: a first row group without rows, its pages at 0. */
  NO_ROWS_AT_ZERO(BrokenParquet::noRowsAtZero),

  /** As parquet-go writes a structure without fields: a group without children. */
  EMPTY_GROUP(BrokenParquet::emptyGroup),

  /** As no other: groups are nested 10,000 levels deep. */
  DEEP_SCHEMA(BrokenParquet::deepSchema),

  /** As early DuckDB wrote it, and sound: the footer does not say to what the pages unpack. */
  NO_UNPACKED_SIZE(BrokenParquet::noUnpackedSize),

  /**
   * As {@code rle_boolean_encoding}, and sound: a page of version 2 has repetition levels, all of
   * them zero, though the column is not repeated.
   */
  REPETITION_OF_A_FLAT_COLUMN(BrokenParquet::repetitionOfAFlatColumn),

  /** As pyarrow before 3 wrote it, and sound: a packed page of version 2 says that it is not. */
  PACKED_BUT_NOT_MARKED(BrokenParquet::packedButNotMarked),

  /**
   * As fastparquet 2024.5 wrote it, and sound: the numbers of no values are a run of no groups, and
   * nobody asks what follows.
   */
  EMPTY_RUN(BrokenParquet::emptyRun);

  private final Supplier<byte[]> maker;

  BrokenParquet(Supplier<byte[]> maker) {
    this.maker = maker;
  }

  /** Writes all of them to a directory, which is created. */
  public static List<Path> writeAll(Path directory) throws IOException {
    List<Path> files = new ArrayList<>();
    for (BrokenParquet file : values()) {
      files.add(file.write(directory));
    }
    return files;
  }

  /** Writes it to a directory, which is created, under its own name in lower case. */
  public Path write(Path directory) throws IOException {
    String name = name().toLowerCase(Locale.ROOT).replace('_', '-') + ".parquet";
    return Files.write(Files.createDirectories(directory).resolve(name), maker.get());
  }

  private static byte[] unpacksToAGigabyte() {
    byte[] body = run(1_000_000_000, 'a');
    PageHeader header =
        ParquetBytes.data(PageType.DATA_PAGE, 1, Encoding.PLAIN, body)
            .setUncompressed_page_size(1_000_000_000);
    return new ParquetBytes(root(1), leaf("text", Type.BYTE_ARRAY, REQUIRED))
        .group(1)
        .chunk(Type.BYTE_ARRAY, 1, "text")
        .page(header, body)
        .claimUnpacked(1_000_000_000)
        .toByteArray();
  }

  private static byte[] unknownLogicalType() {
    SchemaElement number =
        leaf("n", Type.INT32, REQUIRED)
            .setLogicalType(LogicalType.INTEGER(new IntType((byte) 8, true)));
    ParquetBytes file =
        new ParquetBytes(root(2), leaf("text", Type.BYTE_ARRAY, REQUIRED), number)
            .group(2)
            .chunk(Type.BYTE_ARRAY, 2, "text")
            .page(2, Encoding.PLAIN, strings("a", "b"))
            .chunk(Type.INT32, 2, "n")
            .page(2, Encoding.PLAIN, int32(1, 2));
    byte[] bytes = file.toByteArray();
    byte[] known = of(0xAC, 0x13, 8, 0x11, 0);
    for (int at = file.footer(); at < bytes.length - known.length; at++) {
      if (Arrays.equals(bytes, at, at + known.length, known, 0, known.length)) {
        System.arraycopy(of(0x0C, 2 * 30, 0x11, 0x11, 0), 0, bytes, at, known.length);
      }
    }
    return bytes;
  }

  private static byte[] noRowsAtZero() {
    return new ParquetBytes(root(1), leaf("text", Type.BYTE_ARRAY, REQUIRED))
        .group(0)
        .chunk(Type.BYTE_ARRAY, 0, "text")
        .encodedAs(Encoding.PLAIN_DICTIONARY)
        .group(2)
        .chunk(Type.BYTE_ARRAY, 2, "text")
        .page(2, Encoding.PLAIN, strings("a", "b"))
        .toByteArray();
  }

  private static byte[] emptyGroup() {
    return new ParquetBytes(
            root(2),
            leaf("text", Type.BYTE_ARRAY, REQUIRED),
            group("nothing", OPTIONAL).setNum_children(0))
        .group(2)
        .chunk(Type.BYTE_ARRAY, 2, "text")
        .page(2, Encoding.PLAIN, strings("a", "b"))
        .toByteArray();
  }

  private static ParquetBytes twoTexts() {
    return new ParquetBytes(root(1), leaf("text", Type.BYTE_ARRAY, REQUIRED))
        .group(2)
        .chunk(Type.BYTE_ARRAY, 2, "text");
  }

  private static byte[] deepSchema() {
    List<SchemaElement> schema = new ArrayList<>(List.of(root(2)));
    schema.add(leaf("text", Type.BYTE_ARRAY, REQUIRED));
    IntStream.range(0, 10_000).forEach(level -> schema.add(group("g", OPTIONAL)));
    schema.add(leaf("n", Type.INT32, OPTIONAL));
    return new ParquetBytes(schema.toArray(SchemaElement[]::new)).toByteArray();
  }

  private static byte[] noUnpackedSize() {
    byte[] body = strings("a".repeat(1000), "b");
    byte[] stored = gzip(body);
    PageHeader header =
        ParquetBytes.data(PageType.DATA_PAGE, 2, Encoding.PLAIN, stored)
            .setUncompressed_page_size(body.length);
    return twoTexts()
        .packedAs(CompressionCodec.GZIP)
        .page(header, stored)
        .claimNothingUnpacked()
        .toByteArray();
  }

  private static byte[] repetitionOfAFlatColumn() {
    byte[] levels = run(2, 0);
    byte[] body = join(levels, strings("a", "b"));
    return twoTexts()
        .page(ParquetBytes.data2(2, levels.length, body, body.length), body)
        .toByteArray();
  }

  /** The second page is as long packed as it is unpacked. */
  private static byte[] packedButNotMarked() {
    byte[] longer = strings("a".repeat(1000));
    byte[] same = strings(ofOneLength());
    ParquetBytes file = twoTexts().writtenBy("parquet-cpp version 1.5.1-SNAPSHOT");
    file.packedAs(CompressionCodec.GZIP);
    for (byte[] body : List.of(longer, same)) {
      byte[] stored = gzip(body);
      PageHeader header = ParquetBytes.data2(1, 0, stored, body.length);
      header.getData_page_header_v2().setIs_compressed(false);
      file.page(header, stored).claimUnpacked(body.length);
    }
    return file.toByteArray();
  }

  private static String ofOneLength() {
    String text = "";
    while (gzip(strings(text)).length != strings(text).length) {
      text += text.length() < 20 ? (char) ('a' + text.length()) : 'z';
    }
    return text;
  }

  private static byte[] emptyRun() {
    return new ParquetBytes(root(1), leaf("text", Type.BYTE_ARRAY, OPTIONAL))
        .group(2)
        .chunk(Type.BYTE_ARRAY, 2, "text")
        .dictionary(0, of())
        .page(2, Encoding.PLAIN_DICTIONARY, join(sized(run(2, 0)), of(8), packed(0, run(4, 0))))
        .toByteArray();
  }

  private static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  /** Blocks of 128 in four parts, how many values, the first of them. */
  private static byte[] aBillionDeltas() {
    byte[] body = join(of(0x80, 1, 4), varint(1_000_000_000), of(0));
    return new ParquetBytes(root(1), leaf("n", Type.INT32, REQUIRED))
        .group(1_000_000_000)
        .chunk(Type.INT32, 1_000_000_000, "n")
        .page(1_000_000_000, Encoding.DELTA_BINARY_PACKED, body)
        .toByteArray();
  }

  private static SchemaElement leaf(String name, Type type, FieldRepetitionType repetition) {
    return new SchemaElement(name).setType(type).setRepetition_type(repetition);
  }

  private static SchemaElement root(int columns) {
    return group("schema", REQUIRED).setNum_children(columns);
  }

  private static SchemaElement group(String name, FieldRepetitionType repetition) {
    return new SchemaElement(name).setRepetition_type(repetition).setNum_children(1);
  }

  private static SchemaElement list(String name, FieldRepetitionType repetition) {
    return group(name, repetition)
        .setConverted_type(ConvertedType.LIST)
        .setLogicalType(LogicalType.LIST(new ListType()));
  }

  private static byte[] unknownType() {
    double[] values = IntStream.range(0, 34).asDoubleStream().toArray();
    ParquetBytes file =
        new ParquetBytes(root(1), leaf("Handle", Type.DOUBLE, OPTIONAL))
            .group(34)
            .chunk(Type.DOUBLE, 34, "Handle")
            .page(34, Encoding.PLAIN, join(sized(run(34, 1)), float64(values)));
    byte[] bytes = file.toByteArray();
    for (int at = file.footer(); at < bytes.length - 1; at++) {
      // a structure's first field, of 32 bits and with the value 5: DOUBLE, in both places
      if (bytes[at] == 0x15 && bytes[at + 1] == 2 * 5) {
        bytes[at + 1] = 2 * 7 - 1;
      }
    }
    return bytes;
  }

  private static byte[] negativeDictionary() {
    ParquetBytes file =
        new ParquetBytes(
            root(4),
            leaf("nation_key", Type.INT32, OPTIONAL),
            leaf("name", Type.BYTE_ARRAY, OPTIONAL),
            leaf("region_key", Type.INT32, OPTIONAL),
            leaf("comment_col", Type.BYTE_ARRAY, OPTIONAL));
    byte[] keys = plain(IntStream.range(0, 25).toArray());
    PageHeader sound = ParquetBytes.data(PageType.DATA_PAGE, 25, Encoding.PLAIN, keys);
    file.group(25).chunk(Type.INT32, 25, "nation_key").page(countOf16Bits(sound), keys);
    file.chunk(Type.BYTE_ARRAY, 25, "name")
        .dictionary(-26, strings("ALGERIA", "ARGENTINA"))
        .page(25, Encoding.PLAIN_DICTIONARY, numbers(25));
    file.chunk(Type.INT32, 25, "region_key").page(25, Encoding.PLAIN, keys);
    file.chunk(Type.BYTE_ARRAY, 25, "comment_col")
        .dictionary(1, strings("deposits"))
        .page(25, Encoding.PLAIN_DICTIONARY, numbers(25));
    return file.toByteArray();
  }

  private static byte[] plain(int... values) {
    return join(sized(run(values.length, 1)), int32(values));
  }

  /** So many times the first entry of a dictionary. */
  private static byte[] numbers(int count) {
    return join(sized(run(count, 1)), of(1), run(count, 0));
  }

  private static byte[] countOf16Bits(PageHeader sound) {
    byte[] header = ParquetBytes.header(sound);
    int at = 0;
    while (header[at] != 0x2C) { // where the header of the page's own kind begins
      at++;
    }
    header[at + 1] = 0x14; // was 0x15: a first field of 32 bits
    return header;
  }

  private static byte[] missingPages() {
    return new ParquetBytes(
            root(2),
            leaf("nation_key", Type.INT32, OPTIONAL),
            leaf("name", Type.BYTE_ARRAY, OPTIONAL))
        .group(25)
        .chunk(Type.INT32, 25, "nation_key")
        .page(25, Encoding.PLAIN, plain(IntStream.range(0, 25).toArray()))
        .chunk(Type.BYTE_ARRAY, 25, "name")
        .dictionary(2, strings("ALGERIA", "ARGENTINA"))
        .claim(200)
        .toByteArray();
  }

  private static byte[] fewRepetitionLevels() {
    return new ParquetBytes(
            root(1),
            list("outer", OPTIONAL),
            group("list", REPEATED),
            group("item", OPTIONAL),
            leaf("c", Type.INT32, OPTIONAL))
        .group(1)
        .chunk(Type.INT32, 1, "outer", "list", "item", "c")
        .dictionary(0, of())
        .page(21, Encoding.PLAIN_DICTIONARY, join(sized(run(1, 0)), sized(run(1, 3)), of(0)))
        .toByteArray();
  }

  private static byte[] repetitionBeginsWithOne() {
    byte[] repetition = sized(packed(2, of(0b0101_0101, 0b01)));
    byte[] values = int32(IntStream.range(0, 10).toArray());
    return new ParquetBytes(
            root(1),
            list("x", REQUIRED),
            group("list", REPEATED),
            leaf("element", Type.INT32, REQUIRED))
        .group(5)
        .chunk(Type.INT32, 10, "x", "list", "element")
        .page(10, Encoding.PLAIN, join(repetition, sized(run(10, 1)), values))
        .toByteArray();
  }

  private static byte[] fewDefinitionLevels() {
    return ofTwoGroups(
        (file, column) ->
            file.page(
                3,
                Encoding.PLAIN_DICTIONARY,
                switch (column) {
                  case "int64" -> twoOfThree(of(0xFB, 0xFC));
                  case "float64" -> twoOfThree(run(2, 1));
                  default -> twoOfThree(packed(1, of(0b011)));
                }));
  }

  private static byte[] unequalColumns() {
    byte[] body = twoOfThree(packed(1, of(0b011)));
    return ofTwoGroups(
        (file, column) -> {
          PageType type = column.equals("int64") ? PageType.INDEX_PAGE : PageType.DATA_PAGE;
          file.page(ParquetBytes.data(type, 3, Encoding.PLAIN_DICTIONARY, body), body);
        });
  }

  /** Both entries of a dictionary, after levels that should let a null follow. */
  private static byte[] twoOfThree(byte[] levels) {
    return join(sized(levels), of(1), packed(1, of(0b10)));
  }

  /**
   * Columns of five types, of three rows and of two.
   *
   * @param firstPage adds the page of three values of a column
   */
  private static byte[] ofTwoGroups(BiConsumer<ParquetBytes, String> firstPage) {
    ParquetBytes file =
        new ParquetBytes(
            root(5),
            leaf("string", Type.BYTE_ARRAY, OPTIONAL).setConverted_type(ConvertedType.UTF8),
            leaf("int8", Type.INT32, OPTIONAL).setConverted_type(ConvertedType.INT_8),
            leaf("int32", Type.INT32, OPTIONAL),
            leaf("int64", Type.INT64, OPTIONAL),
            leaf("float64", Type.DOUBLE, OPTIONAL));
    BiConsumer<ParquetBytes, String> lastPage =
        (made, column) ->
            made.page(
                2, Encoding.PLAIN_DICTIONARY, join(sized(run(2, 1)), of(1), packed(1, of(0b10))));
    file.group(3);
    chunk(file, 3, "string", Type.BYTE_ARRAY, strings("abcd", ""), firstPage);
    chunk(file, 3, "int8", Type.INT32, int32(-1, -2), firstPage);
    chunk(file, 3, "int32", Type.INT32, int32(-1_000_000, -2_000_000), firstPage);
    chunk(file, 3, "int64", Type.INT64, int64(-100_000_000_000L, -200_000_000_000L), firstPage);
    chunk(file, 3, "float64", Type.DOUBLE, float64(1.5, 2.5), firstPage);
    file.group(2);
    chunk(file, 2, "string", Type.BYTE_ARRAY, strings("c", "d"), lastPage);
    chunk(file, 2, "int8", Type.INT32, int32(1, 2), lastPage);
    chunk(file, 2, "int32", Type.INT32, int32(1_000_000, 2_000_000), lastPage);
    chunk(file, 2, "int64", Type.INT64, int64(100_000_000_000L, 200_000_000_000L), lastPage);
    chunk(file, 2, "float64", Type.DOUBLE, float64(4.5, 5.5), lastPage);
    return file.toByteArray();
  }

  private static void chunk(
      ParquetBytes file,
      int rows,
      String column,
      Type type,
      byte[] dictionary,
      BiConsumer<ParquetBytes, String> page) {
    page.accept(file.chunk(type, rows, column).dictionary(2, dictionary), column);
  }

  private static byte[] numbersOfNoBits() {
    int groups = 21_186 / 8 + 1;
    byte[] ones = new byte[groups];
    Arrays.fill(ones, (byte) 0xFF);
    ones[groups - 1] = 0b11;
    byte[] levels = packed(groups, ones);
    byte[] body = join(levels, of(0), packed(groups));
    DataPageHeaderV2 header =
        new DataPageHeaderV2(21_186, 0, 21_186, Encoding.RLE_DICTIONARY, levels.length, 0);
    return new ParquetBytes(
            root(1), leaf("min_fl", Type.INT32, OPTIONAL).setConverted_type(ConvertedType.UINT_16))
        .group(21_186)
        .chunk(Type.INT32, 21_186, "min_fl")
        .dictionary(1, int32(0))
        .page(
            new PageHeader(PageType.DATA_PAGE_V2, body.length, body.length)
                .setData_page_header_v2(header),
            body)
        .toByteArray();
  }

  private static byte[] requiredNulls() {
    ParquetBytes file =
        new ParquetBytes(
                root(1), leaf("flba_field", Type.FIXED_LEN_BYTE_ARRAY, REQUIRED).setType_length(4))
            .group(1000)
            .chunk(Type.FIXED_LEN_BYTE_ARRAY, 1000, "flba_field");
    for (int first = 1000; first > 0; first -= 100) {
      byte[] body = int32(IntStream.range(first - 99, first + 1).filter(n -> n % 9 != 5).toArray());
      CRC32 checksum = new CRC32();
      checksum.update(body);
      file.page(
          ParquetBytes.data(PageType.DATA_PAGE, 100, Encoding.PLAIN, body)
              .setCrc((int) checksum.getValue()),
          body);
    }
    return file.toByteArray();
  }
}
