package dev.sluice.app.logging;

import static java.lang.ClassLoader.getPlatformClassLoader;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

class LoggingTest {
  private static final Logger OURS = LoggerFactory.getLogger("dev.sluice.ingest.Reader");
  private static final Logger THEIRS = LoggerFactory.getLogger("org.apache.kafka.clients.Client");

  @TempDir Path directory;
  private final List<String> stderr = new CopyOnWriteArrayList<>();

  @BeforeEach
  void listen() {
    Logging.showLinesBy(stderr::add);
  }

  @AfterEach
  void restore() throws IOException {
    MDC.clear();
    Logging.showLinesOnStderr();
    Logging.start(Logging.Options.DEFAULT);
  }

  @Test
  void shouldBeQuieterAboutLibraries() throws IOException {
    Logging.start(Logging.Options.DEFAULT);
    OURS.debug("no");
    OURS.info("yes");
    THEIRS.warn("no");
    THEIRS.error("yes");
    assertThat(stderr).hasSize(2).allMatch(line -> line.endsWith("- yes\n"));
  }

  @Test
  void shouldNotCallTheRestoreAfterAKillAnError() throws IOException {
    String restored =
        "Get exceptions for the following tasks: {0_1=x.TaskCorruptedException: Tasks";
    Logging.start(Logging.Options.DEFAULT);
    THEIRS.error(restored);
    assertThat(stderr).isEmpty();
    Logging.start(options(Logging.LogLevel.DEBUG, true, Optional.empty()));
    THEIRS.error(restored);
    assertThat(stderr).hasSize(1);
  }

  @Test
  void shouldShowWhatTheEmbeddedControllerCannotAnswerYetInFilesOnly() throws IOException {
    for (String name : List.of("kafka.server.ControllerApis", "kafka.server.KafkaRequestHandler")) {
      Path file = directory.resolve(name + ".log");
      Logging.start(options(Logging.LogLevel.INFO, false, Optional.of(file)));
      LoggerFactory.getLogger(name).error("Exception when handling request");
      assertThat(stderr).isEmpty();
      assertThat(Files.readString(file)).contains("Exception when handling request");
    }
  }

  @Test
  void shouldPutTheWarningsOfLibrariesIntoFiles() throws IOException {
    Logging.start(Logging.Options.DEFAULT);
    Path file = Logging.logUnder(directory);
    OURS.info("our own");
    THEIRS.info("no");
    THEIRS.warn("a warning");
    assertThat(stderr).singleElement().asString().endsWith("our own\n");
    assertThat(Files.readString(file)).contains("our own\n", "a warning\n").doesNotContain("no\n");
  }

  @Test
  void shouldHearLibrariesWhenVerbose() throws IOException {
    Logging.start(options(Logging.LogLevel.DEBUG, true, Optional.empty()));
    OURS.debug("yes");
    THEIRS.debug("no");
    THEIRS.info("yes");
    assertThat(stderr).hasSize(2);
  }

  @Test
  void shouldBeQuietAboutEverything() throws IOException {
    Logging.start(options(Logging.LogLevel.ERROR, false, Optional.empty()));
    OURS.warn("no");
    THEIRS.warn("no");
    OURS.error("yes");
    assertThat(stderr).hasSize(1);
  }

  @Test
  void shouldTakeTheDumpFromTheContextAndKeysFromTheCall() throws IOException {
    Logging.start(Logging.Options.DEFAULT);
    MDC.put("dump", "CC-MAIN-2024-10");
    OURS.atInfo().addKeyValue("rows", 3).addKeyValue("bytes", 7).log("read");
    assertThat(stderr)
        .singleElement()
        .asString()
        .endsWith("INFO ingest CC-MAIN-2024-10 read bytes=7 rows=3\n");
  }

  @Test
  void shouldAlsoLogUnderTheWorkDirectory() throws IOException {
    Logging.start(Logging.Options.DEFAULT);
    OURS.info("before");
    Path file = Logging.logUnder(directory);
    OURS.info("after");
    Logging.recordTrace(new IllegalStateException("why"));
    assertThat(file)
        .isEqualTo(directory.resolve("logs/sluice.log"))
        .isEqualTo(Logging.file().get());
    assertThat(Files.readString(file))
        .contains("after", "IllegalStateException: why", "at " + LoggingTest.class.getName())
        .doesNotContain("before");
    assertThat(stderr).hasSize(2).noneMatch(line -> line.contains("why"));
  }

  @Test
  void shouldPreferTheFileOfTheCommandLine() throws IOException {
    Path file = directory.resolve("own/my.log");
    Logging.start(options(Logging.LogLevel.INFO, false, Optional.of(file)));
    assertThat(Logging.logUnder(directory.resolve("work"))).isEqualTo(file);
    OURS.info("yes");
    assertThat(Files.readString(file)).endsWith(" INFO ingest - yes\n");
    assertThat(directory.resolve("work")).doesNotExist();
  }

  @Test
  void shouldRefuseAFileThatCannotBeWritten() throws IOException {
    Path file = Files.createDirectory(directory.resolve("is-a-directory"));
    assertThatThrownBy(
            () -> Logging.start(options(Logging.LogLevel.INFO, false, Optional.of(file))))
        .isInstanceOf(IOException.class)
        .hasMessage("cannot write to " + file);
  }

  /** In a class loader of its own, where no other class has asked for a logger. */
  @Test
  void shouldStayStartedWhileNobodyHoldsALogger() throws Exception {
    try (URLClassLoader alone = new URLClassLoader(classPath(), getPlatformClassLoader())) {
      Class<?> logging = alone.loadClass(Logging.class.getName());
      Class<?> options = alone.loadClass(Logging.Options.class.getName());
      Object level = alone.loadClass(Logging.LogLevel.class.getName()).getField("INFO").get(null);
      Object text = alone.loadClass(Logging.Format.class.getName()).getField("TEXT").get(null);
      Object verbose =
          options.getConstructors()[0].newInstance(level, true, text, Optional.empty());
      logging.getMethod("start", options).invoke(null, verbose);
      logging.getMethod("showLinesBy", Consumer.class).invoke(null, (Consumer<String>) stderr::add);
      System.gc();
      logging.getMethod("recordTrace", Throwable.class).invoke(null, new Exception("why"));
    }
    assertThat(stderr).singleElement().asString().contains("Exception: why");
  }

  private static URL[] classPath() throws IOException {
    List<URL> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      entries.add(Path.of(entry).toUri().toURL());
    }
    return entries.toArray(URL[]::new);
  }

  private static Logging.Options options(
      Logging.LogLevel level, boolean verbose, Optional<Path> file) {
    return new Logging.Options(level, verbose, Logging.Format.TEXT, file);
  }
}
