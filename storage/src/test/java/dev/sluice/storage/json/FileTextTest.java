package dev.sluice.storage.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStream;
import dev.sluice.storage.page.SourceFormatException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileTextTest {
  private static final String LINES = "{\"id\":1,\"text\":\"a text of some length\"}\n".repeat(40);

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  private static byte[] zstd(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZstdOutputStream zstd = new ZstdOutputStream(bytes).setChecksum(true)) {
      zstd.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  private static byte[] packed(String name, String text) throws IOException {
    return name.contains(".gz") ? gzip(text) : zstd(text);
  }

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** Hands out a few bytes at a time, as a network does. */
  private static InputStream drops(byte[] bytes, int most) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] target, int offset, int length) {
        return super.read(target, offset, Math.min(length, most));
      }
    };
  }

  private static byte[] read(String name, byte[] bytes, int drop) throws IOException {
    try (FileText text = FileText.of(Path.of(name), drops(bytes, drop), false)) {
      byte[] all = text.stream().readAllBytes();
      assertThat(text.bytesRead()).isEqualTo(bytes.length);
      return all;
    }
  }

  private static String text(String name, byte[] bytes) throws IOException {
    String text = new String(read(name, bytes, 1 << 20), UTF_8);
    for (int drop : new int[] {1, 2, 3, 17, 100}) {
      assertThat(new String(read(name, bytes, drop), UTF_8)).isEqualTo(text);
    }
    return text;
  }

  private static String problem(String name, byte[] bytes) {
    try {
      return "none in " + text(name, bytes);
    } catch (SourceFormatException e) {
      return e.reason();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.jsonl", "a.jsonl.gz", "a.jsonl.zst", "a.txt"})
  void shouldBelieveTheFirstBytesAndNotTheName(String name) throws IOException {
    assertThat(text(name, gzip(LINES))).isEqualTo(LINES);
    assertThat(text(name, zstd(LINES))).isEqualTo(LINES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.gz", "a.zst"})
  void shouldReadMembersThatFollowEachOther(String name) throws IOException {
    byte[] nothing = packed(name, "");
    byte[] all = concat(nothing, packed(name, "a\n"), nothing, packed(name, LINES), nothing);
    assertThat(text(name, all)).isEqualTo("a\n" + LINES);
  }

  @Test
  void shouldReadEveryHeaderOfGzipAndPadding() throws IOException {
    byte[] plain = gzip(LINES);
    byte[] body = Arrays.copyOfRange(plain, 10, plain.length);
    byte[] header = {0x1F, (byte) 0x8B, 8, 0x1C, 1, 2, 3, 4, 0, 3, 2, 0, 9, 9, 'n', 0, 'c', 0};
    byte[] named = concat(header, body);
    assertThat(text("a.gz", concat(named, named, new byte[700]))).isEqualTo(LINES + LINES);
    header[3] |= 2;
    java.util.zip.CRC32 sum = new java.util.zip.CRC32();
    sum.update(header);
    byte[] checksum = {(byte) sum.getValue(), (byte) (sum.getValue() >>> 8)};
    assertThat(text("a.gz", concat(header, checksum, body))).isEqualTo(LINES);
    checksum[0]++;
    assertThat(problem("a.gz", concat(header, checksum, body))).contains("has a damaged header");
  }

  @Test
  void shouldSkipFramesThatHoldNoData() throws IOException {
    byte[] frame = {0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3};
    assertThat(text("a.zst", concat(frame, zstd(LINES), frame))).isEqualTo(LINES);
  }

  static Stream<Arguments> foreign() {
    return Stream.of(
        arguments("version https://git-lfs.github.com/spec/v1\noid sha256:00\n", "git-lfs pointer"),
        arguments("<!DOCTYPE html>\n<p>", "HTML"),
        arguments("\n \u00ef\u00bb\u00bf<HTML lang=en>", "none"),
        arguments("\u00ef\u00bb\u00bf\n <HTML lang=en>", "HTML"),
        arguments("<?xml version=\"1.0\"?>", "XML"),
        arguments("PAR1....PAR1", "Parquet"),
        arguments("BZh91AY&SY\u0001", "bzip2"),
        arguments("BZh is how it begins", "none"),
        arguments("\u00fd7zXZ\0\0", "xz"),
        arguments("\u0004\"M\u0018d", "lz4"),
        arguments("PK\u0003\u0004\u0014", "zip"),
        arguments("7z\u00bc\u00af'\u001c\0", "7z"),
        arguments("\u00ff\u0006\0\0sNaPpY", "snappy"),
        arguments("ARROW1\0\0", "Arrow"),
        arguments("Obj\u0001\u0004", "Avro"),
        arguments("SQLite format 3\0", "SQLite"),
        arguments("{\"a\":\"PAR1\"}", "none"),
        arguments("", "none"));
  }

  @ParameterizedTest
  @MethodSource("foreign")
  void shouldNameWhatIsNoText(String head, String name) throws IOException {
    byte[] bytes = head.getBytes(ISO_8859_1);
    assertThat(problem("a.jsonl", bytes)).contains(name);
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(bytes);
    }
    assertThat(problem("a.jsonl.gz", packed.toByteArray())).contains(name);
  }

  @Test
  void shouldNameWideCharacters() {
    assertThat(problem("a.jsonl", ("\uFEFF" + LINES).getBytes(UTF_16LE))).contains("UTF-16");
    assertThat(problem("a.jsonl", ("\uFEFF" + LINES).getBytes(UTF_16BE))).contains("UTF-16");
    assertThat(problem("a.jsonl", LINES.getBytes(UTF_16LE))).contains("UTF-16");
    assertThat(problem("a.jsonl", LINES.getBytes(UTF_16BE))).contains("UTF-16");
  }

  @Test
  void shouldTakeAnyBytesForLinesUnlessTheyArePacked() throws IOException {
    byte[] wide = LINES.getBytes(UTF_16LE);
    try (FileText text = FileText.of(Path.of("a.txt"), new ByteArrayInputStream(wide), true)) {
      assertThat(text.stream().readAllBytes()).isEqualTo(wide);
    }
    assertThatThrownBy(
            () ->
                FileText.of(
                    Path.of("a.txt"),
                    new ByteArrayInputStream("PK\u0003\u0004".getBytes(UTF_8)),
                    true))
        .hasMessageContaining("compressed with zip: unpack it");
  }

  @ParameterizedTest
  @CsvSource({"a.jsonl.gz, gzip", "a.jsonl.zst, zstd"})
  void shouldWantWhatANamePromises(String name, String promised) {
    assertThat(problem(name, new byte[0]))
        .startsWith("it is empty, so it is not %s:".formatted(promised));
    assertThat(problem(name, LINES.getBytes(UTF_8)))
        .isEqualTo(
            "it is not compressed with %s, contrary to what its name suggests".formatted(promised));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.gz", "a.zst"})
  void shouldNoticeEveryCut(String name) throws IOException {
    List<byte[]> members = new ArrayList<>();
    int length = 0;
    List<Integer> whole = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      members.add(packed(name, LINES + i));
      length += members.get(i).length;
      whole.add(length);
    }
    byte[] all = concat(members.toArray(byte[][]::new));
    for (int end = 5; end < all.length; end++) {
      byte[] cut = Arrays.copyOf(all, end);
      for (int drop : new int[] {1, 1 << 20}) {
        if (whole.contains(end)) {
          assertThat(read(name, cut, drop)).hasSizeGreaterThan(LINES.length());
        } else {
          assertThatThrownBy(() -> read(name, cut, drop))
              .as("%d of %d bytes", end, all.length)
              .isInstanceOf(SourceFormatException.class)
              .hasMessageContaining("cannot be decompressed");
        }
      }
    }
  }

  @Test
  void shouldTellWhatTakesTooMuchMemory() throws IOException {
    byte[] text = "a\n".getBytes(UTF_8);
    byte exponent = (byte) (28 - 10 << 3);
    byte block = (byte) (text.length << 3 | 1);
    byte[] header = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 0, exponent, block, 0, 0};
    assertThat(problem("a.zst", concat(header, text))).contains("128 MiB", "--long");
    header[5] = (byte) (27 - 10 << 3);
    assertThat(text("a.zst", concat(header, text))).isEqualTo("a\n");
  }

  /**
   * Of members with checksums, a change either leaves the text as it was, such as in the time of a
   * header, or is noticed.
   */
  @ParameterizedTest
  @ValueSource(strings = {"a.gz", "a.zst"})
  void shouldNoticeDamage(String name) throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    byte[] all =
        concat(packed(name, LINES), packed(name, "b\n" + LINES), packed(name, LINES + "c"));
    String text = LINES + "b\n" + LINES + LINES + "c";
    for (int round = 0; round < 10_000; round++) {
      byte[] damaged = damaged(all, random);
      String read;
      try {
        read = new String(read(name, damaged, 1 << 20), UTF_8);
      } catch (SourceFormatException e) {
        continue;
      }
      assertThat(read).as("seed %d, round %d", seed, round).isEqualTo(text);
    }
  }

  /** With bytes changed, doubled, left out, or put in. */
  private static byte[] damaged(byte[] bytes, Random random) {
    int at = random.nextInt(bytes.length);
    int some = 1 + random.nextInt(20);
    byte[] before = Arrays.copyOf(bytes, at);
    byte[] after = Arrays.copyOfRange(bytes, at, bytes.length);
    byte[] other = new byte[some];
    random.nextBytes(other);
    return switch (random.nextInt(4)) {
      case 0 -> {
        byte[] changed = bytes.clone();
        changed[at] ^= (byte) (1 + random.nextInt(255));
        yield changed;
      }
      case 1 -> concat(before, Arrays.copyOf(after, Math.min(some, after.length)), after);
      case 2 ->
          concat(before, Arrays.copyOfRange(after, Math.min(some, after.length), after.length));
      default -> concat(before, other, after);
    };
  }

  @Test
  void shouldExpandNothingWithoutEnd() throws IOException {
    byte[] bomb = Zstd.compress(new byte[64 << 20], 19);
    ByteArrayOutputStream many = new ByteArrayOutputStream();
    for (int i = 0; i < 20; i++) {
      many.writeBytes(bomb);
    }
    assertThatThrownBy(
            () -> {
              try (FileText text =
                  FileText.of(
                      Path.of("a.zst"), new ByteArrayInputStream(many.toByteArray()), true)) {
                text.stream().transferTo(OutputStream.nullOutputStream());
              }
            })
        .hasMessageContaining("more than 10,000 times its compressed size");
  }
}
