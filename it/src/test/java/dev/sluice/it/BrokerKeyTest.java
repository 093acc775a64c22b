package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The private key of the broker in Compose's profile {@code tls}: nobody else has it. */
class BrokerKeyTest {
  private static final Pattern SERVICE = Pattern.compile("  ([a-z0-9-]+):");

  @TempDir private Path directory;

  @Test
  void shouldBeMadeOnceApartFromWhatClientsTrust() throws Exception {
    Path keys = Files.createDirectory(directory.resolve("the keys"));
    Path trust = Files.createDirectory(directory.resolve("trust"));
    Path former = Files.writeString(trust.resolve("broker.p12"), "of a former version");
    Files.writeString(trust.resolve("trusted.p12"), "of a former version");

    make(keys, trust);
    byte[] key = Files.readAllBytes(keys.resolve("broker.p12"));
    make(keys, trust);

    assertThat(former).doesNotExist();
    assertThat(trust).isDirectoryNotContaining("regex:.*broker.*");
    assertThat(trust.resolve("trusted.p12")).isNotEmptyFile();
    assertThat(keys.resolve("broker.p12")).hasBinaryContent(key);
  }

  private void make(Path keys, Path trust) throws Exception {
    Path script = Repository.file("docker/certificates");
    ProcessBuilder builder =
        new ProcessBuilder(script.toString(), keys.toString(), trust.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("said").toFile());
    builder
        .environment()
        .merge("PATH", System.getProperty("java.home") + "/bin", BrokerKeyTest::on);
    builder.environment().put("SLUICE_TLS_PASSWORD", "only a test's");
    int exitCode = builder.start().waitFor();
    assertThat(exitCode).as(Files.readString(directory.resolve("said"))).isZero();
  }

  private static String on(String path, String first) {
    return first + ":" + path;
  }

  @Test
  void shouldBeMountedByTheBrokerAlone() throws IOException {
    List<String> mounting = new ArrayList<>();
    String service = "";
    for (String line : Files.readAllLines(Repository.file("docker/compose.yaml"))) {
      Matcher begins = SERVICE.matcher(line);
      service = begins.matches() ? begins.group(1) : service;
      if (line.contains("keys:/keys")) {
        mounting.add(service);
      }
    }
    assertThat(mounting).containsExactly("certificates", "kafka-tls");
  }
}
