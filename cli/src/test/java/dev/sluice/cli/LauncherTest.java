package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.settings.Machine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How the launcher finds a Java, builds, sizes the heap and passes options on. */
class LauncherTest extends TestingInstallation {
  /** No process has this number: those of Linux are below 4,194,304. */
  private static final String NOBODY = "4194305";

  @Test
  void shouldBecomeTheJvm() throws Exception {
    Run run = launch("run", "--input", "a b", "");
    assertThat(run.exitCode()).isEqualTo(7);
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError")
        .contains("-Dsluice.program=" + launcher)
        .endsWith("-jar", jar.toString(), "run", "--input", "a b", "");
  }

  /** C2 takes 15 MiB: too much for a job that may take 128. */
  @Test
  void shouldCompileWithC2OnlyBesideALargeHeap() throws Exception {
    assertThat(launch("shuffle", "--memory", "128MiB").out()).contains("-XX:TieredStopAtLevel=1");
    assertThat(launch("shuffle", "--memory", "512MiB").out())
        .contains("-XX:Tier4InvocationThreshold=50000")
        .doesNotContain("-XX:TieredStopAtLevel=1");
  }

  @Test
  void shouldPassOptionsOn() throws Exception {
    environment.put("SLUICE_OPTS", "-Da=1 -Db=2");
    assertThat(launch("x").out())
        .containsSubsequence("-Dfile.encoding=UTF-8", "-Da=1", "-Db=2", "-jar");
  }

  @Test
  void shouldNeitherCutNorExpandOptions() throws Exception {
    environment.put("SLUICE_OPTS", "-Da=/* -Db='b  c' \"-Dd=e f\" -Dg=[a-z]? -Dh=$HOME`id`");
    assertThat(launch("x").out())
        .containsSubsequence(
            "-Da=/*", "-Db=b  c", "-Dd=e f", "-Dg=[a-z]?", "-Dh=$HOME`id`", "-jar");
    environment.put("SLUICE_OPTS", "-Da=\"b");
    Run run = launch("x");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("sluice: SLUICE_OPTS=-Da=\"b has an unclosed quote");
  }

  @Test
  void shouldTakeAJavaWhereverItIs() throws Exception {
    Path real = Path.of(environment.get("JAVA_HOME"));
    for (String name : List.of("jdk=17", "a b", "*", "c:d")) {
      Path home = Files.move(real, directory.resolve(name));
      environment.put("JAVA_HOME", home.toString());
      assertThat(launch("x").exitCode()).as(name).isEqualTo(7);
      Files.move(home, real);
    }
  }

