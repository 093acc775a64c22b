package dev.sluice.bench;

import dev.sluice.core.work.FileTree;
import dev.sluice.jobs.generate.Generator;
import dev.sluice.jobs.generate.Generator.GeneratedSet;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.SourceRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * {@link #COUNT} documents in memory, of those that {@code generate} makes: the same in every
 * process. Handed out in turn, so that a processor cannot learn one of them by heart.
 */
@State(Scope.Benchmark)
public class Documents {
  /** The documents in memory. */
  public static final int COUNT = 1000;

  /** The columns of the main job. */
  static final ColumnMapping COLUMNS =
      new ColumnMapping(Optional.of("id"), "text", "score", Optional.of("dump"));

  /** Some have no text, or no score. */
  private static final int GENERATED = COUNT + COUNT / 4;

  private static final List<ShardRow> ROWS = new ArrayList<>();

  private Path directory;
  private int next;

  /** Generates them, once for all benchmarks of a process. */
  @Setup
  public void prepare() throws IOException, InterruptedException {
    directory = Directories.create();
    if (ROWS.isEmpty()) {
      Generator.Options options = new Generator.Options(directory.resolve("in"), GENERATED, 1, 42);
      for (GeneratedSet.File file : Generator.generate(options, made -> {}).files()) {
        read(ParquetSource.open(options.output().resolve(file.path()), COLUMNS));
      }
    }
  }

  private static void read(ParquetSource source) throws IOException, InterruptedException {
    for (int group = 0; group < source.rowGroups(); group++) {
      source.read(group, Documents::add);
    }
  }

  private static void add(SourceRow row) {
    if (row.hasText() && row.hasId() && row.hasScore() && ROWS.size() < COUNT) {
      int begin = row.textOffset();
      byte[] text = Arrays.copyOfRange(row.textBytes(), begin, begin + row.textLength());
      ROWS.add(new ShardRow(row.id(), text, 0, text.length, row.score(), row.dump()));
    }
  }

  /** All of them. */
  List<ShardRow> rows() {
    return ROWS;
  }

  /** The place of the next one, from 0 again after the last. */
  int next() {
    next = next + 1 < COUNT ? next + 1 : 0;
    return next;
  }

  /** Where a benchmark may write; deleted behind it. */
  Path directory() {
    return directory;
  }

  /** Deletes what was written. */
  @TearDown(Level.Trial)
  public void delete() throws IOException {
    FileTree.deleteAll(directory);
  }
}
