package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.testing.TestingPlugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators of plug-ins in the topology. */
class PluginsIT {
  private static final String SHORT_ONES =
      "d.text().length() % 3 == 0 ? new Decision.Dropped(\"no\", 0)"
          + " : Decision.changed(d, d.text().string().toUpperCase(Locale.ROOT))";
  private static final String NAMED = "plug-in thirds 1.0 sha256:";

  @TempDir Path directory;
  private Path plugins;

  @BeforeEach
  void writePlugin() throws IOException {
    plugins = plugins("plugins", "1.0", SHORT_ONES);
  }

  private Path plugins(String name, String version, String judging) throws IOException {
    Path made = directory.resolve(name);
    TestingPlugin.filter("thirds", version, "thirds", judging).write(made.resolve("thirds.jar"));
    return made;
  }

  private Job job(String output, Path with, String... more) {
    String[] options = new String[more.length + 2];
    options[0] = "--plugins=" + with;
    options[1] = "--set=operators=[lowercase, thirds]";
    System.arraycopy(more, 0, options, 2, more.length);
    return Job.of(Undisturbed.source(), directory.resolve(output), options);
  }

  @Test
  @Tag("endurance")
  void shouldMakeTheSameBytesAfterKillsAndRefuseAnotherPlugin() throws IOException {
    Job calm = job("calm", plugins);
    calm.run(0);
    assertThat(calm.result().manifest(calm.result().dumps().get(0)).toString())
        .contains("\"operators.plugin.thirds\":\"1.0 sha256:", "\"thirds:no\"");
    assertThat(Files.readString(record(calm)))
        .containsPattern("\"operators.plugin.thirds\" ?: ?\"1.0 sha256:");
    Job killed = job("killed", plugins);
    for (int cuts : new int[] {1, 9}) {
      try (ProgramProcess program = killed.start()) {
        program.awaitThat(cuts + " cuts", () -> killed.result().cuts() >= cuts);
        program.kill();
      }
    }
    killed.run(0);
    assertThat(killed.result().files()).isEqualTo(calm.result().files());
    Program.Ended validated =
        Program.run(
                "validate",
                calm.output().toString(),
                "--source=" + Undisturbed.source(),
                "--plugins=" + plugins)
            .with(0);
    assertThat(validated.out()).doesNotContain("nothing was compared");
    assertThat(
            Program.run("validate", calm.output().toString(), "--source=" + Undisturbed.source())
                .with(0)
                .out())
        .contains("nothing was compared", "--plugins DIR");
    refuses(calm);
  }

  private static Path record(Job job) throws IOException {
    try (Stream<Path> files = Files.list(job.output())) {
      return files
          .filter(file -> file.getFileName().toString().matches(".*-v.*\\.json"))
          .findFirst()
          .orElseThrow();
    }
  }

  private void refuses(Job calm) throws IOException {
    Path newer = plugins("newer", "1.1", SHORT_ONES);
    assertThat(job("calm", newer).run(2).err())
        .contains("operators.plugin.thirds: is 1.1 sha256:")
        .contains("the output was started with 1.0 sha256:")
        .contains("put that jar into the directory of --plugins, or choose a new output");
    Job without = Job.of(Undisturbed.source(), calm.output());
    assertThat(without.run(2).err().lines())
        .filteredOn(line -> line.startsWith("sluice: "))
        .singleElement()
        .asString()
        .contains(
            "the output was made with " + NAMED, "specify the directory that contains its jar");
    Job again = Job.of(Undisturbed.source(), directory.resolve("again"), "--like=" + record(calm));
    assertThat(again.run(2).err()).contains("the output was made with " + NAMED);
  }

  @Test
  void shouldRefuseARoleWithAnotherPlugin() throws IOException {
    Job calm = job("calm", plugins);
    calm.run(0);
    List<String> options = new ArrayList<>(Roles.SHORT_SESSIONS);
    options.addAll(List.of("--set=operators=[lowercase, thirds]", "--set=kafka.partitions=2"));
    Job apart =
        Job.of(Undisturbed.source(), directory.resolve("apart"), options.toArray(String[]::new));
    String same = "--plugins=" + plugins;
    String newer = "--plugins=" + plugins("newer", "1.1", SHORT_ONES);
    try (Roles roles = Roles.of(directory, apart)) {
      roles.start("streams", "a", same);
      roles.start("sink", "a", same);
      roles.start("ingest", "a", "--wait", same).await().with(0);
      assertThat(apart.result().files()).isEqualTo(calm.result().files());
      for (String role : List.of("streams", "sink", "ingest")) {
        assertThat(roles.start(role, "b", newer).await().with(2).err())
            .as(role)
            .contains("operators.plugin.thirds: is 1.1 sha256:")
            .contains("the output was started with 1.0 sha256:");
        assertThat(roles.start(role, "c").await().with(2).err())
            .as(role)
            .contains("the output was made with " + NAMED);
      }
    }
  }

  @Test
  void shouldNameOperatorAndDocumentWhereOneIsInterrupted() throws IOException {
    Path slow =
        plugins("slow", "1.0", "{ while (!Thread.interrupted()) { } return Decision.KEPT; }");
    assertThat(job("slow-output", slow, "--plugin-timeout=100ms").run(1).lastLine())
        .contains("operator thirds of plug-in thirds 1.0 takes longer than 100ms for document \"")
        .contains("Fix the operator, or raise --plugin-timeout");
  }

  /** Whatever exit code it asks for: the output is not complete. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "System.exit(0);",
        "new Thread(() -> System.exit(0)).start();"
            + " try { Thread.sleep(60_000); } catch (InterruptedException e) { }"
      })
  void shouldFailWhereAPluginEndsTheProcess(String ending) throws IOException {
    Path exiting = plugins("exiting", "1.0", "{ " + ending + " return Decision.KEPT; }");
    Files.writeString(directory.resolve("recipe.yaml"), "process: [thirds]\n");
    assertFailsByThePlugin(
        "process",
        "-c=recipe.yaml",
        "--plugins=" + exiting,
        "--plugin-timeout=1h",
        "--max-document-size=1MiB",
        "--input=" + Undisturbed.source(),
        "--output=exited");
  }

  private void assertFailsByThePlugin(String... command) {
    try (ProgramProcess program = ProgramProcess.start(directory, command)) {
      Program.Ended ended = program.await();
      assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
      assertThat(ended.lastLine())
          .contains(
              "plug-in thirds 1.0 (plugin.Family", "called System.exit, which only Sluice may do");
    }
  }

  @Test
  @Tag("endurance")
  void shouldEndAProcessWhosePluginIgnoresInterrupts() throws IOException {
    Path deaf = plugins("deaf", "1.0", "{ for (long i = 1; i != 0; ) { i |= 1; } return null; }");
    try (ProgramProcess program = job("deaf-output", deaf, "--plugin-timeout=100ms").start()) {
      Program.Ended ended = program.await();
      assertThat(ended.exitCode()).isEqualTo(1);
      assertThat(ended.lastLine()).contains("takes longer than 100ms for document \"");
    }
  }
}
