package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code init} writes runs as it is, whatever leads to the files. */
class InitIT {
  @TempDir Path directory;

  /** Writes a configuration for an input and runs it. */
  private Path run(String name, String input) {
    Path file = directory.resolve(name + ".yaml");
    Path output = directory.resolve(name);
    Program.run("init", input, "--output", file.toString()).with(0);
    Program.run("run", "-c", file.toString(), "--output", output.toString()).with(0);
    Program.run("validate", output.toString()).with(0);
    return output;
  }

  private static Path anyFile(Path source) throws IOException {
    try (Stream<Path> files = Files.walk(source)) {
      return files.filter(file -> file.toString().endsWith(".parquet")).sorted().findFirst().get();
    }
  }

  @Test
  void shouldRunForADirectoryAGlobAndAFile() throws IOException {
    Path source = directory.resolve("source");
    Program.run("generate", "--output", source.toString(), "--docs", "600", "--dumps", "2").with(0);
    Path all = run("all", source.toString());
    Path glob = run("glob", source + "/data/CC-*");
    Path file = run("file", anyFile(source).toString());

    assertThat(all.resolve("en/4.0")).isDirectory();
    assertThat(glob.resolve("en/4.0")).isDirectory();
    assertThat(file.resolve("en")).isDirectory();
  }
}
