package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.ExitCode;
import dev.sluice.core.testing.TestingPlugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --plugins} of commands on files. */
class PluginCommandsTest {
  private static final String DROP_ONE =
      "d.text().string().equals(\"one\") ? new Decision.Dropped(\"no\", 1) : Decision.KEPT";

  @TempDir private Path directory;
  private Path input;
  private Path plugins;

  @BeforeEach
  void writeInput() throws IOException {
    input = Files.createDirectories(directory.resolve("in"));
    plugins = Files.createDirectories(directory.resolve("plugins"));
    Files.writeString(
        input.resolve("a.jsonl"),
        "{\"id\":\"a\",\"text\":\"two\"}\n{\"id\":\"b\",\"text\":\"one\"}\n");
    Files.writeString(directory.resolve("recipe.yaml"), "process: [not-one]\n");
  }

  private void plugin(String version, String judging) throws IOException {
    TestingPlugin.filter("not-one", version, "not-one", judging).write(plugins.resolve("a.jar"));
  }

  private TestingProgram.Ended process(String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "-c",
                directory.resolve("recipe.yaml").toString(),
                "--input",
                input.toString(),
                "--output",
                directory.resolve("out").toString()));
    all.addAll(List.of(more));
    return TestingProgram.process(all.toArray(String[]::new));
  }

  @Test
  void shouldProcessWithAPluginAndRefuseToContinueWithAnotherOne() throws Exception {
    plugin("1.0", DROP_ONE);
    TestingProgram.Ended ended = process("--plugins", plugins.toString());
    assertThat(ended.err()).isEmpty();
    assertThat(directory.resolve("out/a.jsonl")).hasContent("{\"id\":\"a\",\"text\":\"two\"}\n");
    assertThat(Files.readString(directory.resolve("out/_sluice/process.json")))
        .containsPattern("\"plugin\" : \"not-one 1.0 sha256:[0-9a-f]{64}\"");
    plugin("1.1", DROP_ONE);
    TestingProgram.Ended refused = process("--plugins", plugins.toString());
    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err())
        .contains("not-one 1.0 sha256:")
        .contains("not-one 1.1 sha256:")
        .contains("process.0");
  }

  @Test
  void shouldJoinPartsOfTheSamePluginAlone() throws Exception {
    Files.writeString(input.resolve("b.jsonl"), "{\"id\":\"c\",\"text\":\"one\"}\n");
    plugin("1.0", DROP_ONE);
    assertThat(process("--plugins", plugins.toString(), "--part", "1/2").exitCode())
        .isEqualTo(ExitCode.DONE);
    plugin("1.1", DROP_ONE);
    TestingProgram.Ended other = process("--plugins", plugins.toString(), "--part", "2/2");
    assertThat(other.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(other.err()).contains("process.0", "not-one 1.0 sha256:", "not-one 1.1 sha256:");
    plugin("1.0", DROP_ONE);
    assertThat(process("--plugins", plugins.toString(), "--part", "2/2").exitCode())
        .isEqualTo(ExitCode.DONE);
    plugin("1.1", DROP_ONE);
    assertThat(process("--plugins", plugins.toString(), "--join").exitCode())
        .isEqualTo(ExitCode.USAGE);
    TestingProgram.Ended joined =
        TestingProgram.run("process", "--join", "--output", directory.resolve("out").toString());
    assertThat(joined.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(Files.readString(directory.resolve("out/_sluice/process.json")))
        .containsPattern("\"plugin\" : \"not-one 1.0 sha256:[0-9a-f]{64}\"")
        .contains("\"rows_kept\" : 1");
  }

  @Test
  void shouldSayThatItIsOfAPluginWhereThereIsNone() {
    TestingProgram.Ended ended = process();
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err()).contains("not-one (", "unknown operator", "--plugins DIR");
  }

  @Test
  void shouldListWhatIsWrongWithJarsAndTimes() throws Exception {
    TestingPlugin.of("empty", "1.0").write(plugins.resolve("a.jar"));
    TestingProgram.Ended ended = process("--plugins", plugins.toString());
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err().lines())
        .singleElement()
        .asString()
        .contains("a.jar", "has no operators");
    TestingProgram.Ended timeout = process("--plugin-timeout", "7");
    assertThat(timeout.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(timeout.err()).contains("must be a duration from 100ms to 1h");
  }

  @Test
  void shouldFailWithOneLineThatNamesOperatorAndDocument() throws Exception {
    plugin(
        "1.0", "{ try { Thread.sleep(60_000); } catch (InterruptedException e) { } return null; }");
    TestingProgram.Ended ended =
        process("--plugins", plugins.toString(), "--plugin-timeout", "100ms");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(ended.err().lines())
        .last()
        .asString()
        .contains("operator not-one of plug-in not-one 1.0 takes longer than 100ms for document");
    plugin("1.0", DROP_ONE);
    assertThat(process("--plugins", plugins.toString()).exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void shouldRejectAndCountADocumentThatAPluginThrowsFor() throws Exception {
    plugin("1.0", "{ throw new IllegalStateException(\"no\"); }");
    TestingProgram.Ended ended = process("--plugins", plugins.toString());
    assertThat(ended.exitCode()).isEqualTo(ExitCode.QUARANTINED);
    assertThat(ended.err())
        .contains("nothing is left: all 2 rows were rejected (by operators 2)")
        .doesNotContain("--text-column");
    assertThat(Files.readString(directory.resolve("out/_sluice/process.json")))
        .contains("\"rows_rejected\" : 2");
  }

  @Test
  void shouldAnalyzeAndList() throws Exception {
    plugin("1.0", DROP_ONE);
    String[] analyze = {
      "analyze",
      "--progress",
      "none",
      "--memory=256MiB",
      "--max-document-size=9KiB",
      "--plugins=" + plugins,
      "-c",
      directory.resolve("recipe.yaml").toString(),
      "--input",
      input.toString(),
      "--json"
    };
    assertThat(TestingProgram.run(analyze).out())
        .contains("not-one 1.0 sha256:", "\"reason\" : \"no\"");
    assertThat(TestingProgram.run("operators", "not-one", "--plugins=" + plugins).out())
        .contains("Of a test.", "Plug-in: not-one 1.0 sha256:");
    assertThat(TestingProgram.run("operators", "--plugins=" + plugins).out())
        .contains("lowercase", "fasttext", "not-one");
  }
}
