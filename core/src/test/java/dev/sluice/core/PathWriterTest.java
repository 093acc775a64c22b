package dev.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PathWriterTest {
  private static byte[] written(List<String> paths) {
    PathWriter out = new PathWriter();
    paths.forEach(out::writePath);
    return out.toBytes();
  }

  private static List<String> read(byte[] bytes, int count) {
    PathReader in = new PathReader(bytes, 0);
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      paths.add(in.readPath());
    }
    assertThat(in.position()).isEqualTo(bytes.length);
    return paths;
  }

  private static String random(Random random) {
    String alphabet = "aab/ö\u20ac\ud83d\ude00";
    StringBuilder path = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      int at = alphabet.offsetByCodePoints(0, random.nextInt(7));
      path.appendCodePoint(alphabet.codePointAt(at));
    }
    return path.toString();
  }

  @Test
  void shouldReadWhatItWrote() {
    Random random = new Random(3);
    for (int round = 0; round < 2_000; round++) {
      List<String> paths = new ArrayList<>();
      for (int i = random.nextInt(8); i > 0; i--) {
        paths.add(random(random));
      }
      assertThat(read(written(paths), paths.size())).isEqualTo(paths);
    }
  }

  @Test
  void shouldTakeFourBytesForPathsThatCountUp() {
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      paths.add("data/CC-MAIN-2024-10/%03d_%05d.parquet".formatted(i / 1000, i));
    }

    assertThat(written(paths)).hasSizeLessThan(4 * paths.size() + 3_000);
  }

  @Test
  void shouldReadNumbersAndBytesBetweenPaths() {
    PathWriter out = new PathWriter();
    for (long number : new long[] {0, 127, 128, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
      out.writePath("a" + number);
      out.writeNumber(number);
      out.writeRaw(new byte[] {9, 7, 9}, 1, 1);
    }
    PathReader in = new PathReader(out.toBytes(), 0);
    for (long number : new long[] {0, 127, 128, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
      assertThat(in.readPath()).isEqualTo("a" + number);
      assertThat(in.readNumber()).isEqualTo(number);
      assertThat(in.readRaw(1)).containsExactly(7);
    }
    assertThat(in.position()).isEqualTo(out.size());
  }

  @Test
  void shouldBeReadableFromWhereItBeganAnew() {
    PathWriter out = new PathWriter();
    out.writePath("data/a");
    out.restart();
    int place = out.size();
    out.writePath("data/b");
    out.writePath("data/c");

    PathReader in = new PathReader(out.toBytes(), place);
    assertThat(List.of(in.readPath(), in.readPath())).containsExactly("data/b", "data/c");
  }

  @Test
  void shouldRefuseWhatDoesNotFit() {
    byte[] whole = written(List.of("data/a.parquet", "data/b.parquet"));
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> read(cut, 2)).isInstanceOf(IllegalArgumentException.class);
    }
    Random random = new Random(5);
    for (int i = 0; i < 20_000; i++) {
      byte[] changed = whole.clone();
      changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      PathReader in = new PathReader(changed, 0);
      try {
        in.readPath();
        in.readPath();
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageMatching("(?s).*(byte|bytes).*");
      }
    }
  }
}
