package dev.sluice.bands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.sluice.storage.PermanentException;
import dev.sluice.storage.bands.BandFile;
import dev.sluice.storage.bands.BandHeader;
import dev.sluice.storage.bands.BandReader;
import dev.sluice.storage.bands.BandWriter;
import dev.sluice.storage.bands.Frontier;
import dev.sluice.storage.bands.RemovedSection;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a merge holds. */
class BandMergeTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir private Path directory;

  /** A file that removes some rows of one source file, and others the rows after them. */
  private BandRun write(String unit, int batch, int rows) throws IOException {
    BandFile file = BandFile.of(directory.resolve("bands"), 1, unit, 0, batch, batch);
    long from = (batch - 1L) * rows;
    RemovedSection.Source removed =
        into -> {
          for (long row = from; row < from + rows; row++) {
            into.accept("a", row);
          }
        };
    BandHeader header =
        new BandHeader(
            BandHeader.FORMAT,
            unit,
            0,
            1,
            batch,
            batch,
            "cluster",
            "topic",
            batch,
            new Frontier("a", from, false),
            new Frontier("a", from + rows, false),
            List.of("CC-MAIN-2024-10"),
            rows,
            rows,
            1,
            batch,
            RemovedSection.bytes(removed),
            0,
            List.of());
    try (BandWriter writer = new BandWriter(publication(), file.path(), header, removed)) {
      writer.add(batch);
      writer.publish();
    }
    return new BandRun(file, header);
  }

  private Publication publication() {
    return new Publication(directory.resolve("tmp"));
  }

  /** Merges four files of so many removed rows. Returns the bytes that it allocates. */
  private long merge(String unit, int rows) throws IOException {
    List<BandRun> runs = new ArrayList<>();
    for (int batch = 1; batch <= 4; batch++) {
      runs.add(write(unit, batch, rows));
    }
    BandFile target = BandFile.of(directory.resolve("bands"), 1, unit, 0, 1, 4);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    BandRun merged = new BandMerge(publication()).merge(runs, target);
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertThat(merged.header().removedCount()).isEqualTo(4L * rows);
    LongAdder sum = new LongAdder();
    try (BandReader reader = BandReader.open(target.path())) {
      reader.removed((path, row) -> sum.add(row));
    }
    assertThat(sum.sum()).isEqualTo(4L * rows * (4L * rows - 1) / 2);
    return allocated;
  }

  @Test
  void shouldSayWhatToDoAboutFilesThatDoNotFollowEachOther() throws IOException {
    String unit = "data/CC-MAIN-2024-10#1";
    List<BandRun> runs = List.of(write(unit, 1, 10), write(unit, 3, 10));
    BandFile target = BandFile.of(directory.resolve("bands"), 1, unit, 0, 1, 3);
    assertThatThrownBy(() -> new BandMerge(publication()).merge(runs, target))
        .isInstanceOf(PermanentException.class)
        .hasMessageStartingWith(target.path() + " cannot be made: a file goes from ")
        .hasMessageEndingWith(
            ": restore all of _sluice/bands from one copy, or start a new output and topic prefix");
  }

  /** Sizes would be requests to a store, for each of many files at each batch. */
  @Test
  void shouldTellFromHeadersAloneWhatFitsIntoAFile() throws IOException {
    String unit = "data/CC-MAIN-2024-10#1";
    List<BandRun> runs = List.of(write(unit, 1, 10_000), write(unit, 2, 10_000));
    long bytes = 0;
    for (BandRun run : runs) {
      bytes += Files.size(run.file().path());
      Files.delete(run.file().path());
    }

    assertThat(new BandMerge(publication(), 2 * bytes).fitting(runs)).isEqualTo(2);
    assertThat(new BandMerge(publication(), bytes - 1).fitting(runs)).isEqualTo(1);
  }

  @Test
  void shouldMergeAnyNumberOfRemovedRowsInTheSameMemory() throws IOException {
    merge("data/CC-MAIN-2024-10#1", 1_000); // loads classes
    assertThat(merge("data/CC-MAIN-2024-10#2", 1_000_000)).isLessThan(4 << 20);
  }
}
