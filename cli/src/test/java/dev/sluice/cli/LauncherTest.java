package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the launcher with a java and a mvn that only say how they were called. */
class LauncherTest {
  private static final String SAYS_ITS_ARGUMENTS = "#!/bin/sh\nprintf '%s\\n' \"$@\"\nexit 7\n";

  private static final String KEEPS_CLASSES =
      """
      #!/bin/sh
      for argument in "$@"; do
        case $argument in
          -XX:ArchiveClassesAtExit=*) echo kept >"${argument#*=}"; exit 0 ;;
        esac
      done
      """
          + SAYS_ITS_ARGUMENTS;

  private static final List<String> CALLED =
      List.of(
          "dirname",
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
          "awk",
          "tail",
          "touch",
          "ln",
          "rmdir");

  @TempDir Path directory;
  private final Map<String, String> environment = new HashMap<>();
  private Path root;
  private Path jar;

  /** What the launcher did. */
  private record Run(int exitCode, List<String> out, String err) {}

  @BeforeEach
  void install() throws IOException {
    directory = directory.toRealPath();
    root = Files.createDirectories(directory.resolve("with space"));
    jar = root.resolve("cli/target/sluice/sluice.jar");
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "built");
    Path launcher = Path.of("").toAbsolutePath();
    while (!Files.isRegularFile(launcher.resolve("sluice"))) {
      launcher = launcher.getParent();
    }
    script(root.resolve("sluice"), Files.readString(launcher.resolve("sluice"), UTF_8));
    environment.put("PATH", "/usr/bin:/bin");
    environment.put("JAVA_HOME", jdk("21.0.4").toString());
    environment.put("SLUICE_MEMORY", "");
  }

  @Test
  void shouldBecomeTheJvm() throws Exception {
    Run run = launch("run", "--input", "a b", "");
    assertThat(run.exitCode()).isEqualTo(7);
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError")
        .contains("-Dsluice.program=" + root.resolve("sluice"))
        .doesNotContain("--enable-native-access=ALL-UNNAMED")
        .endsWith("-jar", jar.toString(), "run", "--input", "a b", "");
  }

  @Test
  void shouldSilenceNewJvmsAndPassOptionsOn() throws Exception {
    environment.put("JAVA_HOME", jdk("25").toString());
    environment.put("SLUICE_OPTS", "-Da=1 -Db=2");
    assertThat(launch("x").out())
        .containsSubsequence(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Da=1",
            "-Db=2",
            "-jar");
  }

  @ParameterizedTest
  @CsvSource({
    "run --memory 3GiB, 1536",
    "train-tokenizer --memory 1GiB, 832",
    "tokenize --memory=256MiB, 128",
    "run --memory=1GiB --set memory=3GiB, 512",
    "run --set memory=1.5GiB -c FILE, 768",
    "--set=memory=2GB run, 953",
    "run -c FILE, 300",
    "run --config=FILE, 300",
    "-cFILE run, 300",
    "run --set memory=100000000, 47",
    "run --memory 1KiB, 32"
  })
  void shouldGiveTheHeapItsShareOfTheMemory(String arguments, String mebibytes) throws Exception {
    Path file = directory.resolve("my.yaml");
    Files.writeString(file, "# memory: 9GiB\nmemory: '600MiB' # little\nio: {retries: 1}\n");
    Run run = launch(arguments.replace("FILE", file.toString()).split(" "));
    assertThat(run.out()).contains("-Xmx" + mebibytes + "m");
  }

  @Test
  void shouldTakeMemoryFromTheEnvironment() throws Exception {
    environment.put("SLUICE_MEMORY", "512MiB");
    assertThat(launch("run").out()).contains("-Xmx256m");
  }

  @ParameterizedTest
  @CsvSource({"auto", "rubbish"})
  void shouldTakeAtMostOneGibibyteOfHeapWhenNotTold(String memory) throws Exception {
    Run run = launch("run", "--set", "memory=" + memory);
    assertThat(run.out()).anyMatch(option -> option.matches("-Xmx(1024|[0-9]{2,3})m"));
  }

  @Test
  void shouldRunThroughLinksFromAnywhere() throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("one"), root.resolve("sluice"));
    Path linkToLink =
        Files.createSymbolicLink(directory.resolve("two"), Path.of(link.getFileName().toString()));
    assertThat(start(linkToLink, "x").out()).contains(jar.toString());
  }

  @Test
  void shouldSayThatJavaIsTooOld() throws Exception {
    environment.put("JAVA_HOME", jdk("11.0.2").toString());
    environment.put("PATH", barePath());
    Run run = launch("run");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .startsWith("sluice: needs a JDK of version 17 or newer; found 11 in")
        .contains("set JAVA_HOME");
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
    assertThat(run.err()).contains("needs Maven 3.8 or newer", "apt install maven");
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
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    Files.createSymbolicLink(root.resolve(".sluice-build"), Path.of(Long.toString(dead.pid())));
    List<Process> launched = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      launched.add(process(root.resolve("sluice"), i, "run"));
    }
    for (Process process : launched) {
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
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
    return jar.resolveSibling("classes-" + version + ".jsa");
  }

  private Run launch(String... arguments) throws Exception {
    return start(root.resolve("sluice"), arguments);
  }

  private Run start(Path launcher, String... arguments) throws Exception {
    Process process = process(launcher, 0, arguments);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
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

  /** Sources that are newer than the jar. */
  private void addSources() throws IOException {
    Files.createDirectories(root.resolve("core/src/main/java"));
    Files.writeString(root.resolve("pom.xml"), "<project/>");
    Files.writeString(root.resolve("core/src/main/java/A.java"), "class A {}");
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minusSeconds(60)));
  }

  private void installMaven(String body) throws IOException {
    Path bin = Files.createDirectories(directory.resolve("maven"));
    script(bin.resolve("mvn"), "#!/bin/sh\necho \"$@\" >>called\n" + body + "\n");
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
