package dev.sluice.jobs.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hadoop does not travel with the program; its names are needed to compile only. */
class HadoopFreeGenerationTest {
  @TempDir private Path directory;

  /** What runs where no class of Hadoop can be found. */
  public static final class Generation implements Callable<Long> {
    private final Path output;

    /** Generates into this directory. */
    public Generation(Path output) {
      this.output = output;
    }

    @Override
    public Long call() throws Exception {
      return Generator.generate(new Generator.Options(output, 50, 1, 1), file -> {}).rows();
    }
  }

  @Test
  void shouldGenerateWithoutHadoop() throws Exception {
    URL[] jars =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(path -> !path.contains("hadoop-client"))
            .map(HadoopFreeGenerationTest::url)
            .toArray(URL[]::new);
    try (URLClassLoader loader = new URLClassLoader(jars, ClassLoader.getPlatformClassLoader())) {
      Object generation =
          loader
              .loadClass(Generation.class.getName())
              .getConstructor(Path.class)
              .newInstance(directory.resolve("out"));

      assertThatThrownBy(() -> loader.loadClass("org.apache.hadoop.conf.Configuration"))
          .isInstanceOf(ClassNotFoundException.class);
      assertThat(((Callable<?>) generation).call()).isEqualTo(50L);
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
