package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How the launcher keeps classes for faster starts, and which of them it loads. */
class LauncherClassesTest extends TestingInstallation {
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

  @Test
  void shouldKeepClassesOnceAfterEachBuild() throws Exception {
    Path kept = addSourcesThatAreBuilt(KEEPS_CLASSES);

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
        addSourcesThatAreBuilt(KEEPS_CLASSES.replace("echo kept", "env | grep -c ^SLUICE_"));
    environment.put("SLUICE_KAFKA_BOOTSTRAP_SERVERS", "host:9092");

    launch("run");

    assertThat(kept).hasContent("0");
  }

  @Test
  void shouldStartWithoutKeptClassesWhereKeepingFails() throws Exception {
    Path kept = addSourcesThatAreBuilt(SAYS_ITS_ARGUMENTS);

    assertThat(launch("run").out()).noneMatch(option -> option.contains("SharedArchive"));
    Run second = launch("run");

    assertThat(second.err()).as("it is not tried again").isEmpty();
    assertThat(second.exitCode()).isEqualTo(7);
    assertThat(kept).isEmptyFile();
  }

  @Test
  void shouldNotWaitForAnotherThatKeepsClasses() throws Exception {
    Path kept = addSourcesThatAreBuilt(KEEPS_CLASSES);
    Files.createDirectory(Path.of(kept + ".new"));

    Run run = launch("run");

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).noneMatch(option -> option.contains("SharedArchive"));
  }

  @Test
  void shouldNotWaitForOneThatWasKilledWhileItKeptClasses() throws Exception {
    Path kept = addSourcesThatAreBuilt(KEEPS_CLASSES);
    Path left = Files.createDirectory(Path.of(kept + ".new"));
    Files.writeString(left.resolve("log"), "");
    Files.setLastModifiedTime(left, FileTime.from(Instant.now().minusSeconds(900)));

    assertThat(launch("run").out()).contains("-XX:SharedArchiveFile=" + kept);
    assertThat(left).doesNotExist();
  }

  @Test
  void shouldRemoveWhatOneThatWasKilledLeftForOtherJars() throws Exception {
    Path kept = addSourcesThatAreBuilt(KEEPS_CLASSES);
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
    Path none = addSourcesThatAreBuilt(KEEPS_CLASSES);
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
  private Path addSourcesThatAreBuilt(String java) throws IOException {
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
    script(jdk("21.0.4").resolve("bin/java"), java);
    return jar.resolveSibling("classes-21.0.4-" + NOTHING + ".jsa");
  }
}
