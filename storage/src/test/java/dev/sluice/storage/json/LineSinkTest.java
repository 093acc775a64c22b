package dev.sluice.storage.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.rows.ByteRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LineSinkTest {
  private static final List<List<String>> GROUPS =
      List.of(List.of(), List.of("{\"a\":1}", "{}"), List.of(), List.of("{\"b\":\"漢字\"}"));

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "LINES,NONE",
    "LINES,GZIP",
    "LINES,ZSTD",
    "ARRAY,NONE",
    "ARRAY,GZIP",
    "ARRAY,ZSTD",
    "OBJECTS,NONE",
    "OBJECTS,GZIP",
    "OBJECTS,ZSTD"
  })
  void shouldWriteTheSameBytesWhenStoppedAfterEveryGroup(JsonShape shape, StreamCompression packing)
      throws Exception {
    Path whole = directory.resolve("whole");
    Path stopped = directory.resolve("stopped");
    Files.writeString(whole, "what an earlier invocation has left");
    try (LineSink sink = new LineSink(whole, shape, packing, 3)) {
      assertThat(sink.continueAt(0, 0)).isTrue();
      for (List<String> group : GROUPS) {
        sink.packing(List.of(rows(group))).call().append();
      }
      sink.complete();
      assertThat(sink.rows()).isEqualTo(3);
      assertThat(sink.bytes()).isEqualTo(Files.size(whole));
    }
    long rows = 0;
    long bytes = 0;
    for (int i = 0; i <= GROUPS.size(); i++) {
      try (LineSink sink = new LineSink(stopped, shape, packing, 3)) {
        assertThat(sink.continueAt(rows, bytes)).isTrue();
        if (i == GROUPS.size()) {
          sink.complete();
        } else {
          sink.packing(List.of(rows(GROUPS.get(i)))).call().append();
          sink.sync();
          sink.checkpoint();
          rows = sink.rows();
          bytes = sink.bytes();
          sink.packing(List.of(rows(List.of("lost")))).call().append();
        }
      }
    }
    assertThat(stopped).hasSameBinaryContentAs(whole);
    String lines = "{\"a\":1}\n{}\n{\"b\":\"漢字\"}\n";
    String array = "[\n{\"a\":1},\n{},\n{\"b\":\"漢字\"}\n]\n";
    assertThat(text(whole)).isEqualTo(shape == JsonShape.ARRAY ? array : lines);
  }

  @ParameterizedTest
  @CsvSource({"LINES,NONE,''", "LINES,GZIP,''", "LINES,ZSTD,''", "ARRAY,NONE,[]", "ARRAY,ZSTD,[]"})
  void shouldWriteAFileWithoutRows(JsonShape shape, StreamCompression packing, String text)
      throws IOException {
    Path file = directory.resolve("x");
    try (LineSink sink = new LineSink(file, shape, packing, 3)) {
      sink.continueAt(0, 0);
      sink.complete();
    }
    assertThat(text(file).strip()).isEqualTo(text);
    assertThat(Files.size(file) == 0)
        .isEqualTo(text.isEmpty() && packing == StreamCompression.NONE);
  }

  @ParameterizedTest
  @EnumSource(names = {"LINES", "ARRAY"})
  void shouldWriteRowsAsTheyWereRead(JsonShape shape) throws Exception {
    Path file = directory.resolve("x");
    byte[] rows = "..{}[0]".getBytes(UTF_8);
    byte[] large = "x".repeat(200_000).getBytes(UTF_8);
    try (LineSink sink = new LineSink(file, shape, StreamCompression.NONE, 0)) {
      sink.continueAt(0, 0);
      sink.write(rows, 2, 2);
      sink.flush().sync();
      assertThat(Files.size(file)).isEqualTo(sink.bytes());
      sink.write(large, 0, large.length);
      sink.packing(List.of(rows(List.of("[0]")))).call().append();
      sink.complete();
      assertThat(sink.rows()).isEqualTo(3);
    }
    String between = shape == JsonShape.ARRAY ? ",\n" : "\n";
    String joined = String.join(between, "{}", "x".repeat(200_000), "[0]");
    assertThat(file)
        .hasContent(shape == JsonShape.ARRAY ? "[\n" + joined + "\n]\n" : joined + "\n");
  }

  @ParameterizedTest
  @EnumSource(names = {"LINES", "ARRAY"})
  void shouldNotContinueBehindTheEndOfTheFile(JsonShape shape) throws IOException {
    Path file = directory.resolve("x");
    try (LineSink sink = new LineSink(file, shape, StreamCompression.NONE, 0)) {
      assertThat(sink.continueAt(1, 3)).isFalse();
      assertThat(file).doesNotExist();
      Files.writeString(file, "{}");
      assertThat(sink.continueAt(1, 3)).isFalse();
      assertThat(sink.continueAt(1, 2)).isTrue();
    }
    assertThat(file).hasContent("{}");
  }

  private static String text(Path file) throws IOException {
    try (FileText text = FileText.open(file, IoRetry.NEVER)) {
      return new String(text.stream().readAllBytes(), UTF_8);
    }
  }

  private static ByteRows rows(List<String> texts) {
    ByteRows rows = new ByteRows(0);
    for (String text : texts) {
      byte[] bytes = text.getBytes(UTF_8);
      rows.append(bytes, 0, bytes.length);
      rows.endRow();
    }
    return rows;
  }
}
