package dev.sluice.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A program that serves the directories of a directory as buckets, each object as a file. */
enum S3Program {
  /** In Java, with the profile {@code s3} of this module: 55 MB from Maven Central. */
  S3PROXY {
    @Override
    Optional<Path> file() {
      Path directory = Repository.file("it/target/s3proxy");
      if (!Files.isDirectory(directory)) {
        return Optional.empty();
      }
      try (Stream<Path> files = Files.list(directory)) {
        return files.filter(file -> file.toString().endsWith(".jar")).findFirst();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    List<String> command(Path buckets, int port, String key, String secret, int latencyMillis)
        throws IOException {
      Path settings =
          Files.writeString(
              Files.createTempFile("s3proxy-", ".conf"),
              """
              s3proxy.endpoint=http://127.0.0.1:%d
              s3proxy.authorization=aws-v2-or-v4
              s3proxy.identity=%s
              s3proxy.credential=%s
              s3proxy.latency-blobstore=%s
              s3proxy.latency-blobstore.*.latency=%d
              jclouds.provider=filesystem-nio2
              jclouds.filesystem.basedir=%s
              """
                  .formatted(port, key, secret, latencyMillis > 0, latencyMillis, buckets));
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      String jar = file().orElseThrow().toString();
      return List.of(java, "-Xmx256m", "-jar", jar, "--properties", settings.toString());
    }
  },

  /** In Go, where the environment variable {@value #VERSITYGW_FILE} names it. */
  VERSITYGW {
    @Override
    Optional<Path> file() {
      return Optional.ofNullable(System.getenv(VERSITYGW_FILE)).map(Path::of);
    }

    @Override
    List<String> command(Path buckets, int port, String key, String secret, int latencyMillis) {
      if (latencyMillis > 0) {
        throw new IllegalArgumentException("versitygw answers at once");
      }
      return List.of(
          file().orElseThrow().toString(),
          "--quiet",
          "--access=" + key,
          "--secret=" + secret,
          "--port=127.0.0.1:" + port,
          "posix",
          buckets.toString());
    }
  };

  private static final String VERSITYGW_FILE = "SLUICE_VERSITYGW";

  /** Where the program is, if it is there. */
  abstract Optional<Path> file();

  /**
   * What starts it.
   *
   * @param latencyMillis before each answer; only S3Proxy waits
   */
  abstract List<String> command(
      Path buckets, int port, String key, String secret, int latencyMillis) throws IOException;

  /** The one to test with: versitygw where it is named, else S3Proxy where it was asked for. */
  static Optional<S3Program> available() {
    return Stream.of(VERSITYGW, S3PROXY).filter(program -> program.file().isPresent()).findFirst();
  }
}
