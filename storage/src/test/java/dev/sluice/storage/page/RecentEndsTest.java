package dev.sluice.storage.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.page.SourceVersion.ListedVersion;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RecentEndsTest {
  private static final Path FILE = Path.of("a.parquet");

  private final SourceFile.RecentEnds ends = new SourceFile.RecentEnds();

  private static SourceVersion version(long length, String tag) {
    return SourceVersion.of(new ListedVersion(length, tag));
  }

  @Test
  void shouldKnowBytesOfTheEndOnly() {
    ends.learn(FILE, version(10, "x"), 6, new byte[] {6, 7, 8, 9});

    assertThat(ends.bytes(FILE, version(10, "x"), 7, 2)).hasValue(new byte[] {7, 8});
    assertThat(ends.bytes(FILE, version(10, "x"), 6, 4)).hasValue(new byte[] {6, 7, 8, 9});
    assertThat(ends.bytes(FILE, version(10, "x"), 5, 2)).isEmpty();
  }

  @Test
  void shouldNotTakeOneVersionForAnother() {
    ends.learn(FILE, version(10, "x"), 6, new byte[4]);

    assertThat(ends.bytes(FILE, version(10, "y"), 6, 4)).isEmpty();
    assertThat(ends.bytes(FILE, version(11, "x"), 7, 4)).isEmpty();
    assertThat(ends.bytes(FILE, SourceVersion.ofLength(10), 6, 4)).isEmpty();
  }

  @Test
  void shouldKeepFewSmallEnds() {
    int large = SourceFile.RecentEnds.MOST_BYTES + 1;
    ends.learn(FILE, version(large, "large"), 0, new byte[large]);
    ends.learn(FILE, version(10, "middle"), 2, new byte[4]);
    for (int i = 0; i < 17; i++) {
      ends.learn(Path.of("f" + i), version(4, "x"), 0, new byte[4]);
    }

    assertThat(ends.bytes(FILE, version(large, "large"), 5, 4)).isEmpty();
    assertThat(ends.bytes(FILE, version(10, "middle"), 2, 4)).isEmpty();
    assertThat(ends.bytes(Path.of("f0"), version(4, "x"), 0, 4)).as("the oldest").isEmpty();
    assertThat(ends.bytes(Path.of("f1"), version(4, "x"), 0, 4)).isPresent();
  }
}
