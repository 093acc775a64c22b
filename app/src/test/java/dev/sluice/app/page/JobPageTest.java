package dev.sluice.app.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.http.RawClient;
import dev.sluice.app.progress.PhaseProgress;
import dev.sluice.app.progress.ProgressReport;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobPageTest {
  private static final PhaseProgress PROGRESS = PhaseProgress.onStderr(ProgressReport.Mode.NONE);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final List<String> addresses = new ArrayList<>();
  private final JobPage page = new JobPage("split", addresses::add);
  @TempDir private Path directory;

  @Test
  void shouldShowThePhasesWhileTheJobWorks() throws Exception {
    String seen =
        page.show(
            PROGRESS,
            progress -> {
              JobPhase sorting = JobPhase.ofItems("sorting");
              progress.plan(List.of(JobPhase.READING, sorting, sorting, JobPhase.WRITING));
              progress.reached(JobPosition.of(JobPhase.READING, 10, 10));
              progress.reached(JobPosition.of(sorting, 3, 4));
              return awaitText("43.7 %");
            },
            List.of(directory));

    assertThat(seen).contains("<bdi>reading</bdi>", "<bdi>sorting</bdi>", "43.7 %", "Running");
    assertThatThrownBy(() -> client().get("/")).isInstanceOf(ConnectException.class);
  }

  /** A sample is taken each second. */
  private String awaitText(String text) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    String seen = client().get("/");
    while (!seen.contains(text) && System.nanoTime() < deadline) {
      Thread.sleep(50);
      seen = client().get("/");
    }
    return seen;
  }

  private RawClient client() {
    return new RawClient(URI.create(addresses.get(0)).getPort());
  }

  @Test
  void shouldFailAsTheJobDoes() {
    assertThatThrownBy(
            () ->
                page.show(
                    PROGRESS,
                    progress -> {
                      throw new IOException("disk full");
                    },
                    List.of(directory)))
        .isInstanceOf(IOException.class)
        .hasMessage("disk full");
  }
}
