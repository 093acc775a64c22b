package dev.sluice.storage.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.Zstd;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.Texts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonTextsTest {
  @TempDir private Path directory;

  private Path file(String name, byte[] bytes) throws IOException {
    return Files.write(directory.resolve(name), bytes);
  }

  private Path file(String lines) throws IOException {
    return file("a.jsonl", lines.getBytes(UTF_8));
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  private static byte[] concat(byte[] a, byte[] b) {
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  private static String line(String text) throws IOException {
    return new ObjectMapper().writeValueAsString(Map.of("id", 1, "text", text)) + "\n";
  }

  @Test
  void shouldReadWhatAnotherLibraryWrote() throws IOException {
    Random random = new Random(7);
    List<String> texts =
        random
            .ints(200, 0, 40)
            .mapToObj(
                length ->
                    random
                        .ints(length, 0, 0x10FFFF)
                        .filter(c -> c < 0xD800 || c > 0xDFFF)
                        .collect(
                            StringBuilder::new,
                            StringBuilder::appendCodePoint,
                            StringBuilder::append)
                        .toString())
            .toList();
    StringBuilder lines = new StringBuilder();
    for (String text : texts) {
      lines.append(line(text));
    }

    assertThat(Texts.of(file(lines.toString())).texts()).isEqualTo(texts);
  }

  @Test
  void shouldReadCarriageReturnsAByteOrderMarkAndNoFeedAtTheEnd() throws IOException {
    Texts read = Texts.of(file("\uFEFF{\"text\":\"a\"}\r\n\r\n  \n{\"text\":\"b\"}"));

    assertThat(read.texts()).containsExactly("a", "b");
    assertThat(read.rows()).containsExactly(0L, 1L);
    assertThat(read.rejections()).isEmpty();
  }

  @Test
  void shouldCountBrokenLinesWithTheirNumbers() throws IOException {
    Texts read =
        Texts.of(
            file(
                """
                {"text":"a"}

                {"text":"b"
                [1]
                {"text":3}
                {"text":{"x":1}}
                {"other":"c"}
                {"text":null}
                {"text":"\\ud800"}
                {"text":"\\ud83d\\ude00"}
                {"text":"d"} {"text":"e"}
                """
                    + "{\"text\":\"f\"}\n".repeat(200)));

    assertThat(read.texts()).startsWith("a", Texts.NULL, "😀", "d", "e", "f");
    assertThat(read.rows()).startsWith(0L, 6L, 8L, 9L, 10L, 11L);
    assertThat(read.rejections()).hasSize(6);
    assertThat(read.rejections().get(0)).startsWith("line 3: broken JSON: ");
    assertThat(read.rejections().subList(1, 6))
        .containsExactly(
            "line 4: not a JSON object",
            "line 5: field text is not a string",
            "line 6: field text is not a string",
            "line 7: no field text",
            "line 9: field text has an unpaired surrogate");
  }

  @Test
  void shouldRejectInvalidUtf8() throws IOException {
    byte[] bad = ("{\"text\":\"x\"}\n" + "{\"text\":\"y\"}\n".repeat(99)).getBytes(UTF_8);
    bad[9] = (byte) 0xC0;

    Texts read = Texts.of(file("a.json", bad));

    assertThat(read.texts()).hasSize(99).containsOnly("y");
    assertThat(read.rejections()).containsExactly("line 1: invalid UTF-8");
  }

  @Test
  void shouldRejectALineBeyondTheLimitWithoutHoldingIt() throws IOException {
    StringBuilder lines = new StringBuilder("{\"text\":\"a\"}\n{\"text\":\"");
    lines.append("x".repeat(30_000_000)).append("\"}\n{\"text\":\"b\"}\n");

    Texts read = Texts.of(file(lines.toString()));

    assertThat(read.texts()).containsExactly("a", "b");
    assertThat(read.rejections())
        .containsExactly("line 2: the object has more than 16777216 bytes");
  }

  @Test
  void shouldReachIntoObjectsAndNamesWithDots() throws IOException {
    Path nested =
        file(
            "{\"a\":{\"b\":{\"text\":\"x\"}}}\n{\"a.b.text\":\"y\"}\n{\"a\":{\"b.text\":\"z\"}}\n");

    assertThat(Texts.of(nested, "a.b.text").texts()).containsExactly("x", "y", "z");
  }

  @Test
  void shouldTakeTheLastOfEqualNames() throws IOException {
    assertThat(Texts.of(file("{\"text\":\"x\",\"text\":\"y\"}")).texts()).containsExactly("y");
  }

  @Test
  void shouldNameTheFieldsWhereNoLineHasTheOne() throws IOException {
    Path file = file("{\"content\":\"x\",\"id\":1}\n{\"id\":2}\n");

    assertThatThrownBy(() -> Texts.of(file))
        .isInstanceOf(SourceFormatException.class)
        .hasMessage(file + ": no object has a field text; the file has: content, id");
  }

  @Test
  void shouldReadMembersOfGzipAndFramesOfZstdOneAfterTheOther() throws IOException {
    byte[] gzip = concat(gzip(line("a")), gzip(line("b") + "{\"text\""));
    byte[] all = concat(gzip, gzip(":\"c\"}\n"));
    byte[] first = Zstd.compress(line("a").getBytes(UTF_8));
    byte[] zstd = concat(first, Zstd.compress(line("b").getBytes(UTF_8)));

    assertThat(Texts.of(file("a.jsonl.gz", all)).texts()).containsExactly("a", "b", "c");
    assertThat(Texts.of(file("a.json.zst", zstd)).texts()).containsExactly("a", "b");
  }

  @Test
  void shouldEndInOneErrorWhereAFileIsCutOff() throws IOException {
    StringBuilder lines = new StringBuilder();
    Random random = new Random(3);
    for (int i = 0; i < 5000; i++) {
      lines.append(line("text " + random.nextLong()));
    }
    byte[] gzip = gzip(lines.toString());
    byte[] zstd = Zstd.compress(lines.toString().getBytes(UTF_8));
    for (int part = 2; part < 9; part++) {
      Path cutGzip = file("cut.jsonl.gz", Arrays.copyOf(gzip, gzip.length / part));
      Path cutZstd = file("cut.jsonl.zst", Arrays.copyOf(zstd, zstd.length / part));

      assertThatThrownBy(() -> Texts.of(cutGzip))
          .isInstanceOf(SourceFormatException.class)
          .hasMessageContaining("cut.jsonl.gz: cannot be decompressed beyond the first ");
      assertThatThrownBy(() -> Texts.of(cutZstd))
          .isInstanceOf(SourceFormatException.class)
          .hasMessageContaining("cut.jsonl.zst: cannot be decompressed beyond the first ");
    }
  }

  @Test
  void shouldRefuseWhatIsNotPackedAsItsNameSays() throws IOException {
    Path gzip = file("a.jsonl.gz", line("a").getBytes(UTF_8));
    Path zstd = file("a.jsonl.zst", line("a").getBytes(UTF_8));

    assertThatThrownBy(() -> Texts.of(gzip)).isInstanceOf(SourceFormatException.class);
    assertThatThrownBy(() -> Texts.of(zstd)).isInstanceOf(SourceFormatException.class);
  }

  @Test
  void shouldReadAnEmptyFileAsNoRows() throws IOException {
    assertThat(Texts.of(file("")).texts()).isEmpty();
  }
}
