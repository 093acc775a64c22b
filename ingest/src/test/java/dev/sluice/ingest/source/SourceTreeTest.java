package dev.sluice.ingest.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.settings.InputSelection;
import dev.sluice.settings.SourcePattern;
import dev.sluice.topics.progress.ListedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceTreeTest {
  private static final Optional<String> PATTERN = Optional.of("**/*.parquet");
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  @TempDir Path root;
  private SourceTree tree;
  private long now;
  private long took;

  @BeforeEach
  void setUp() {
    tree =
        new SourceTree(root, new SourcePattern(root, PATTERN), Optional.empty(), () -> now += took);
  }

  private void write(String path, String content) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  private SourceScan lookAfter(long seconds, String... closely) throws IOException {
    now += seconds * SECOND;
    return tree.look(Set.of(closely));
  }

  /** A first look, which takes so long that the next one at everything is far. */
  private void lookSlowly() throws IOException {
    took = 1_000 * SECOND;
    lookAfter(0);
    took = 0;
  }

  private SourceScan settled() throws IOException {
    lookSlowly();
    lookAfter(3);
    return lookAfter(1);
  }

  @Test
  void shouldNotListADirectoryAgainThatIsAsItWas() throws IOException {
    write("a/0.parquet", "one");
    write("b/0.parquet", "one");
    SourceScan first = settled();

    assertThat(tree.listed()).isZero();
    assertThat(lookAfter(1)).isSameAs(first);

    write("a/1.parquet", "two");
    assertThat(lookAfter(1).files()).hasSize(3);
    assertThat(tree.listed()).isEqualTo(1);
  }

  @Test
  void shouldListAgainWhatChangedJustBeforeItWasListed() throws IOException {
    write("a/0.parquet", "one");
    lookSlowly();
    write("b/0.parquet", "one");

    lookAfter(1);
    lookAfter(1);
    assertThat(tree.listed()).as("its time may stay the same for two seconds").isEqualTo(2);
    lookAfter(1);
    lookAfter(1);
    assertThat(tree.listed()).isZero();
  }

  @Test
  void shouldSeeWhatGrowsInDirectoriesThatAreLookedAtClosely() throws IOException {
    write("a/0.parquet", "one");
    write("b/0.parquet", "one");
    settled();

    write("a/0.parquet", "longer");
    write("b/0.parquet", "longer");

    assertThat(lookAfter(1, "b").files()).extracting(ListedFile::bytes).containsExactly(3L, 6L);
    assertThat(tree.listed()).isEqualTo(1);
    assertThat(lookAfter(100_000).files())
        .as("a look at everything is due")
        .extracting(ListedFile::bytes)
        .containsExactly(6L, 6L);
  }

  @Test
  void shouldForgetADirectoryThatIsGone() throws IOException {
    write("a/b/0.parquet", "one");
    write("a/0.parquet", "one");
    settled();

    Files.delete(root.resolve("a/b/0.parquet"));
    Files.delete(root.resolve("a/b"));

    assertThat(lookAfter(1).files()).extracting(ListedFile::path).containsExactly("a/0.parquet");
  }

  /** The test's clock is faster than the one of the file system. */
  private void change(String path, int step) throws IOException {
    Files.setLastModifiedTime(root.resolve(path).getParent(), FileTime.fromMillis(step));
  }

  @Test
  void shouldFindWhatAScanFindsWhateverHappens() throws IOException {
    Random random = new Random(4);
    List<String> there = new ArrayList<>();
    lookSlowly();
    for (int step = 0; step < 300; step++) {
      if (there.isEmpty() || random.nextInt(3) > 0) {
        String directory = List.of("", "a/", "a-b/", "a/c/", "z/").get(random.nextInt(5));
        String path = directory + random.nextInt(20) + (random.nextBoolean() ? ".parquet" : ".x");
        if (!there.contains(path)) {
          write(path, "x");
          there.add(path);
          change(path, step);
        }
      } else {
        String path = there.remove(random.nextInt(there.size()));
        Files.delete(root.resolve(path));
        change(path, step);
      }
      SourceScan seen = lookAfter(random.nextInt(4));

      assertThat(seen).isEqualTo(SourceScan.of(InputSelection.of(List.of(root)), PATTERN));
    }
  }
}
