package dev.sluice.bands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.algorithms.neardup.SketchCheck;
import dev.sluice.storage.bands.BandDirectory;
import dev.sluice.storage.bands.BandFile;
import dev.sluice.storage.bands.BandReader;
import dev.sluice.storage.bands.BandVerdict;
import dev.sluice.storage.bands.RemovedRows;
import dev.sluice.topics.record.BandBlock;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.Watermark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a map from keys to the first unit that has them. */
@Timeout(300)
class BandPartitionTest {
  private static final int OFFSET_STEP = 3;

  @TempDir private Path directory;
  private final AtomicInteger outputs = new AtomicInteger();

  /** A worker of the band dies here. */
  private static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static BandSettings settings(Path output, int partitions, String id) {
    return settings(output, partitions, id, Optional.empty());
  }

  private static BandSettings settings(
      Path output, int partitions, String id, Optional<SketchCheck> check) {
    return TestingBandSettings.of(output, partitions, id, check, 1 << 20);
  }

  /** Dies before a merge, or before the deletion of a file that was merged. */
  private static final class MortalMerge extends BandMerge {
    private final Random random;
    private final int odds;

    MortalMerge(BandSettings settings, Random random, int odds) {
      super(settings.publication());
      this.random = random;
      this.odds = odds;
    }

    private void mayDie() {
      if (odds > 0 && random.nextInt(odds) == 0) {
        throw new Killed();
      }
    }

    @Override
    BandRun merge(List<BandRun> runs, BandFile target) throws IOException {
      mayDie();
      return super.merge(runs, target);
    }

    @Override
    void delete(BandFile file) throws IOException {
      mayDie();
      super.delete(file);
    }
  }

  /** A worker that reads a log, makes batches when it likes to, and dies when it likes to. */
  private static final class Worker {
    private final BandSettings settings;
    private final List<Object> log;
    private final Random random;
    private final int odds;
    private final AtomicLong trimmed;
    private final boolean shortOfMemory;
    private BandPartition band;
    private int at;
    private int overtaken;
    private int readAgain;

    Worker(BandSettings settings, List<Object> log, Random random, int odds, AtomicLong trimmed)
        throws Exception {
      this.settings = settings;
      this.log = log;
      this.random = random;
      this.odds = odds;
      this.trimmed = trimmed;
      this.shortOfMemory = random.nextBoolean();
      open();
    }

    private void open() throws Exception {
      while (true) {
        long begin = trimmed.get();
        try {
          band = BandPartition.open(settings, 0, new MortalMerge(settings, random, odds));
          assertThat(band.nextOffset()).isBetween(begin, (long) log.size() * OFFSET_STEP);
          at = Math.toIntExact((band.nextOffset() + OFFSET_STEP - 1) / OFFSET_STEP);
          return;
        } catch (Killed | NoSuchFileException e) {
          continue;
        }
      }
    }

    boolean isAtEnd() {
      return at == log.size();
    }

    void step() throws Exception {
      try {
        boolean due = isAtEnd();
        if (!due) {
          due = accept((long) at * OFFSET_STEP, log.get(at));
          at++;
        }
        if (due || random.nextInt(12) == 0) {
          band.process();
          trimmed.accumulateAndGet(band.nextOffset(), Math::max);
          if (band.mustReadAgain()) {
            readAgain++;
            open();
          }
        } else if (shortOfMemory && random.nextInt(12) == 0) {
          band.makeRoom(64 * PendingKeys.KEY_BYTES + random.nextInt(4_000));
        }
        if (odds > 0 && random.nextInt(4 * odds) == 0) {
          throw new Killed();
        }
      } catch (OvertakenException | NoSuchFileException e) {
        overtaken++;
        open();
      } catch (Killed e) {
        open();
      }
    }

    private boolean accept(long offset, Object record) {
      if (record instanceof BandBlock block) {
        band.accept(offset, block);
      } else if (record instanceof Watermark watermark) {
        band.accept(offset, watermark);
      } else if (record instanceof Forget forget) {
        return band.accept(offset, forget);
      }
      return false;
    }
  }

  private Path output() {
    return directory.resolve(Integer.toString(outputs.incrementAndGet()));
  }