  @Test
  void shouldRefuseAPlaceThatJavaCannotRunFrom() throws Exception {
    Path program = directory.resolve("a:b");
    install(program.resolve("bin/sluice"), program);
    Run run = launch("x");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).startsWith("sluice: Java cannot run a program").contains(program + ".");
  }

  @Test
  void shouldBuildWithAJavaWhosePathIsRelative() throws Exception {
    addSources();
    installMaven("[ -x \"$JAVA_HOME/bin/javac\" ] && mkdir -p cli/target/sluice");
    environment.put(
        "JAVA_HOME", directory.relativize(Path.of(environment.get("JAVA_HOME"))).toString());
    assertThat(launch("x").err()).doesNotContain("the build failed").contains("built in");
  }

  @ParameterizedTest
  @CsvSource({
    "run --memory 3GiB, 1536",
    "run --memory=1GiB --set memory=3GiB, 512",
    "run --set memory=1GiB --set memory=3GiB, 1536",
    "--set=memory=2GB run, 953",
    "run --set memory=100000000, 47",
    "run --memory 1KiB, 32",
    "run --memory 1.5gib, 768",
    "train-tokenizer --memory 1GiB, 832",
    "tokenize --memory=256MiB, 128",
    "shuffle --memory 128MiB, 48",
    "analyze --input data --memory 1730MiB, 1494",
    "run --memory 1GiB --input dedup --output out, 512",
    "-vc dedup run --memory=1GiB, 512",
    "--log-level split --progress dedup run --memory=1GiB, 512",
    "--set dedup run --memory=1GiB, 512",
    "run --memory=1GiB --input memory=9GiB, 512",
    "run --memory=1GiB -- --memory 9GiB, 512",
  })
  void shouldGiveTheHeapItsShareOfTheMemory(String line, String mebibytes) throws Exception {
    assertThat(heap(line)).isEqualTo("-Xmx" + mebibytes + "m");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "memory: 600MiB",
        "'memory': \"600MiB\" # little",
        "io:\r\n  memory: 1GiB\r\nmemory: 600MiB\r\n"
      })
  void shouldFindTheMemoryInAConfiguration(String yaml) throws Exception {
    Path file = Files.writeString(directory.resolve("my.yaml"), yaml);
    for (String line :
        List.of("run -c FILE", "--config=FILE run", "-qvcFILE run", "sample -c=FILE")) {
      assertThat(heap(line.replace("FILE", file.toString()))).as(line).isEqualTo("-Xmx300m");
    }
    assertThat(heap("run --set memory=1GiB -c " + file)).isEqualTo("-Xmx512m");
    environment.put("SLUICE_MEMORY", "1GiB");
    assertThat(heap("run -c " + file)).isEqualTo("-Xmx512m");
    assertThat(heap("run --memory 512MiB -c " + file)).isEqualTo("-Xmx256m");
  }

  @Test
  void shouldTakeNothingElseInAFileForMemory() throws Exception {
    String auto = heap("run");
    for (String yaml :
        List.of("# memory: 6MiB", "io:\n  memory: 6MiB", "memory 6MiB", "memory: ~")) {
      Path file = Files.writeString(directory.resolve("my.yaml"), yaml);
      assertThat(heap("run -c " + file)).as(yaml).isEqualTo(auto);
    }
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    for (String file : List.of(pipe.toString(), "/dev/zero", directory.toString(), "missing")) {
      assertThat(heap("run -c " + file)).as(file).isEqualTo(auto);
    }
  }

  private String heap(String line) throws Exception {
    return launch(line.split(" ")).out().get(0);
  }

  /** The words of the launcher's list of jobs are commands of the program. */
  @Test
  void shouldKnowTheJobsOfTheProgram() throws Exception {
    Matcher jobs =
        Pattern.compile("(?m)^ +(train-tokenizer [^)]+)\\)").matcher(Files.readString(launcher));
    assertThat(jobs.find()).isTrue();
    assertThat(new Sluice(Map.of(), new Machine(4L << 30, 2)).commandLine().getSubcommands())
        .containsKeys(jobs.group(1).split(" \\| "));
  }

  /** Of the memory that a JVM may have, which may be less than the machine's. */
  @Test
  void shouldTakeHalfOfTheMachineButAtMostTwoGibibytes() throws Exception {
    long memory = Machine.current().autoMemoryBytes() >> 20;
    assertThat(launch("run").out().get(0))
        .isIn("-Xmx%dm".formatted(memory / 2), "-Xmx%dm".formatted((memory - 1) / 2));
    assertThat(launch("run", "*", "--set", "memory=rubbish").out())
        .endsWith("*", "--set", "memory=rubbish");
  }

  @Test
  void shouldRunThroughLinksFromAnywhere() throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("one"), launcher);
    Path linkToLink =
        Files.createSymbolicLink(directory.resolve("two"), Path.of(link.getFileName().toString()));
    assertThat(start(linkToLink, "x").out()).contains(jar.toString());
  }

  @Test
  void shouldSayThatACopyOfTheLauncherHasNoProgram() throws Exception {
    Path copy = Files.createDirectory(directory.resolve("own")).resolve("sluice");
    Files.copy(launcher, copy);
    Run run = start(copy, "x");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .startsWith("sluice: " + directory.resolve("sluice.jar") + " does not exist")
        .contains("Link to bin/sluice");
  }

  @Test
  void shouldSayThatJavaIsTooOld() throws Exception {
    environment.put("JAVA_HOME", jdk("11.0.2").toString());
    environment.put("PATH", barePath());
    Run run = launch("run");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .startsWith("sluice: needs Java 17 or newer; found 11 in")
        .contains("set JAVA_HOME");
    addSources();
    assertThat(launch("run").err())
        .startsWith("sluice: needs a JDK of version 17 or newer; found 11 in");
  }

  @Test
  void shouldSayThatThereIsNoJava() throws Exception {
    environment.put("JAVA_HOME", "");
    environment.put("PATH", barePath());
    Run run = launch("run");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).startsWith("sluice: needs Java 17 or newer. Install it (Debian: apt");
  }

  @Test
  void shouldPreferANewEnoughJavaOnThePath() throws Exception {
    environment.put("JAVA_HOME", jdk("1.8.0_292").toString());
    environment.put("PATH", jdk("17.0.1") + "/bin:" + barePath());
    assertThat(launch("run").exitCode()).isEqualTo(7);
  }

  @Test
  void shouldSayHowToGetMaven() throws Exception {
    addSources();
    environment.put("PATH", barePath());
    Run run = launch("run");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("needs Maven 3.8.7 or newer", "apt install maven");
  }

  @Test
  void shouldBuildWhatIsOlderThanItsSourcesOnce() throws Exception {
    addSources();
    installMaven("mkdir -p cli/target/sluice && echo new >cli/target/sluice/sluice.jar");
    Run first = launch("run");
    Run second = launch("run");
    assertThat(first.err()).contains("building", "built in");
    assertThat(first.exitCode()).isEqualTo(7);
    assertThat(second.err()).isEmpty();
    assertThat(jar).hasContent("new");
    assertThat(root.resolve("called")).hasContent("-q -B -DskipTests -Dquick -pl cli -am package");
    assertThat(Files.isSymbolicLink(root.resolve(".sluice-build"))).isFalse();
  }

  @Test
  void shouldShowWhyABuildFailed() throws Exception {
    addSources();
    installMaven("echo 'cannot find symbol'; exit 1");
    Run run = launch("run");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("cannot find symbol", "the build failed", "build.log");
    assertThat(Files.isSymbolicLink(root.resolve(".sluice-build"))).isFalse();
    assertThat(jar).doesNotExist();
  }

  @Test
  void shouldBuildOnceForManyAndNotWaitForTheDead() throws Exception {
    addSources();
    installMaven("mkdir -p cli/target/sluice && echo new >cli/target/sluice/sluice.jar");
    Files.createSymbolicLink(root.resolve(".sluice-build"), Path.of(NOBODY));
    List<Process> launched = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      launched.add(process(launcher, i, "run"));
    }
    for (Process process : launched) {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).isEqualTo(7);
    }
    assertThat(root.resolve("called")).content().hasLineCount(1);
  }
}
