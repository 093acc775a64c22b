package dev.sluice.app.output;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.settings.ConfigException;
import dev.sluice.topics.progress.BegunUnit;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.ProgressState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnsealedSourcesTest {
  private static final String UNIT = ".#1";

  @TempDir private Path input;
  private final ProgressState begun =
      BegunUnit.of(UNIT, new ListedFile("a.parquet", 0, 0), new ListedFile("b.parquet", 1, 0));

  private void check() {
    UnsealedSources.check(input, begun, Set.of(UNIT));
  }

  @Test
  void shouldNameAFileThatIsGone() throws IOException {
    Files.writeString(input.resolve("b.parquet"), "b");
    assertThatThrownBy(this::check)
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("a.parquet is missing from");
  }

  /** It was there when the unit began, as it is now, and is quarantined when its turn comes. */
  @Test
  void shouldNotMissTheTargetOfALinkToNothing() throws IOException {
    Files.createSymbolicLink(input.resolve("a.parquet"), input.resolve("nothing"));
    Files.writeString(input.resolve("b.parquet"), "b");
    assertThatCode(this::check).doesNotThrowAnyException();
  }
}
