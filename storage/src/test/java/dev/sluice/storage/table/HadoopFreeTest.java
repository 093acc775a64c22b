package dev.sluice.storage.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.shard.ShardWriter;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.TestingRows;
import dev.sluice.storage.write.ShardCompression;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hadoop's twenty megabytes need not travel with the program. */
class HadoopFreeTest {
  @TempDir private Path directory;

  /** What runs where no class of Hadoop can be found. */
  public static final class RoundTrip implements Callable<Long> {
    private final Path file;

    /** Writes and reads this file. */
    public RoundTrip(Path file) {
      this.file = file;
    }

    @Override
    public Long call() throws Exception {
      ShardFormat format =
          new ShardFormat(ColumnRole.FIELDS, ShardCompression.ZSTD, 3, 1 << 20, 1 << 20);
      ShardWriter writer = new ShardWriter(format, file);
      byte[] bytes = "text".getBytes(StandardCharsets.UTF_8);
      writer.write(new ShardRow(bytes, bytes, 0, bytes.length, 1, "CC-MAIN-2024-10"));
      writer.close(Collections.emptySortedMap());
      TableFile table = TableFile.open(file);
      TableFormat same =
          TableFormat.of(TableSchema.same(List.of(TableSchema.FileSchema.of(table))), table);
      Path copy = file.resolveSibling("copy.parquet");
      TestingTables.write(same, copy, TestingTables.records(file, same.schema()), 1);
      return (long) TestingRows.read(copy, TestingRows.MAPPING).size();
    }
  }

  @Test
  void shouldWriteAndReadWithoutHadoop() throws Exception {
    URL[] jars =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(path -> !path.contains("hadoop-client"))
            .map(HadoopFreeTest::url)
            .toArray(URL[]::new);
    try (URLClassLoader loader = new URLClassLoader(jars, ClassLoader.getPlatformClassLoader())) {
      Object run =
          loader
              .loadClass(RoundTrip.class.getName())
              .getConstructor(Path.class)
              .newInstance(directory.resolve("free.parquet"));

      assertThatThrownBy(() -> loader.loadClass("org.apache.hadoop.conf.Configuration"))
          .isInstanceOf(ClassNotFoundException.class);
      assertThat(((Callable<?>) run).call()).isEqualTo(1L);
    }
  }

  private static URL url(String path) {
    try {
      return Path.of(path).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(path, e);
    }
  }
}
