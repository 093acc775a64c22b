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
import org.junit.jupiter.api.io.TempDir;

/** An installation whose launcher runs a java and a mvn that only say how they were called. */
abstract class TestingInstallation {
  static final String SAYS_ITS_ARGUMENTS =
      """
      #!/bin/sh
      printf '%s\\n' "$@"
      exit 7
      """;

  /** The programs that the launcher calls. */
  private static final String[] CALLED =
      ("dirname env readlink grep head find mkdir cat rm mv sleep sed tail touch ln ls cksum rmdir"
              + " ps xargs awk")
          .split(" ");

  @TempDir Path directory;
  final Map<String, String> environment = new HashMap<>();
  Path root;
  Path launcher;
  Path jar;

  /** What the launcher did. */
  record Run(int exitCode, List<String> out, String err) {}

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

  void install(Path file, Path program) throws IOException {
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

  Run launch(String... arguments) throws Exception {
    return start(launcher, arguments);
  }

  Run start(Path launcher, String... arguments) throws Exception {
    Process process = process(launcher, 0, arguments);
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    return new Run(
        process.exitValue(),
        Files.readAllLines(directory.resolve("out0")),
        Files.readString(directory.resolve("err0")));
  }

  Process process(Path launcher, int number, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.directory(directory.toFile());
    builder.redirectOutput(directory.resolve("out" + number).toFile());
    builder.redirectError(directory.resolve("err" + number).toFile());
    builder.environment().putAll(environment);
    return builder.start();
  }

  Path jdk(String version) throws IOException {
    Path home = Files.createDirectories(directory.resolve("jdk-" + version));
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    script(home.resolve("bin/java"), SAYS_ITS_ARGUMENTS);
    script(home.resolve("bin/javac"), SAYS_ITS_ARGUMENTS);
    return home;
  }

  /** A checkout in place of the installation, with sources that are newer than the jar. */
  void addSources() throws IOException {
    install(root.resolve("sluice"), root.resolve("cli/target/sluice"));
    Files.createDirectories(root.resolve("core/src/main/java"));
    Files.writeString(root.resolve("pom.xml"), "<project/>");
    Files.writeString(root.resolve("core/src/main/java/A.java"), "class A {}");
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minusSeconds(60)));
  }

  /** A Maven that does this, and is looked at more often than another. */
  void installMaven(String body) throws IOException {
    Path bin = Files.createDirectories(directory.resolve("maven"));
    script(bin.resolve("mvn"), "#!/bin/sh\necho \"$@\" >>called\n" + body + "\n");
    script(bin.resolve("sleep"), "#!/bin/sh\nexec /bin/sleep 0.05\n");
    environment.put("PATH", bin + ":" + environment.get("PATH"));
  }

  /** A path with what the launcher calls and nothing else. */
  String barePath() throws IOException {
    Path bin = Files.createDirectories(directory.resolve("bin"));
    for (String command : CALLED) {
      Path found = Path.of("/usr/bin", command);
      Path real = Files.exists(found) ? found : Path.of("/bin", command);
      script(bin.resolve(command), "#!/bin/sh\nexec " + real + " \"$@\"\n");
    }
    return bin.toString();
  }

  static void script(Path file, String text) throws IOException {
    Files.writeString(file, text, UTF_8);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
