package dev.sluice.it.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.sluice.app.http.HttpEndpoint;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunFile;
import dev.sluice.app.page.LivePage;
import dev.sluice.it.ProgramProcess;
import dev.sluice.settings.HttpConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of runs that have ended, as a browser shows it. */
class OutputPageIT {
  private static final int DUMPS = 110;
  private static final String SCRIPT =
      "</td></table><script>alert(1)</script><img src=x onerror=alert(2)>";
  private static final String RIGHT_TO_LEFT = "\u202eשלום \u0645\u0631\u062d\u0628\u0627\u202e";

  private static Chromium chromium;
  @TempDir private static Path directory;
  private static HttpEndpoint many;
  private static HttpEndpoint hostile;

  @BeforeAll
  static void prepare() throws IOException {
    chromium = Chromium.start();
    run("generate", "--output", "many", "--docs", "2200", "--dumps", Integer.toString(DUMPS));
    run("run", "--input", "many", "--output", "many-out", "--page");
    Files.writeString(directory.resolve("hostile.jsonl"), hostileRows());
    run("run", "--input", "hostile.jsonl", "--output", "hostile-out", "--page");
    many = serve("many-out");
    hostile = serve("hostile-out");
  }

  private static void run(String... arguments) {
    try (ProgramProcess program = ProgramProcess.start(directory, arguments)) {
      program.await().with(0);
    }
  }

  private static HttpEndpoint serve(String output) throws IOException {
    RunDocument run = RunFile.ofOutput(directory.resolve(output)).get(0);
    return HttpEndpoint.start(HttpConfig.NONE.onSomePort(), LivePage.routes(() -> run, () -> run));
  }

  /** Rows that are dropped: no bucket has their scores. */
  private static String hostileRows() throws IOException {
    JsonMapper json = new JsonMapper();
    List<String> rows = new ArrayList<>();
    for (String text : List.of(SCRIPT, RIGHT_TO_LEFT, "long ".repeat(2 << 20))) {
      String id = text.substring(0, Math.min(400, text.length()));
      rows.add(json.writeValueAsString(Map.of("id", id, "text", text, "score", 1.0)));
    }
    return String.join("\n", rows) + "\n";
  }

  @AfterAll
  static void stop() {
    for (HttpEndpoint each : new HttpEndpoint[] {many, hostile}) {
      if (each != null) {
        each.close();
      }
    }
    if (chromium != null) {
      chromium.close();
    }
  }

  @AfterEach
  void complain() {
    chromium.assertNoComplaints();
  }

  @Test
  void shouldStayReadableWithManyDumps() {
    for (int width : new int[] {Chromium.WIDE, Chromium.PHONE}) {
      Page page = chromium.open(many.address(), ColorScheme.LIGHT, width);

      assertThat(page.locator("#phase")).containsText("Finished");
      assertThat(page.locator("#dumps-summary")).containsText((DUMPS + 1) + " sealed");
      assertThat(page.locator("#buckets tbody tr")).hasCount(4);
      assertThat(page.locator("#dumps tbody tr")).hasCount(DUMPS + 1); // and those without a dump
      assertThat(page.locator("#dumps .scroll").boundingBox().height).isLessThan(500);
      assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
          .isEqualTo(true);
    }
  }

  @Test
  void shouldShowHostileTextsAsTexts() {
    Page page = chromium.open(hostile.address(), ColorScheme.LIGHT, Chromium.WIDE);
    page.locator("#dropped summary").first().click();

    assertThat(page.locator("#dropped tbody")).containsText(SCRIPT);
    assertThat(page.locator("#dropped tbody")).containsText(RIGHT_TO_LEFT);
    assertThat(page.locator("#dropped img, #dropped script")).hasCount(0);
    assertThat(page.content().length()).isLessThan(300_000);
    assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth")).isEqualTo(true);
  }

  @Test
  void shouldBeReadableWithoutScripts() {
    Page page = chromium.openWithoutScripts(many.address());

    assertThat(page.locator("#phase")).containsText("Finished");
    assertThat(page.locator("noscript")).isVisible();
    assertThat(page.locator("#flow tbody tr").first()).containsText("rows of the source");
  }

  @Test
  void shouldBeUsableWithTheKeyboardAlone() {
    Page page = chromium.open(many.address(), ColorScheme.LIGHT, Chromium.WIDE);
    page.keyboard().press("Tab");

    assertThat(page.locator(".skip")).isFocused();
    page.locator("#dropped summary").first().focus();
    page.keyboard().press("Enter");
    assertThat(page.locator("#dropped tbody tr").first()).isVisible();
    page.keyboard().press("Tab");
    assertThat(page.locator("#dropped .scroll").first()).isFocused();
  }

  @Test
  void shouldHaveNothingThatHindersPeople() throws IOException {
    for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      for (HttpEndpoint served : List.of(many, hostile)) {
        Page page = chromium.open(served.address(), scheme, Chromium.WIDE);
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)");
        page.evaluate(axe());

        assertThat(
                page.evaluate(
                    "async () => (await axe.run()).violations.map(each => each.id + ': '"
                        + " + each.nodes.map(node => node.html).join(' '))"))
            .isEqualTo(List.of());
      }
    }
  }

  private static String axe() throws IOException {
    try (InputStream in = OutputPageIT.class.getResourceAsStream("/axe.min.js")) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
