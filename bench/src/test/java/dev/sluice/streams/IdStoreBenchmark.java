package dev.sluice.streams;

import dev.sluice.bench.Directories;
import dev.sluice.core.values.StateProfile;
import dev.sluice.core.work.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Lookups in a store of ids that holds so many keys. Measured: making the key and the calls of the
 * store, metrics of Kafka Streams included; not: the changelog, which {@code RestoreBench} of
 * module streams-app knows.
 *
 * <p>A store is filled by the first trial that wants it, stays in the directory of the property
 * {@code sluice.bench.stores}, and is worked on through hard links, so that no trial changes it.
 * Each trial reads all of it first: hits read blocks, from the page cache where it has room.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
public class IdStoreBenchmark {
  @Param({"1000000"})
  long keys;

  @Param({"BOUNDED", "FAST"})
  StateProfile profile;

  /** What the stores of a process get of 2 GiB, the most by default: about 600. */
  @Param({"600"})
  long mebibytes;

  private Path work;
  private StoredIds ids;
  private SplittableRandom random;
  private long next;

  /** Fills the store where it is not there, and opens a copy. */
  @Setup
  public void open() throws IOException {
    Path stores = Path.of(System.getProperty("sluice.bench.stores", "bench/target/stores"));
    Path filled = stores.resolve(profile + "-" + keys);
    StateMemory memory = new StateMemory(mebibytes << 20, profile);
    if (!Files.exists(filled)) {
      Path filling = Files.createDirectories(stores.resolve(filled.getFileName() + ".part"));
      FileTree.deleteAll(filling);
      try (StoredIds store = StoredIds.open(filling, memory, keys)) {
        store.fill();
      }
      Files.move(filling, filled);
    }
    work = stores.resolve("work");
    FileTree.deleteAll(work);
    Directories.copy(filled, work, ".sst");
    ids = StoredIds.open(work, memory, keys);
    ids.settle();
    Directories.warm(work);
    random = new SplittableRandom(1);
    next = StoredIds.ABSENT;
  }

  /** An id that is stored. */
  @Benchmark
  public boolean hit() {
    return ids.contains(random.nextLong(keys));
  }

  /** An id that is not. */
  @Benchmark
  public boolean miss() {
    return ids.contains(StoredIds.ABSENT + random.nextLong(StoredIds.ABSENT));
  }

  /** An id that is not, and is stored. */
  @Benchmark
  public boolean first() {
    return ids.isFirst(next++);
  }

  /** Says what the store takes; closes and deletes the copy. */
  @TearDown
  public void close() throws IOException {
    System.out.printf(
        Locale.ROOT,
        "# %s, %,d keys: %.1f bytes a key on disk, %.1f MB in memory%n",
        profile,
        keys,
        (double) Directories.bytes(work) / keys,
        ids.memoryBytes() / 1e6);
    ids.close();
    FileTree.deleteAll(work);
  }
}
