package dev.sluice.it.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.IsVisibleOptions;
import com.microsoft.playwright.options.ColorScheme;
import dev.sluice.app.monitor.RunFile;
import dev.sluice.it.FreePort;
import dev.sluice.it.Program;
import dev.sluice.it.ProgramProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a run that works, as a browser shows it. */
class LivePageIT {
  private static final double PATIENCE_MILLIS = 120_000;
  private static final Pattern ADDRESS = Pattern.compile("live page at (http://\\S+)");
  private static final JsonMapper JSON = new JsonMapper();

  private static Chromium chromium;
  @TempDir private static Path source;
  @TempDir private Path directory;

  @BeforeAll
  static void prepare() {
    chromium = Chromium.start();
    Program.run(
            "generate",
            "--output",
            source.toString(),
            "--docs",
            "60000",
            "--dumps",
            "2",
            "--progress",
            "none")
        .with(0);
  }

  @AfterAll
  static void stop() {
    if (chromium != null) {
      chromium.close();
    }
  }

  @AfterEach
  void complain() {
    chromium.assertNoComplaints();
  }

  /** A run whose sink is slow, because it compresses as hard as it can. */
  private ProgramProcess start(String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "run",
                "--input",
                source.toString(),
                "--output",
                output().toString(),
                "--progress",
                "none",
                "--set",
                "output.compression-level=22",
                "--set",
                "sink.cut-bytes=256KiB"));
    arguments.addAll(List.of(options));
    return ProgramProcess.start(directory, arguments);
  }

  private Path output() {
    return directory.resolve("out");
  }

  private static String address(Program run) {
    run.awaitThat("its address is printed", () -> ADDRESS.matcher(run.err()).find());
    Matcher address = ADDRESS.matcher(run.err());
    address.find();
    return address.group(1);
  }

  @Test
  void shouldNameASinkThatIsSlowAndCountAsTheManifestsDo() throws IOException {
    try (ProgramProcess run = start("--page")) {
      Page page = chromium.open(address(run), ColorScheme.LIGHT, Chromium.WIDE);

      assertThat(page.locator("#holder"))
          .containsText(
              "The sink has held up the other stages",
              new ContainsTextOptions().setTimeout(PATIENCE_MILLIS));
      run.await().with(0);
      assertThat(page.locator("#phase"))
          .containsText("Finished", new ContainsTextOptions().setTimeout(PATIENCE_MILLIS));
      assertThat(number(page, "#rows-read")).isEqualTo(manifests("rows"));
      assertThat(number(page, "#kept")).isEqualTo(manifests("kept"));
    }
  }

  @Test
  void shouldGoOnWithItsLinesAfterAKill() throws IOException {
    int port = FreePort.find();
    String address = "http://127.0.0.1:" + port + "/";
    try (ProgramProcess killed = start("--page", "--set", "http.port=" + port)) {
      Page page = chromium.open(address(killed), ColorScheme.DARK, Chromium.WIDE);
      killed.awaitThat("it has written points", () -> pointsWritten() >= 5);
      assertThat(page.locator("#lines svg").first())
          .isVisible(new IsVisibleOptions().setTimeout(PATIENCE_MILLIS));
      killed.kill();
      assertThat(page.locator("#connection"))
          .containsText(
              "No connection since", new ContainsTextOptions().setTimeout(PATIENCE_MILLIS));
      try (ProgramProcess again = start("--page", "--set", "http.port=" + port)) {
        assertThat(address(again)).isEqualTo(address);
        assertThat(page.locator("#connection"))
            .containsText("Live", new ContainsTextOptions().setTimeout(PATIENCE_MILLIS));
        assertThat(page.locator("#events"))
            .containsText(
                "continues the work of pid " + killed.pid(),
                new ContainsTextOptions().setTimeout(PATIENCE_MILLIS));
        assertThat(page.locator("#lines svg").first()).isVisible();
      }
    }
  }

  private int pointsWritten() {
    try {
      return new RunFile(output().resolve("_sluice/work"))
          .read()
          .map(document -> document.series().points().size())
          .orElse(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long number(Page page, String selector) {
    Locator figure = page.locator(selector);
    return Long.parseLong(figure.textContent().replace(",", ""));
  }

  /** A counter, summed over all manifests. */
  private long manifests(String counter) throws IOException {
    long sum = 0;
    try (Stream<Path> files = Files.list(output().resolve("_sluice").resolve("dumps"))) {
      for (Path file : files.toList()) {
        JsonNode manifest = JSON.readTree(file.toFile());
        sum += manifest.path("counters").path(counter).asLong();
      }
    }
    return sum;
  }
}
