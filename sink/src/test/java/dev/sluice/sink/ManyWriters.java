package dev.sluice.sink;

import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.takedown.NamedRows;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** Keeps shards of many dumps open in several partitions at once, in a JVM of its own. */
final class ManyWriters {
  static final int PARTITIONS = 2;
  static final int DUMPS = 500;
  static final long ROW_GROUP_BYTES = 2 << 20;

  private static final int ROWS = 3_000;
  private static final int TEXT_BYTES = 8 << 10;

  private ManyWriters() {}

  /** Writes random rows below the directory and prints how many shards came of them. */
  public static void main(String[] arguments) throws Exception {
    TestingSink sink =
        TestingSink.in(Path.of(arguments[0]))
            .withMaxFileBytes(64 << 20)
            .withCutBytes(1 << 30)
            .withRowGroupBytes(ROW_GROUP_BYTES)
            .withPartitions(PARTITIONS);
    sink.settings().publication().clear();
    List<FanoutShardWriter> writers = new ArrayList<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      writers.add(
          new FanoutShardWriter(
              sink.settings(), "4.0", partition, new TreeMap<>(), NamedRows.none()));
    }
    Random random = new Random(1);
    for (int row = 0; row < ROWS; row++) {
      String dump = "CC-MAIN-%03d".formatted(random.nextInt(DUMPS));
      byte[] text = TestingSink.utf8(TestingRecords.text(random, TEXT_BYTES));
      byte[] id = ("id-" + row).getBytes(StandardCharsets.UTF_8);
      writers
          .get(row % PARTITIONS)
          .write(dump, new ShardRow(id, text, 0, text.length, 4.5, dump), row);
    }
    int shards = 0;
    for (FanoutShardWriter writer : writers) {
      shards += writer.finish().size();
    }
    System.out.print(shards);
  }
}
