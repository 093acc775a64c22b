package dev.sluice.storage.bands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.sluice.algorithms.neardup.SortedKeysReader;
import dev.sluice.core.Digests;
import dev.sluice.storage.testing.MutatedFile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BandFilesTest {
  private static final String UNIT = "data/CC-MAIN-2024-10#1";
  private static final Frontier MIDDLE = new Frontier("b", 7, false);

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir private Path directory;

  private BandFile write(long[] keys, Map<String, long[]> removed) throws IOException {
    TestingBands bands = new TestingBands(directory);
    BandFile file = bands.file(1, UNIT, 3, 2, 2);
    return bands.write(file, UNIT, 14, Frontier.BEGIN, MIDDLE, removed, keys);
  }

  private static List<String> rows(Path file) throws IOException {
    List<String> rows = new ArrayList<>();
    try (BandReader reader = BandReader.open(file)) {
      reader.removed((path, row) -> rows.add(path + ":" + row));
    }
    return rows;
  }

  private static long[] keys(Path file) throws IOException {
    long[] keys = {};
    try (BandReader reader = BandReader.open(file)) {
      for (long key = reader.firstKey(); key != SortedKeysReader.END; key = reader.nextKey()) {
        keys = Arrays.copyOf(keys, keys.length + 1);
        keys[keys.length - 1] = key;
      }
    }
    return keys;
  }

  @Test
  void shouldReadWhatWasWritten() throws IOException {
    long[] keys = new Random(1).longs(1_000, 0, 1L << 48).sorted().distinct().toArray();
    Map<String, long[]> removed =
        Map.of("a", new long[] {0, 1, 5, 1_000_000}, "é/b", new long[] {2_000_000_000});

    Path file = write(keys, removed).path();

    assertThat(keys(file)).isEqualTo(keys);
    assertThat(rows(file)).containsExactly("a:0", "a:1", "a:5", "a:1000000", "é/b:2000000000");
    BandHeader header = BandReader.header(file);
    assertThat(header.mostFileBytes()).isBetween(Files.size(file), 3 * Files.size(file));
    assertThat(header.unit()).isEqualTo(UNIT);
    assertThat(header.frontier()).isEqualTo(MIDDLE);
    assertThat(header.dumps()).containsExactly("CC-MAIN-2024-10");
    assertThat(BandFile.parse(file)).get().extracting(BandFile::band).isEqualTo(3);
  }

  /** Random sketches of so many bytes. */
  private BandFile writeChecked(int bytes, byte[] sketches, long... keys) throws IOException {
    TestingBands bands = new TestingBands(directory);
    BandFile file = bands.file(1, UNIT, 3, 2, 2);
    Files.deleteIfExists(file.path());
    new Random(3).nextBytes(sketches);
    Map<String, long[]> removed = Map.of("a", new long[] {4});
    return bands.write(file, UNIT, 14, Frontier.BEGIN, MIDDLE, removed, bytes, sketches, keys);
  }

  @Test
  void shouldReadSketchesByTheNumberOfTheirKey() throws IOException {
    Random random = new Random(4);
    for (int count : new int[] {1, 255, 256, 257, 1_000}) {
      for (int bytes : new int[] {1, 14, 33}) {
        long[] keys = random.longs(count, 0, 1L << 48).sorted().distinct().toArray();
        byte[] sketches = new byte[count * bytes];
        Path file = writeChecked(bytes, sketches, keys).path();
        assertThat(keys(file)).isEqualTo(keys);
        assertThat(rows(file)).containsExactly("a:4");
        assertThat(BandReader.header(file).mostFileBytes())
            .isBetween(Files.size(file), 3 * Files.size(file));
        try (BandReader reader = BandReader.open(file);
            SketchReader all = reader.sketches()) {
          int step = 1;
          for (int i = 0; i < count; i += step) {
            int at = all.seek(i);
            assertThat(Arrays.copyOfRange(all.bytes(), at, at + bytes))
                .isEqualTo(Arrays.copyOfRange(sketches, i * bytes, (i + 1) * bytes));
            step = 1 + random.nextInt(300);
          }
        }
      }
    }
  }

  /** Without sketches, a file has the bytes that it had before there were any. */
  @Test
  void shouldNotChangeFilesWithoutSketches() throws Exception {
    byte[] bytes =
        Files.readAllBytes(write(new long[] {1, 5, 1L << 40}, Map.of("a", new long[] {4})).path());
    assertThat(HexFormat.of().formatHex(Digests.sha256().digest(bytes)))
        .isEqualTo("ff8c0c9816dec28c3b36c0bcf3b7610cfaa7bfa0d927262eace1be63850232e2");
  }

  @Test
  void shouldFailOnAnyDamageOfSketches() throws IOException {
    byte[] sketches = new byte[260];
    long[] keys = new Random(5).longs(260, 0, 1L << 48).sorted().toArray();
    requireDamageAnywhere(writeChecked(1, sketches, keys).path(), 2);
  }

  @Test
  void shouldReadAnyNumberOfRemovedRowsInTheSameMemory() throws IOException {
    long[] removed = LongStream.range(0, 4_000_000).toArray();
    Path file = write(new long[] {1}, Map.of("a", removed)).path();
    LongAdder sum = new LongAdder();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try (BandReader reader = BandReader.open(file)) {
      reader.removed((path, row) -> sum.add(row));
      assertThat(reader.firstKey()).isEqualTo(1);
    }
    try (BandReader reader = BandReader.open(file)) {
      assertThat(reader.firstKey()).isEqualTo(1);
    }
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(1 << 20);
    assertThat(sum.sum()).isEqualTo(4_000_000L * 3_999_999 / 2);
  }

  @Test
  void shouldHoldNothing() throws IOException {
    Path file = write(new long[] {}, Map.of()).path();
    assertThat(keys(file)).isEmpty();
    assertThat(rows(file)).isEmpty();
  }

  @Test
  void shouldWriteTheSameBytesTwiceAndRefuseOthers() throws IOException {
    write(new long[] {1}, Map.of());
    write(new long[] {1}, Map.of());
    assertThatThrownBy(() -> write(new long[] {2}, Map.of()))
        .isInstanceOf(FileAlreadyExistsException.class);
    try (var left = Files.list(directory.resolve("tmp"))) {
      assertThat(left).isEmpty();
    }
  }

  /** Each bit of the file matters, and each byte of its length. */
  @Test
  void shouldFailOnAnyDamageNamingTheFileAndTheSection() throws IOException {
    long[] keys = new Random(2).longs(300, 0, 1L << 48).sorted().toArray();
    requireDamageAnywhere(write(keys, Map.of("a", new long[] {1, 2, 300})).path(), 1);
  }

  private static void requireDamageAnywhere(Path file, int step) throws IOException {
    byte[] right = Files.readAllBytes(file);
    for (int at = 0; at < right.length; at += step) {
      byte[] wrong = right.clone();
      wrong[at] ^= (byte) (1 << at % 8);
      requireDamage(file, wrong);
      requireDamage(file, Arrays.copyOf(right, at));
    }
    requireDamage(file, Arrays.copyOf(right, right.length + 1));
  }

  private static void readSketches(Path file) throws IOException {
    try (BandReader reader = BandReader.open(file);
        SketchReader all = reader.sketches()) {
      for (int i = 0; reader.header().sketchBytes() > 0 && i < reader.header().keys(); i++) {
        all.seek(i);
      }
    }
  }

  private static void requireDamage(Path file, byte[] bytes) throws IOException {
    new MutatedFile(file).write(bytes);
    assertThatThrownBy(
            () -> {
              rows(file);
              keys(file);
              readSketches(file);
            })
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file + " is damaged: ")
        .hasMessageMatching(".* (header|removed rows|sketches|keys): .*")
        .hasMessageEndingWith(
            ": restore all of _sluice/bands from one copy, or start a new output and topic prefix");
  }

  @Test
  void shouldParseOnlyItsOwnNames() {
    for (String name :
        List.of(
            "000001-0123456789abcdef/00-1-1.keys.tmp",
            "000001-0123456789abcdef/00-2-1.keys",
            "000001-0123456789abcdef/00-0-1.keys",
            "000001-0123456789abcde/00-1-1.keys",
            "000001-0123456789abcdef/.00-1-1.keys.claim-1",
            "00-1-1.keys")) {
      assertThat(BandFile.parse(Path.of(name))).as(name).isEmpty();
    }
    assertThat(BandFile.parse(Path.of("x/000001-0123456789abcdef/13-1-64.keys"))).isPresent();
  }

  @Test
  void shouldCoverRowsInTheOrderOfBytes() {
    Frontier frontier = new Frontier("b", 5, false);
    assertThat(frontier.covers("a", 1_000)).isTrue();
    assertThat(frontier.covers("b", 4)).isTrue();
    assertThat(frontier.covers("b", 5)).isFalse();
    assertThat(frontier.covers("c", 0)).isFalse();
    assertThat(new Frontier("\uFF01", 0, false).covers("\uD83D\uDE00", 0)).isFalse();
    assertThat(Frontier.END.covers("z", Long.MAX_VALUE)).isTrue();
    assertThat(Frontier.BEGIN.covers("", 0)).isFalse();
    assertThat(Frontier.END).isGreaterThan(frontier);
    assertThat(frontier).isGreaterThan(Frontier.BEGIN);
  }
}
