package dev.sluice.it.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** Debian's Chromium without a screen, and what went wrong on its pages. */
final class Chromium implements AutoCloseable {
  static final int WIDE = 1_280;
  static final int PHONE = 390;

  private static final List<String> NAMES = List.of("chromium-headless-shell", "chromium");

  private final Playwright playwright;
  private final Browser browser;
  private final List<String> complaints = new CopyOnWriteArrayList<>();

  private Chromium(Path program) {
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(program)
                    .setArgs(List.of("--no-sandbox")));
  }

  /** Starts it; skips the test where there is none. */
  static Chromium start() {
    Optional<Path> program =
        NAMES.stream()
            .flatMap(
                name ->
                    Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .map(directory -> Path.of(directory, name)))
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(program.isPresent(), "no chromium-headless-shell: no page is looked at");
    return new Chromium(program.get());
  }

  /** Opens a page that is light or dark, and as wide as a screen or a phone. */
  Page open(String address, ColorScheme scheme, int width) {
    return open(address, new Browser.NewContextOptions().setColorScheme(scheme), width);
  }

  /** Opens a page without scripts. */
  Page openWithoutScripts(String address) {
    return open(address, new Browser.NewContextOptions().setJavaScriptEnabled(false), WIDE);
  }

  private Page open(String address, Browser.NewContextOptions options, int width) {
    BrowserContext context = browser.newContext(options.setViewportSize(width, 900));
    Page page = context.newPage();
    page.onConsoleMessage(
        message -> {
          if (message.type().equals("error")
              && !message.text().contains("ERR_CONNECTION")
              && !message.text().contains("ERR_INCOMPLETE_CHUNKED_ENCODING")) {
            complaints.add(message.text());
          }
        });
    page.onPageError(complaints::add);
    page.onDialog(
        dialog -> {
          complaints.add("a dialog: " + dialog.message());
          dialog.dismiss();
        });
    page.navigate(address);
    return page;
  }

  /** Fails if a page has logged an error, such as a violation of its policy, or opened a dialog. */
  void assertNoComplaints() {
    assertThat(complaints).isEmpty();
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
