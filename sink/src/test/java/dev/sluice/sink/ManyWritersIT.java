package dev.sluice.sink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What open shards really take, in a JVM that has no more. */
class ManyWritersIT {
  /** The partitions' buffers are 8 MiB of it; the rest is for the program and 1,000 writers. */
  private static final String HEAP = "-Xmx128m";

  @TempDir Path directory;

  @Test
  @Tag("endurance")
  void shouldKeepAThousandShardsOpenInALittleHeap() throws Exception {
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process process =
        new ProcessBuilder(command())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("ended").isTrue();
      assertThat(process.exitValue()).as(Files.readString(err, UTF_8)).isZero();
    } finally {
      process.destroyForcibly();
    }
    int shards = ManyWriters.PARTITIONS * ManyWriters.DUMPS;
    assertThat(Integer.parseInt(Files.readString(out, UTF_8))).isBetween(shards * 9 / 10, shards);
  }

  private List<String> command() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        HEAP,
        "-cp",
        System.getProperty("java.class.path"),
        ManyWriters.class.getName(),
        directory.resolve("root").toString());
  }
}
