package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.DedupScope;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Why at_least_once is refused. A process dies after the id was stored and before the broker had
 * the document: the record is read again, finds its own id, and the only copy is called a
 * duplicate.
 */
class AtLeastOnceTest {
  private static final TestingDocument ONLY_COPY = TestingDocument.of("a", 1.5);

  @TempDir private Path stateDir;

  @Test
  void shouldLoseADocumentWhenStateOutlivesItsOutput() {
    try (TestingCuration curation = TestingCuration.openAtLeastOnce(stateDir)) {
      curation.send(ONLY_COPY); // and never asked for: its output does not reach the broker
    }

    try (TestingCuration restarted = TestingCuration.openAtLeastOnce(stateDir)) {
      restarted.send(ONLY_COPY);

      assertThat(restarted.documents("low")).as("the document is lost").isEmpty();
    }
  }

  @Test
  void shouldNotKeepAnIdThatWasInMemoryWhenTheProcessWasKilled(@TempDir Path afterCrash)
      throws IOException {
    try (TestingCuration curation = TestingCuration.open(stateDir, DedupScope.BUCKET)) {
      curation.send(ONLY_COPY);
      curation.copyState(afterCrash);
    }

    try (TestingCuration restarted = TestingCuration.open(afterCrash, DedupScope.BUCKET)) {
      restarted.send(ONLY_COPY);

      assertThat(restarted.documents("low")).as("the id was in memory alone").hasSize(1);
    }
  }
}