  /** What files say is what the brute force says, of decided rows, and all are decided at last. */
  private static void check(Path output, Crawl crawl, boolean complete) {
    try {
      RemovedRows rows = new RemovedRows(new BandDirectory(output.resolve("bands")), 1, 8 << 20);
      crawl.removed.keySet().forEach(unit -> rows.of(unit, "a", 0));
      rows.refresh();
      crawl.removed.forEach(
          (unit, files) ->
              files.forEach(
                  (file, removed) ->
                      removed.forEach(
                          (row, isRemoved) -> {
                            BandVerdict verdict = rows.of(unit, file, row);
                            boolean must =
                                complete
                                    && crawl.ended.contains(unit)
                                    && !crawl.forgotten.contains(unit);
                            if (must || verdict != BandVerdict.UNDECIDED) {
                              assertThat(verdict)
                                  .as(output + " " + unit + " " + file + " " + row)
                                  .isEqualTo(isRemoved ? BandVerdict.REMOVED : BandVerdict.STAYS);
                            }
                          })));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One file a unit at last, and each key in one of them. */
  private static void checkState(Path output, Crawl crawl) throws IOException {
    long keys = 0;
    List<String> units = new ArrayList<>();
    for (BandFile file : new BandDirectory(output.resolve("bands")).list()) {
      var header = BandReader.header(file.path());
      if (!file.isReset() && !crawl.forgotten.contains(header.unit())) {
        keys += header.keys();
        units.add(header.unit());
      }
    }
    assertThat(keys).isEqualTo(crawl.first.size());
    assertThat(units).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void shouldRemoveWhatTheBruteForceRemoves(int way) throws Exception {
    boolean twice = (way & 1) > 0;
    int odds = (way & 2) > 0 ? (twice ? 24 : 12) : 0; // the log is twice as long
    Optional<SketchCheck> check =
        (way & 4) > 0 ? Optional.of(new SketchCheck(37, 0.6)) : Optional.empty();
    int readAgain = 0;
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      int partitions = 1 + random.nextInt(4);
      Crawl crawl = new Crawl(random, partitions, check);
      Path output = output();
      BandSettings settings = settings(output, partitions, "a", check);
      Worker worker = new Worker(settings, crawl.log(twice), random, odds, new AtomicLong());
      while (!worker.isAtEnd()) {
        worker.step();
        if (random.nextInt(50) == 0) {
          check(output, crawl, false);
        }
      }
      finish(worker);
      check(output, crawl, true);
      checkState(output, crawl);
      readAgain += worker.readAgain;
    }
    assertThat(readAgain).isGreaterThan(20);
  }

  /** Batches until everything is decided, which takes one for each unit. */
  private static void finish(Worker worker) throws Exception {
    for (int i = 0; i < 60; i++) {
      worker.step();
      while (!worker.isAtEnd()) {
        worker.step();
      }
    }
  }

  /** Two that believe they have the band take turns. */
  @Test
  void shouldDecideTheSameWithTwoWorkers() throws Exception {
    int overtaken = 0;
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      int partitions = 1 + random.nextInt(4);
      Optional<SketchCheck> check =
          seed % 2 == 0 ? Optional.of(new SketchCheck(64, 0.6)) : Optional.empty();
      Crawl crawl = new Crawl(random, partitions, check);
      Path output = output();
      List<Object> log = crawl.log(false);
      AtomicLong trimmed = new AtomicLong();
      int odds = seed % 3 == 0 ? 12 : 0;
      BandSettings one = settings(output, partitions, "a", check);
      BandSettings other = settings(output, partitions, "b", check);
      Worker a = new Worker(one, log, random, odds, trimmed);
      Worker b = new Worker(other, log, random, odds, trimmed);
      while (!a.isAtEnd() || !b.isAtEnd()) {
        Worker next = random.nextBoolean() ? a : b;
        for (int i = random.nextInt(40); i >= 0 && !next.isAtEnd(); i--) {
          next.step();
        }
      }
      finish(a);
      finish(b);
      check(output, crawl, true);
      checkState(output, crawl);
      overtaken += a.overtaken + b.overtaken;
    }
    assertThat(overtaken).isGreaterThan(20);
  }

  /** And at once. */
  @Test
  void shouldDecideTheSameWithTwoWorkersAtOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(3);
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      int partitions = 1 + random.nextInt(4);
      Crawl crawl = new Crawl(random, partitions);
      Path output = output();
      List<Object> log = crawl.log(false);
      AtomicLong trimmed = new AtomicLong();
      List<Future<Void>> workers = new ArrayList<>();
      for (String id : List.of("a", "b", "c")) {
        BandSettings settings = settings(output, partitions, id);
        workers.add(
            threads.submit(
                (Callable<Void>)
                    () -> {
                      Random own = ThreadLocalRandom.current();
                      Worker worker = new Worker(settings, log, own, 30, trimmed);
                      while (!worker.isAtEnd()) {
                        worker.step();
                      }
                      finish(worker);
                      return null;
                    }));
      }
      for (Future<Void> worker : workers) {
        worker.get();
      }
      finish(new Worker(settings(output, partitions, "d"), log, random, 0, trimmed));
      check(output, crawl, true);
      checkState(output, crawl);
    }
    threads.shutdown();
  }
}
