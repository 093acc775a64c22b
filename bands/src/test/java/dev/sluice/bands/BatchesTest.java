package dev.sluice.bands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.PermanentException;
import dev.sluice.storage.bands.BandDirectory;
import dev.sluice.storage.bands.BandFile;
import dev.sluice.storage.bands.BandHeader;
import dev.sluice.storage.bands.BandReader;
import dev.sluice.storage.bands.Frontier;
import dev.sluice.topics.record.BandBlock;
import dev.sluice.topics.record.Watermark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When batches are made, and which files there are of them. */
class BatchesTest {
  private static final String UNIT = "data/CC-MAIN-2024-10#1";
  private static final long MUCH = 1 << 30;

  @TempDir private Path directory;
  private final Random random = new Random(1);
  private BandSettings settings;
  private BandPartition band;
  private long offset;
  private long row;

  @BeforeEach
  void open() throws Exception {
    settings = settings(MUCH);
    band = BandPartition.open(settings, 0);
  }

  private BandSettings settings(long batchBytes) {
    return TestingBandSettings.of(directory, 2, "a", Optional.empty(), batchBytes);
  }

  private void documents(int count) {
    long[] rows = LongStream.range(row, row + count).toArray();
    long[] keys = random.longs(count, 0, 1L << 48).toArray();
    row += count;
    band.accept(offset++, new BandBlock(UNIT, "a", List.of("CC-MAIN-2024-10"), rows, keys));
  }

  private void watermark(int partition) {
    band.accept(offset++, new Watermark(UNIT, partition, "a", row, false));
  }

  private boolean isDue(Duration later, long bytes) {
    return band.isDue(System.nanoTime() + later.toNanos(), bytes);
  }

  private List<String> names() throws IOException {
    return new BandDirectory(settings.root())
        .list().stream().map(file -> file.path().getFileName().toString()).toList();
  }

  @Test
  void shouldWaitForTheWatermarksOfAllPartitions() throws Exception {
    documents(20_000);
    assertThat(isDue(Duration.ofHours(1), 1)).isFalse();
    watermark(0);
    assertThat(isDue(Duration.ofHours(1), 1)).isFalse();
    watermark(1);
    assertThat(isDue(Duration.ZERO, MUCH)).isTrue();
  }

  @Test
  void shouldWaitWithFewUntilNothingComesOrTheUnitEnds() throws Exception {
    documents(9_999);
    watermark(0);
    watermark(1);
    assertThat(isDue(Duration.ofMillis(1_500), MUCH)).isFalse();
    assertThat(isDue(Duration.ofMillis(2_001), MUCH)).isTrue();
    band.accept(offset++, Watermark.end(UNIT, 0));
    assertThat(isDue(Duration.ZERO, MUCH)).isFalse();
    band.accept(offset++, Watermark.end(UNIT, 1));
    assertThat(isDue(Duration.ZERO, MUCH)).isTrue();
    band.process();
    assertThat(isDue(Duration.ofHours(1), 1)).isFalse();
  }

  /** A hundredth of what is stored. */
  @Test
  void shouldWaitForMoreWhereMoreIsStored() throws Exception {
    documents(1_200_000);
    watermark(0);
    watermark(1);
    band.process();
    documents(11_000);
    watermark(0);
    watermark(1);
    assertThat(isDue(Duration.ZERO, MUCH)).isFalse();
    documents(1_000);
    watermark(0);
    watermark(1);
    assertThat(isDue(Duration.ZERO, MUCH)).isTrue();
  }

  @Test
  void shouldNotWaitWhereMemoryIsShortAndABatchFreesIt() throws Exception {
    documents(100);
    watermark(0);
    watermark(1);
    documents(1_000);
    assertThat(isDue(Duration.ZERO, 16 << 10)).as("frees too little").isFalse();
    watermark(0);
    watermark(1);
    assertThat(isDue(Duration.ZERO, MUCH)).isFalse();
    documents(1);
    assertThat(isDue(Duration.ZERO, 16 << 10)).isTrue();
    band.process();
    assertThat(band.pendingBytes()).isLessThan(2_000);
  }

  @Test
  void shouldMergeEightFilesOfOneSizeAndAllAtTheEnd() throws Exception {
    for (int batch = 1; batch <= 75; batch++) {
      documents(1 + batch % 3);
      watermark(0);
      watermark(1);
      band.process();
    }
    assertThat(names())
        .containsExactly(
            "00-1-64.keys", "00-65-72.keys", "00-73-73.keys", "00-74-74.keys", "00-75-75.keys");
    band.accept(offset++, Watermark.end(UNIT, 0));
    band.accept(offset++, Watermark.end(UNIT, 1));
    band.process();
    assertThat(names()).containsExactly("00-1-76.keys");
    Path file = new BandDirectory(settings.root()).list().get(0).path();
    BandHeader header = BandReader.header(file);
    assertThat(header.documents()).isEqualTo(row).isEqualTo(header.keys());
    assertThat(header.stored()).isEqualTo(row);
    assertThat(header.from()).isEqualTo(Frontier.BEGIN);
    assertThat(header.frontier()).isEqualTo(Frontier.END);
    assertThat(header.nextOffset()).isEqualTo(offset);
    assertThat(BandPartition.open(settings, 0).nextOffset()).isEqualTo(offset);
  }

