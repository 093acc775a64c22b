package dev.sluice.storage.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.sluice.storage.page.ColumnChunkSpan.SourceCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.ObjIntConsumer;
import java.util.stream.Stream;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sound headers of pages but for one number: it is refused before it is believed. */
@Timeout(120)
class PageHeaderTest {
  private static final int VALUES = 3;
  private static final byte[] BODY = new byte[VALUES * Integer.BYTES];
  private static final int[] ABSURD = {
    Integer.MAX_VALUE, 1 << 30, 256 << 20, BODY.length + 1000, -1, Integer.MIN_VALUE
  };

  private static final long MAX_ALLOCATED_BYTES = 1 << 20;
  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType("message rows { required int32 number; }");
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir private Path directory;

  private static PageHeader version1() {
    return new PageHeader(PageType.DATA_PAGE, BODY.length, BODY.length)
        .setData_page_header(
            new DataPageHeader(VALUES, Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
  }

  private static PageHeader version2() {
    return new PageHeader(PageType.DATA_PAGE_V2, BODY.length, BODY.length)
        .setData_page_header_v2(new DataPageHeaderV2(VALUES, 0, VALUES, Encoding.PLAIN, 0, 0));
  }

  private static PageHeader dictionary() {
    return new PageHeader(PageType.DICTIONARY_PAGE, BODY.length, BODY.length)
        .setDictionary_page_header(new DictionaryPageHeader(VALUES, Encoding.PLAIN));
  }

  private static Stream<PageHeader> soundHeaders() {
    return Stream.of(version1(), version2(), dictionary());
  }

  static Stream<Arguments> fields() {
    Stream<Arguments> sizes =
        soundHeaders()
            .flatMap(
                sound ->
                    Stream.of(
                        field(sound, "size", PageHeader::setUncompressed_page_size),
                        field(sound, "stored size", PageHeader::setCompressed_page_size)));
    Stream<Arguments> numbers =
        Stream.of(
            field(version1(), "values", (it, to) -> it.getData_page_header().setNum_values(to)),
            field(version2(), "values", (it, to) -> it.getData_page_header_v2().setNum_values(to)),
            field(
                version2(),
                "repetition",
                (it, to) -> it.getData_page_header_v2().setRepetition_levels_byte_length(to)),
            field(
                version2(),
                "definition",
                (it, to) -> it.getData_page_header_v2().setDefinition_levels_byte_length(to)),
            field(
                dictionary(),
                "values",
                (it, to) -> it.getDictionary_page_header().setNum_values(to)));
    return Stream.concat(sizes, numbers);
  }

  private static Arguments field(PageHeader sound, String name, ObjIntConsumer<PageHeader> set) {
    return Arguments.of(sound.getType(), name, sound, set);
  }

  @Test
  void shouldTakeSoundHeaders() throws IOException {
    for (PageHeader sound : soundHeaders().toList()) {
      assertThat(values(sound)).isEqualTo(VALUES);
    }
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("fields")
  void shouldRefuseAbsurdNumbersWithoutRoomForThem(
      PageType type, String name, PageHeader sound, ObjIntConsumer<PageHeader> field) {
    for (int absurd : ABSURD) {
      PageHeader header = sound.deepCopy();
      field.accept(header, absurd);
      long before = THREADS.getCurrentThreadAllocatedBytes();

      assertThatThrownBy(() -> values(header))
          .as("%d", absurd)
          .isInstanceOf(ParquetDecodingException.class);

      assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
          .as("bytes allocated for %d", absurd)
          .isLessThan(MAX_ALLOCATED_BYTES);
    }
  }

  /** The values of the only page of a chunk, or of its dictionary. */
  private int values(PageHeader header) throws IOException {
    ByteArrayOutputStream chunk = new ByteArrayOutputStream();
    Util.writePageHeader(header, chunk);
    chunk.writeBytes(BODY);
    Path file = Files.write(directory.resolve("chunk"), chunk.toByteArray());
    ColumnChunkSpan span =
        new ColumnChunkSpan(
            SCHEMA.getColumns().get(0),
            SourceCodec.UNCOMPRESSED,
            0,
            chunk.size(),
            chunk.size(),
            VALUES,
            false);
    try (SourceFile source = SourceFile.open(file, IoRetry.NEVER);
        PageDecompressor decompressor = new PageDecompressor()) {
      ChunkStream stream = new ChunkStream(source, span, chunk.size(), new PageBuffers());
      ChunkPages pages = new ChunkPages(span, stream, decompressor);
      return header.getType() == PageType.DICTIONARY_PAGE
          ? pages.readDictionaryPage().getDictionarySize()
          : pages.readPage().getValueCount();
    }
  }
}
