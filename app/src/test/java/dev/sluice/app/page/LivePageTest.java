package dev.sluice.app.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.http.HttpEndpoint;
import dev.sluice.app.http.RawClient;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunState.Example;
import dev.sluice.settings.HttpConfig;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LivePageTest {
  private static final Pattern INLINED =
      Pattern.compile("<(script|style)>(.*?)</\\1>", Pattern.DOTALL);

  private static String serve(RunDocument run) throws IOException {
    try (HttpEndpoint server =
        HttpEndpoint.start(HttpConfig.NONE.onSomePort(), LivePage.routes(() -> run, () -> run))) {
      return new RawClient(server.port()).get("/");
    }
  }

  @Test
  void shouldShowEverythingWithoutScripts() throws IOException {
    String page = serve(SampleRuns.running(3, SampleRuns.examples()));

    assertThat(page)
        .contains("The <strong><bdi>sink</bdi></strong> has held up the other stages since ")
        .contains("<dd id=\"kept\">552,310</dd>")
        .contains("<dd id=\"left\">about 17 min 10 s</dd>")
        .contains("CC-MAIN-2013-05", "30.04 %", "3.5", "duplicates removed", "file changed")
        .containsSubsequence("Lost because of the input", "data/a.parquet", "70,000", "1,250")
        .contains("sampling.seed", "0.1.0");
  }

  @Test
  void shouldSayThatOneStageWaitsWhileNoneHoldsAllUp() throws IOException {
    assertThat(serve(SampleRuns.waitingForBands()))
        .contains(
            "The <bdi>sink</bdi> waits for the <bdi>bands</bdi>, but no stage holds up all the"
                + " others.")
        .doesNotContain("No stage holds up the others");
    assertThat(serve(SampleRuns.bandsWaiting()))
        .contains(
            "The <bdi>bands</bdi> wait for the <bdi>sink</bdi>, but no stage holds up all the"
                + " others.");
  }

  @Test
  void shouldShowThePhasesOfAFileJob() throws IOException {
    assertThat(serve(SampleRuns.fileJob()))
        .contains("<bdi>candidates</bdi>", "about 1 min 20 s")
        .doesNotContain("id=\"flow\"", "id=\"losses\"", "id=\"dumps\"", "id=\"stages\"");
  }

  /** A browser runs what the policy has the hash of, and loads nothing. */
  @Test
  void shouldAllowWhatIsInThePageAndNothingElse() throws Exception {
    String answer = serve(SampleRuns.running(3, List.of()));
    Matcher inlined = INLINED.matcher(answer);
    int count = 0;
    while (inlined.find()) {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(inlined.group(2).getBytes(UTF_8));
      assertThat(answer).contains("'sha256-" + Base64.getEncoder().encodeToString(hash) + "'");
      count++;
    }
    assertThat(count).isEqualTo(2);
    assertThat(answer)
        .contains("default-src 'none'")
        .doesNotContain("unsafe-", " src=", " style=", "@import", "url(", "onclick");
  }

  @Test
  void shouldShowTextsFromElsewhereAsTexts() throws IOException {
    String hostile = "</td><script>alert(1)</script>\u202e\u0000\r\nevent: x\ud800";
    String page =
        serve(
            SampleRuns.running(
                3,
                List.of(
                    new Example(hostile, hostile, 1, hostile),
                    new Example("long", "file", 2, "\ud83d\ude00".repeat(5_000_000)))));

    assertThat(page)
        .contains("<bdi>&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;")
        .contains("<bdi>" + "\ud83d\ude00".repeat(200) + "…</bdi>")
        .doesNotContain("<script>alert", "\u0000", "\r\nevent: x")
        .hasSizeLessThan(200_000);
  }
}