  /** One request writes an object, and takes no more than so much. */
  @Test
  void shouldMergeNoMoreThanFitsIntoAFile() throws Exception {
    long most = 8 << 10;
    BandMerge merge = new BandMerge(settings.publication(), most);
    band = BandPartition.open(settings, 0, merge);
    for (int batch = 1; batch <= 100; batch++) {
      documents(20);
      watermark(0);
      watermark(1);
      band.process();
    }
    band.accept(offset++, Watermark.end(UNIT, 0));
    band.accept(offset++, Watermark.end(UNIT, 1));
    band.process();

    List<BandFile> files = new BandDirectory(settings.root()).list();
    assertThat(files).hasSizeBetween(2, 10).isEqualTo(BandDirectory.chain(files));
    long keys = 0;
    for (BandFile file : files) {
      assertThat(Files.size(file.path())).isLessThanOrEqualTo(most);
      keys += BandReader.header(file.path()).keys();
    }
    assertThat(keys).isEqualTo(row);
    assertThat(BandPartition.open(settings, 0, merge).nextOffset()).isEqualTo(offset);
    assertThat(BandPartition.open(settings, 0).nextOffset()).isEqualTo(offset);
    assertThat(names()).containsExactly("00-1-101.keys");
  }

  @Test
  void shouldMissTheFileOfAnEarlierUnit() throws Exception {
    for (int unit = 1; unit <= 3; unit++) {
      String id = "data/CC-MAIN-2024-1" + unit + "#1";
      long[] keys = random.longs(100, 0, 1L << 48).toArray();
      long[] rows = LongStream.range(0, 100).toArray();
      band.accept(offset++, new BandBlock(id, "a", List.of("dump"), rows, keys));
      band.accept(offset++, Watermark.end(id, 0));
      band.accept(offset++, Watermark.end(id, 1));
      band.process();
    }
    BandPartition.open(settings, 0);
    Path second = new BandDirectory(settings.root()).list().get(1).path();
    Files.delete(second);
    for (int deleted = 0; deleted < 2; deleted++) {
      assertThatThrownBy(() -> BandPartition.open(settings, 0))
          .isInstanceOf(PermanentException.class)
          .hasMessage(
              "keys of 100 documents are missing in %s: restore all of _sluice/bands from one copy,"
                  + " or start a new output and topic prefix",
              settings.root());
      Files.deleteIfExists(second.getParent());
    }
  }

  /** The least offset of what is beyond the frontier: a block, or the last watermark. */
  @Test
  void shouldContinueAtWhatIsBeyondTheFrontier() throws Exception {
    documents(10);
    watermark(0);
    watermark(1);
    documents(10);
    watermark(0);
    long ahead = offset;
    documents(10);
    watermark(0);
    band.process();
    assertThat(BandPartition.open(settings, 0).nextOffset()).isEqualTo(3);
    watermark(1);
    band.accept(offset++, new Watermark(UNIT, 0, "a", row + 1, false));
    band.process();
    assertThat(BandPartition.open(settings, 0).nextOffset())
        .isEqualTo(offset - 1)
        .isGreaterThan(ahead);
  }

  /** A watermark amid a block. */
  @Test
  void shouldKeepTheRestOfABlock() throws Exception {
    documents(10);
    for (int partition = 0; partition < 2; partition++) {
      band.accept(offset++, new Watermark(UNIT, partition, "a", 5, false));
    }
    band.process();
    BandPartition other = BandPartition.open(settings, 0);
    assertThat(other.nextOffset()).isZero();
    other.process();
    assertThat(BandPartition.open(settings, 0).nextOffset()).isZero();
    band.accept(offset++, Watermark.end(UNIT, 0));
    band.accept(offset++, Watermark.end(UNIT, 1));
    assertThat(band.process().documents()).isEqualTo(5);
  }

  /** Nothing can be decided before the other partition has come as far. */
  @Test
  void shouldLeaveWhatIsFarAheadInTheTopicWhereMemoryIsShort() throws Exception {
    documents(1_000);
    documents(1_000);
    watermark(0);
    band.makeRoom(16_000);
    assertThat(band.pendingBytes()).isBetween(4_000L, 16_000L);
    documents(1_000);
    assertThat(band.pendingBytes()).as("further ahead than what was left").isLessThan(16_000);
    assertThat(isDue(Duration.ofHours(1), 16_000)).isFalse();
    assertThat(band.mustReadAgain()).isFalse();
    watermark(1);
    assertThat(isDue(Duration.ZERO, MUCH)).as("all that is held").isTrue();
    long decided = band.process().documents();
    assertThat(decided).isBetween(250L, 1_000L);
    assertThat(band.mustReadAgain()).isTrue();
    band = BandPartition.open(settings, 0);
    assertThat(band.nextOffset()).as("the block with the first that was left").isZero();
    assertThat(band.mustReadAgain()).isFalse();
  }

  /** Whatever is grown, or made a batch of. */
  @Test
  void shouldLeaveRoomForOneBandMore() {
    assertThat(settings.share(0)).isEqualTo(MUCH);
    assertThat(settings.share(1)).isEqualTo(MUCH / 2);
    assertThat(settings.share(14)).isEqualTo(MUCH / 15);
  }

  /** In one array. */
  @Test
  void shouldGiveABandNoMoreThanItsSketchesHaveRoomFor() {
    assertThat(settings(100 * MUCH).share(1)).isEqualTo(MUCH);
  }

  @Test
  void shouldKeepSomeKeysWhereverMemoryIsShort() throws Exception {
    documents(64);
    band.makeRoom(1);
    watermark(0);
    watermark(1);
    assertThat(band.process().documents()).isEqualTo(64);
  }
}
