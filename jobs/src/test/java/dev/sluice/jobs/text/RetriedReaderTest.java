package dev.sluice.jobs.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.text.TextColumns;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import dev.sluice.storage.text.TextReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetriedReaderTest {
  private static final IoRetry AT_ONCE = new IoRetry(2, Duration.ZERO);

  @TempDir private Path root;
  private int openings;

  private RetriedReader reader(int failing) throws IOException {
    TestingLines.write(root.resolve("a.jsonl"), List.of("a", "b"));
    TextFile file = TextInputs.find(List.of(root.toString())).files().get(0);
    return new RetriedReader(
        () -> {
          if (openings++ < failing) {
            throw new IOException("the network is down");
          }
          return TextReader.open(file, TextColumns.of("text"));
        },
        AT_ONCE);
  }

  @Test
  void shouldReadOnAfterErrorsThatPass() throws Exception {
    try (RetriedReader reader = reader(2)) {
      assertThat(reader.next()).isTrue();
      assertThat(reader.row().row()).isZero();
      assertThat(reader.next()).isTrue();
      assertThat(reader.row().row()).isEqualTo(1);
      assertThat(reader.next()).isFalse();
    }
    assertThat(openings).isEqualTo(3);
  }

  @Test
  void shouldThrowAnErrorThatStays() throws Exception {
    try (RetriedReader reader = reader(3)) {
      assertThatThrownBy(reader::next).hasMessage("the network is down");
    }
  }
}
