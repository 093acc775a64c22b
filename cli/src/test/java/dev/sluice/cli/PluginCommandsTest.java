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
    assertThat(timeout.err()).contains("allowed: a duration from 100ms to 1h");
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
  void shouldAnalyzeAndListAndCheck() throws Exception {
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
    TestingProgram.Ended sound = TestingProgram.run("operators", "--check", "--plugins=" + plugins);
    assertThat(sound.out()).contains("not-one: sound");
    assertThat(sound.exitCode()).isEqualTo(ExitCode.DONE);
    plugin("1.0", "d.text().string().charAt(0) == 7 ? null : Decision.KEPT");
    TestingProgram.Ended wrong = TestingProgram.run("operators", "--check", "--plugins=" + plugins);
    assertThat(wrong.out())
        .contains("not-one: fails on 17 of 1052 texts", "StringIndexOutOfBoundsException");
    assertThat(wrong.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(TestingProgram.run("operators", "--check").err())
        .contains("there is no operator of a plug-in: --plugins DIR");
  }

  @Test
  void shouldNotCallSoundWhatItDidNotTry() throws Exception {
    TestingPlugin.of("needy", "1.0")
        .family(
            "OperatorDescription.of(OperatorGroup.FILTER, \"needy\", \"x\").parameters(MAX)"
                + ".making(arguments -> (TextOperator) d -> Decision.KEPT),"
                + "OperatorDescription.of(OperatorGroup.FILTER, \"sound\", \"x\")"
                + ".making(arguments -> (TextOperator) d -> Decision.KEPT)",
            "static final Parameter<Integer> MAX = Parameter.required(\"max\","
                + " ValueType.whole(1, 100), \"Length.\");")
        .write(plugins.resolve("a.jar"));
    TestingProgram.Ended all = TestingProgram.run("operators", "--check", "--plugins=" + plugins);
    assertThat(all.out())
        .contains("needy: not tried, there is no default of max: give it one", "sound: sound");
    assertThat(all.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(
            TestingProgram.run("operators", "sound", "--check", "--plugins=" + plugins).exitCode())
        .isEqualTo(ExitCode.DONE);
  }

  @Test
  void shouldCheckAnOperatorWithTheColumnsThatItRequires() throws Exception {
    TestingPlugin.of("reader", "1.0")
        .family(
            "OperatorDescription.of(OperatorGroup.FILTER, \"reader\", \"x\").making(a -> new"
                + " Reader())",
            """
            static final class Reader implements TextOperator {
              @Override public Set<String> requiredFields() { return Set.of("meta.tags", "size"); }
              @Override public Decision apply(Document d) {
                d.fields().find("meta.tags").orElseThrow().list().orElseThrow();
                d.fields().find("size").orElseThrow().number().orElseThrow();
                return Decision.KEPT;
              }
            }
            """)
        .write(plugins.resolve("a.jar"));
    TestingProgram.Ended ended = TestingProgram.run("operators", "--check", "--plugins=" + plugins);
    assertThat(ended.out()).contains("reader: sound");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.DONE);
  }
}
