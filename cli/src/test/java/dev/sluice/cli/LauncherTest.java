package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.settings.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the launcher with a java and a mvn that only say how they were called. */
class LauncherTest {
  private static final String SAYS_ITS_ARGUMENTS =
      """
      #!/bin/sh
      printf '%s\\n' "$@"
      exit 7
      """;

  private static final String KEEPS_CLASSES =
      """
      #!/bin/sh
      for argument in "$@"; do
        case $argument in
          -XX:ArchiveClassesAtExit=* | -XX:AOTCacheOutput=*) echo kept >"${argument#*=}"; exit 0 ;;
        esac
      done
      """
          + SAYS_ITS_ARGUMENTS;

  /** What cksum prints without input: nothing lies in ext. */
  private static final String NOTHING = "4294967295";

  /** No process has this number: those of Linux are below 4,194,304. */
  private static final String NOBODY = "4194305";

  private static final List<String> CALLED =
      List.of(
          "dirname",
          "env",
          "readlink",
          "grep",
          "head",
          "find",
          "mkdir",
          "cat",
          "rm",
          "mv",
          "sleep",
          "sed",
          "tail",
          "touch",
          "ln",
          "env",
          "ls",
          "cksum",
          "rmdir",
          "ps",
          "xargs",
          "awk");

  @TempDir Path directory;
  private final Map<String, String> environment = new HashMap<>();
  private Path root;
  private Path launcher;
  private Path jar;

  /** What the launcher did. */
  private record Run(int exitCode, List<String> out, String err) {}

  /** An installation, which keeps no classes. */
  @BeforeEach
  void install() throws Exception {
    directory = directory.toRealPath();
    root = Files.createDirectories(directory.resolve("with space"));
    install(root.resolve("bin/sluice"), root);
    Files.writeString(root.resolve("SHA256SUMS"), "of jars");
    environment.put("PATH", "/usr/bin:/bin");
    environment.put("JAVA_HOME", jdk("21.0.4").toString());
    environment.put("SLUICE_MEMORY", "");
    environment.put("SLUICE_CACHE", "none");
    environment.put("HOME", directory.resolve("home").toString());
    environment.put("XDG_CACHE_HOME", "");
  }

  private void install(Path file, Path program) throws IOException {
    launcher = file;
    jar = program.resolve("sluice.jar");
    Files.createDirectories(program);
    Files.writeString(jar, "built");
    Path repository = Path.of("").toAbsolutePath();
    while (!Files.isRegularFile(repository.resolve("sluice"))) {
      repository = repository.getParent();
    }
    Files.createDirectories(file.getParent());
    script(file, Files.readString(repository.resolve("sluice"), UTF_8));
  }

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

