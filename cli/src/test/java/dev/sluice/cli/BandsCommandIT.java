package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class BandsCommandIT {
  private static final String ON = "near-dedup.method=minhash";

  @TempDir private static Path directory;
  private static TestingBroker broker;

  @BeforeAll
  static void start() {
    broker = TestingBroker.start(directory.resolve("broker"));
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  private static TestingProgram.Ended bands(String... options) {
    List<String> all = new ArrayList<>(List.of("bands", "--kafka", broker.servers()));
    all.addAll(List.of(options));
    return TestingProgram.run(all.toArray(String[]::new));
  }

  @Test
  void shouldRefuseToRunWithoutNearDeduplication() {
    Path output = directory.resolve("off");
    TestingProgram.Ended ended = bands("--output", output.toString());
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err())
        .startsWith(
            "sluice: near-dedup.method: is not set, so there is nothing for this role to do")
        .hasLineCount(1);
    assertThat(output).doesNotExist();
  }

  @Test
  void shouldNeedAnOutputAndABrokerThatOthersShare() {
    TestingProgram.Ended without = bands("--set", ON);
    assertThat(without.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(without.err())
        .startsWith(
            "sluice: output.path: is not set; pass --output or set this key in the configuration"
                + " file");
    TestingProgram.Ended embedded =
        TestingProgram.run("bands", "--output", directory + "/embedded", "--set", ON);
    assertThat(embedded.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(embedded.err()).contains("kafka.bootstrap-servers: is embedded");
  }

  @Test
  void shouldExplainItself() {
    TestingProgram.Ended ended = TestingProgram.run("bands", "--help");
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out())
        .contains("Usage: sluice bands", "Find near-duplicates until stopped", "--work-dir");
    assertThat(TestingProgram.run("help").out()).containsPattern("(?m)^  bands +Find near-dup");
  }
}
