package dev.sluice.ingest.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.ingest.TestingSources;
import dev.sluice.settings.InputSelection;
import dev.sluice.topics.progress.ListedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceChangesTest {
  @TempDir private Path input;
  private Path file;
  private ListedFile before;

  @BeforeEach
  void setUp() throws IOException {
    file = TestingSources.write(input.resolve("0.parquet"), TestingSources.rows(1, 50), 50);
    before = found().withTail(FileTail.of(file));
  }

  private ListedFile found() throws IOException {
    return SourceScan.of(InputSelection.of(List.of(input)), Optional.of("*.parquet"))
        .files()
        .get(0);
  }

  private boolean isSame() throws IOException {
    return FileTail.isSame(input.resolve(found().path()), before, found());
  }

  @Test
  void shouldTakeAFileForTheSameThatWasOnlyTouchedOrCopied() throws IOException {
    assertThat(isSame()).isTrue();

    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000));

    assertThat(isSame()).isTrue();
  }

  @Test
  void shouldNoticeATruncatedFile() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));

    assertThat(isSame()).isFalse();
  }

  @Test
  void shouldNoticeAnotherFileOfTheSameSize() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 20] ^= 1;
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000));

    assertThat(isSame()).isFalse();
  }

  @Test
  void shouldGoByTheTimeOfChangeWhereNoTailIsKnown() throws IOException {
    before = found();
    assertThat(isSame()).isTrue();

    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000));

    assertThat(isSame()).isFalse();
  }

  @Test
  void shouldNoticeAnotherVersionOfAnObjectOfTheSameSizeAndTime() throws IOException {
    ListedFile read = found().withTail("e1");

    assertThat(FileTail.isSame(file, read, found().withTail("e1"))).isTrue();
    assertThat(FileTail.isSame(file, read, found().withTail("e2"))).isFalse();
  }
}