  @Test
  void shouldKeepClassesOnceAfterEachBuild() throws Exception {
    Path kept = addSourcesThatAreBuilt("21.0.4", KEEPS_CLASSES);

    Run first = launch("run");
    Run second = launch("run");

    assertThat(first.err())
        .isEqualTo("sluice: preparing for faster starts with Java 21.0.4, once after a build\n");
    assertThat(first.out()).contains("-XX:SharedArchiveFile=" + kept, "-Xlog:cds*=off");
    assertThat(second.err()).isEmpty();
    assertThat(second.out()).contains("-XX:SharedArchiveFile=" + kept);
    assertThat(kept).hasContent("kept");
    assertThat(Path.of(kept + ".new")).doesNotExist();
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(60)));
    assertThat(launch("run").err()).contains("preparing");
  }

  @Test
  void shouldKeepClassesWithoutTheVariablesOfAJob() throws Exception {
    Path kept =
        addSourcesThatAreBuilt(
            "21.0.4", KEEPS_CLASSES.replace("echo kept", "env | grep -c ^SLUICE_"));
    environment.put("SLUICE_KAFKA_BOOTSTRAP_SERVERS", "host:9092");

    launch("run");

    assertThat(kept).hasContent("0");
  }

  @Test
  void shouldStartWithoutKeptClassesWhereKeepingFails() throws Exception {
    Path kept = addSourcesThatAreBuilt("21.0.4", SAYS_ITS_ARGUMENTS);

    assertThat(launch("run").out()).noneMatch(option -> option.contains("SharedArchive"));
    Run second = launch("run");

    assertThat(second.err()).as("it is not tried again").isEmpty();
    assertThat(second.exitCode()).isEqualTo(7);
    assertThat(kept).isEmptyFile();
  }

  @Test
  void shouldNotWaitForAnotherThatKeepsClasses() throws Exception {
    Path kept = addSourcesThatAreBuilt("21.0.4", KEEPS_CLASSES);
    Files.createDirectory(Path.of(kept + ".new"));

    Run run = launch("run");

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).noneMatch(option -> option.contains("SharedArchive"));
  }

  @Test
  void shouldNotWaitForOneThatWasKilledWhileItKeptClasses() throws Exception {
    Path kept = addSourcesThatAreBuilt("21.0.4", KEEPS_CLASSES);
    Path left = Files.createDirectory(Path.of(kept + ".new"));
    Files.writeString(left.resolve("log"), "");
    Files.setLastModifiedTime(left, FileTime.from(Instant.now().minusSeconds(900)));

    assertThat(launch("run").out()).contains("-XX:SharedArchiveFile=" + kept);
    assertThat(left).doesNotExist();
  }

  @Test
  void shouldRemoveWhatOneThatWasKilledLeftForOtherJars() throws Exception {
    Path kept = addSourcesThatAreBuilt("21.0.4", KEEPS_CLASSES);
    Path left = Files.createDirectory(kept.resolveSibling("classes-17.0.1-1.jsa.new"));
    Path recent = Files.createDirectory(kept.resolveSibling("classes-17.0.1-2.jsa.new"));
    Path other = Files.createDirectory(kept.resolveSibling("classes-of-mine.jsa.new"));
    for (Path old : List.of(left, other)) {
      Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(900)));
    }

    launch("run");

    assertThat(left).doesNotExist();
    assertThat(recent).exists();
    assertThat(other).exists();
  }

  @Test
  void shouldKeepOtherClassesForOtherJarsInExt() throws Exception {
    Path none = addSourcesThatAreBuilt("21.0.4", KEEPS_CLASSES);
    shouldFollowExt(none.resolveSibling("ext"));
  }

  @Test
  void shouldKeepOtherClassesForOtherJarsInExtOfAnInstallation() throws Exception {
    environment.remove("SLUICE_CACHE");
    script(jdk("21.0.4").resolve("bin/java"), KEEPS_CLASSES);
    shouldFollowExt(root.resolve("ext"));
  }

  private void shouldFollowExt(Path ext) throws Exception {
    String without = kept(launch("run"));
    Path added = Files.writeString(Files.createDirectory(ext).resolve("added.jar"), "of a user");
    Run first = launch("run");
    assertThat(first.err()).contains("preparing");
    Run second = launch("run");
    assertThat(second.err()).isEmpty();
    assertThat(kept(second)).isEqualTo(kept(first)).isNotEqualTo(without);

    Files.setLastModifiedTime(added, FileTime.from(Instant.now().minusSeconds(3)));
    Run otherDate = launch("run");
    assertThat(otherDate.err()).contains("preparing");
    environment.put("TZ", "Asia/Shanghai");
    environment.put("LC_ALL", "C.UTF-8");
    assertThat(launch("run").err()).isEmpty();
    Files.delete(added);
    Run removed = launch("run");
    assertThat(removed.err()).isEmpty();
    assertThat(kept(removed)).isEqualTo(without);
  }

  @Test
  void shouldKeepClassesInAnInstallationUntilItsContentChanges() throws Exception {
    environment.remove("SLUICE_CACHE");
    script(jdk("21.0.4").resolve("bin/java"), KEEPS_CLASSES);

    Run first = launch("run");
    Run second = launch("run");

    assertThat(first.err())
        .isEqualTo(
            "sluice: preparing for faster starts with Java 21.0.4, once for this installation\n");
    assertThat(kept(second)).isEqualTo(kept(first)).startsWith(root + "/classes-21.0.4-");
    assertThat(second.err()).isEmpty();
    // The date of the jars is that of the version, whatever is in them.
    Files.writeString(root.resolve("SHA256SUMS"), "of other jars");
    assertThat(kept(launch("run"))).startsWith(root.toString()).isNotEqualTo(kept(first));
  }

  @Test
  void shouldKeepClassesInTheCacheThatIsNamed() throws Exception {
    Path cache = directory.resolve("a cache/deep");
    environment.put("SLUICE_CACHE", cache.toString());
    script(jdk("21.0.4").resolve("bin/java"), KEEPS_CLASSES);

    assertThat(kept(launch("run"))).startsWith(cache + "/classes-21.0.4-");
    assertThat(launch("run").err()).isEmpty();
    Files.writeString(directory.resolve("file"), "");
    environment.put("SLUICE_CACHE", directory.resolve("file/cache").toString());
    Run run = launch("run");
    assertThat(run.exitCode()).isEqualTo(7);
    assertThat(run.err()).startsWith("sluice: cannot make the directory SLUICE_CACHE=");
  }

  @Test
  void shouldNotLoadClassesThatAnotherUserKept() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root gives files away");
    environment.put("SLUICE_CACHE", directory.resolve("shared").toString());
    script(jdk("21.0.4").resolve("bin/java"), KEEPS_CLASSES);
    Path kept = Path.of(kept(launch("run")));
    Files.setAttribute(kept, "unix:uid", 65_534);
    assertUnused(kept);
  }

  @Test
  void shouldNotLoadClassesThatAnotherUserMayHaveWritten() throws Exception {
    Path cache = Files.createDirectories(directory.resolve("shared"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), cache);
    environment.put("SLUICE_CACHE", link.toString());
    script(jdk("21.0.4").resolve("bin/java"), KEEPS_CLASSES);
    Path kept = Path.of(kept(launch("run")));

    setMode(cache, 0777);
    assertUnused(kept);
    setMode(cache, 01777); // as /tmp: nobody can rename what belongs to others
    assertThat(kept(launch("run"))).isEqualTo(kept.toString());
    setMode(kept, 0666);
    assertUnused(kept);
    setMode(kept, 0644);
    Files.createSymbolicLink(kept, Files.move(kept, directory.resolve("elsewhere")));
    assertUnused(kept);
  }

  private static void setMode(Path file, int mode) throws IOException {
    Files.setAttribute(file, "unix:mode", mode);
  }

  private void assertUnused(Path kept) throws Exception {
    Run run = launch("run");
    assertThat(run.out()).noneMatch(option -> option.contains(kept.toString()));
    assertThat(run.err()).startsWith("sluice: does not use " + kept);
  }

  @Test
  void shouldDeleteNothingButClassesOfFormerInstallationsFromTheCache() throws Exception {
    Path cache = Files.createDirectories(directory.resolve("cache"));
    environment.put("SLUICE_CACHE", cache.toString());
    script(jdk("21.0.4").resolve("bin/java"), KEEPS_CLASSES);
    Path former = old(cache.resolve("classes-17.0.9-123.jsa"));
    Path other = old(cache.resolve("classes-of-documents.parquet"));
    Path below = old(Files.createDirectories(cache.resolve("classes-1-2.jsa")).resolve("data"));

    assertThat(kept(launch("run"))).startsWith(cache + "/classes-21.0.4-");

    assertThat(former).doesNotExist();
    assertThat(other).exists();
    assertThat(below).exists();
  }

  private static Path old(Path file) throws IOException {
    Files.writeString(file, "");
    FileTime then = FileTime.from(Instant.now().minus(Duration.ofDays(40)));
    Files.getFileAttributeView(file, BasicFileAttributeView.class).setTimes(then, then, null);
    return file;
  }

  private static String kept(Run run) {
    return run.out().stream()
        .filter(option -> option.startsWith("-XX:SharedArchiveFile="))
        .map(option -> option.substring(option.indexOf('=') + 1))
        .findFirst()
        .orElseThrow();
  }

  /** Sources that are older than the jar, and where the classes of this Java will be kept. */
  private Path addSourcesThatAreBuilt(String version, String java) throws IOException {
    addSources();
    for (Path source :
        List.of(root.resolve("pom.xml"), root.resolve("core/src/main/java/A.java"))) {
      Files.setLastModifiedTime(source, FileTime.from(Instant.now().minusSeconds(120)));
    }
    for (Path folder = root.resolve("core/src/main/java");
        !folder.equals(root);
        folder = folder.getParent()) {
      Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minusSeconds(120)));
    }
    script(jdk(version).resolve("bin/java"), java);
    return jar.resolveSibling("classes-%s-%s.jsa".formatted(version, NOTHING));
  }

  private Run launch(String... arguments) throws Exception {
    return start(launcher, arguments);
  }

  private Run start(Path launcher, String... arguments) throws Exception {
    Process process = process(launcher, 0, arguments);
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    return new Run(
        process.exitValue(),
        Files.readAllLines(directory.resolve("out0")),
        Files.readString(directory.resolve("err0")));
  }

  private Process process(Path launcher, int number, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.directory(directory.toFile());
    builder.redirectOutput(directory.resolve("out" + number).toFile());
    builder.redirectError(directory.resolve("err" + number).toFile());
    builder.environment().putAll(environment);
    return builder.start();
  }

  private Path jdk(String version) throws IOException {
    Path home = Files.createDirectories(directory.resolve("jdk-" + version));
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    script(home.resolve("bin/java"), SAYS_ITS_ARGUMENTS);
    script(home.resolve("bin/javac"), SAYS_ITS_ARGUMENTS);
    return home;
  }

  /** A checkout in place of the installation, with sources that are newer than the jar. */
  private void addSources() throws IOException {
    install(root.resolve("sluice"), root.resolve("cli/target/sluice"));
    Files.createDirectories(root.resolve("core/src/main/java"));
    Files.writeString(root.resolve("pom.xml"), "<project/>");
    Files.writeString(root.resolve("core/src/main/java/A.java"), "class A {}");
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minusSeconds(60)));
  }

  /** A Maven that does this, and is looked at more often than another. */
  private void installMaven(String body) throws IOException {
    Path bin = Files.createDirectories(directory.resolve("maven"));
    script(bin.resolve("mvn"), "#!/bin/sh\necho \"$@\" >>called\n" + body + "\n");
    script(bin.resolve("sleep"), "#!/bin/sh\nexec /bin/sleep 0.05\n");
    environment.put("PATH", bin + ":" + environment.get("PATH"));
  }

  /** A path with what the launcher calls and nothing else. */
  private String barePath() throws IOException {
    Path bin = Files.createDirectories(directory.resolve("bin"));
    for (String command : CALLED) {
      Path found = Path.of("/usr/bin", command);
      Path real = Files.exists(found) ? found : Path.of("/bin", command);
      script(bin.resolve(command), "#!/bin/sh\nexec " + real + " \"$@\"\n");
    }
    return bin.toString();
  }

  private static void script(Path file, String text) throws IOException {
    Files.writeString(file, text, UTF_8);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
