package dev.sluice.objects;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.shard.ShardWriter;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.SourceTextCache;
import dev.sluice.storage.write.ShardCompression;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever waits for a store keeps nobody else waiting. */
class SlowStoreTest {
  private static final int MINUTES = 2;

  /** More than comes with the footer. */
  private static final int TEXT_BYTES = 1 << 20;

  private static final List<String> COLUMNS = List.of("id", "text", "score");
  private static final ColumnMapping MAPPING =
      new ColumnMapping(Optional.of("id"), "text", "score", Optional.empty());

  @TempDir Path directory;

  private final MemoryStore store = new MemoryStore();
  private final FileSystem system =
      new ObjectFileSystemProvider("memory") {
        @Override
        protected ObjectStore open(String authority) {
          return store;
        }
      }.getFileSystem(URI.create("memory://bucket"));

  /** A file of one row. */
  private ParquetSource write(String name, byte[] text) throws IOException {
    Path file = directory.resolve(name);
    ShardFormat format = new ShardFormat(COLUMNS, ShardCompression.ZSTD, 3, 8 << 10, 1 << 20);
    ShardWriter writer = new ShardWriter(format, file);
    writer.write(new ShardRow(name.getBytes(UTF_8), text, 0, text.length, 1, "unknown"));
    writer.close(new TreeMap<>());
    store.put(name, Files.readAllBytes(file));
    return ParquetSource.open(system.getPath("/" + name), MAPPING);
  }

  private static byte[] text(long seed) {
    byte[] text = new byte[TEXT_BYTES];
    Random random = new Random(seed);
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) (' ' + random.nextInt(95));
    }
    return text;
  }

  private static byte[] read(SourceTextCache cache, ParquetSource source) throws IOException {
    ByteBuffer text = cache.text(source, 0, 0).orElseThrow();
    byte[] bytes = new byte[text.remaining()];
    text.duplicate().get(bytes);
    return bytes;
  }

  @Test
  void shouldReadOtherTextsMeanwhile() throws Exception {
    ParquetSource slow = write("slow.parquet", text(1));
    ParquetSource quick = write("quick.parquet", text(2));
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    store.beforeReads(
        number -> {
          if (asked.getCount() > 0) {
            asked.countDown();
            await(answer);
          }
        });
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (SourceTextCache cache = new SourceTextCache(1)) {
      Future<byte[]> first = threads.submit(() -> read(cache, slow));
      await(asked);

      Future<byte[]> second = threads.submit(() -> read(cache, quick));

      assertThat(second.get(MINUTES, TimeUnit.MINUTES)).isEqualTo(text(2));
      assertThat(first).isNotDone();
      answer.countDown();
      assertThat(first.get(MINUTES, TimeUnit.MINUTES)).isEqualTo(text(1));
    } finally {
      answer.countDown();
      threads.shutdown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(MINUTES, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
