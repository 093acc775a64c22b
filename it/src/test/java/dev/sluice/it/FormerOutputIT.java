package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An output that was made before cut records had format 3 goes on as one that is made today: two
 * dumps, one of them forgotten and read again, a file set aside, and a third dump to be read. It is
 * kept with its input and its broker as {@code former/output-format-2.zip}.
 */
class FormerOutputIT {
  private static final String FORGOTTEN = "CC-MAIN-2013-20";
  private static final String NEXT = "data/CC-MAIN-2015-14";
  private static final int QUARANTINED = 4;

  @TempDir Path directory;
  private Path input;

  @BeforeEach
  void unpack() throws IOException {
    input = directory.resolve("input");
    try (InputStream bytes = getClass().getResourceAsStream("/former/output-format-2.zip");
        ZipInputStream zip = new ZipInputStream(bytes)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path target = directory.resolve(entry.getName());
        if (entry.isDirectory()) {
          Files.createDirectories(target);
        } else {
          Files.createDirectories(target.getParent());
          Files.copy(zip, target);
          Files.setLastModifiedTime(target, entry.getLastModifiedTime());
        }
      }
    }
  }

  private static void run(Path from, Path output, String... options) {
    List<String> arguments =
        new ArrayList<>(List.of("run", "--progress=none", "--input=" + from, "--output=" + output));
    arguments.addAll(List.of(options));
    Program.run(arguments).with(QUARANTINED);
  }

  /** The same dumps, read and forgotten in the same order. */
  private Output made() {
    Path from = directory.resolve("input-again");
    Path output = directory.resolve("output-again");
    Sources.copy(input, from);
    Path next = directory.resolve("next");
    move(from.resolve(NEXT), next);
    run(from, output, "--set=kafka.partitions=2");
    Program.run("reset", "--dump", FORGOTTEN, "--output=" + output).with(0);
    run(from, output);
    move(next, from.resolve(NEXT));
    run(from, output);
    return new Output(output);
  }

  private static void move(Path from, Path to) {
    try {
      Files.move(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldContinueAsOneThatIsMadeToday() {
    Path output = directory.resolve("output");
    Output former = new Output(output);
    assertThat(output.resolve("_sluice/inputs")).doesNotExist();

    run(input, output);

    assertThat(former.files()).isEqualTo(made().files());
    Program.run("validate", output.toString(), "--source=" + input).with(0);
    Program.run("status", "--output=" + output).with(0);
    Program.run("reset", "--dump", "CC-MAIN-2014-10", "--output=" + output).with(0);
    assertThat(former.dumps()).containsExactly(FORGOTTEN, "CC-MAIN-2015-14");
  }
}
