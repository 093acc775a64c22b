package dev.sluice.neardup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.work.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignatureDirectoryTest {
  private static final String UNIT = "data/CC-MAIN-2024-10#1";
  private static final String OTHER = "data/CC-MAIN-2024-18#1";
  private static final int MERGES = 60;
  private static final int OTHERS = 3_000;
  private static final int MOST_NANOS_BEFORE = 30_000_000;

  @TempDir private Path root;

  /** Reading a directory takes a while, in which others replace a file that is in it. */
  @Test
  void shouldListAFileOrTheOneThatReplacesIt() throws Exception {
    for (int batch = 1; batch <= OTHERS; batch++) {
      create(OTHER, batch, batch);
    }
    create(UNIT, 1, 1);
    Random random = new Random(7);
    ExecutorService threads = Executors.newSingleThreadExecutor();
    for (int last = 1; last <= MERGES; last++) {
      int replaced = last;
      int nanos = random.nextInt(MOST_NANOS_BEFORE);
      Future<Void> merge = threads.submit(() -> merge(replaced, nanos));
      List<SignatureName> files = new SignatureDirectory(root).list();
      assertThat(files).as("merge %s", last).hasSizeGreaterThan(OTHERS);
      merge.get();
    }
    threads.shutdown();
    assertThat(new SignatureDirectory(root).list())
        .contains(SignatureName.of(root, 1, UNIT, 1, MERGES + 1));
  }

  /** Between the two, a list of files may have neither the one nor the other. */
  @Test
  void shouldKnowAUnitWhileItsOnlyFileIsReplaced() throws Exception {
    create(UNIT, 1, 1);
    Files.delete(SignatureName.of(root, 1, UNIT, 1, 1).path());
    Files.createFile(root.resolve("notes.txt"));

    assertThat(new SignatureDirectory(root).unitHashes()).containsExactly(SignatureName.hash(UNIT));
    assertThat(new SignatureDirectory(root.resolve("none")).unitHashes()).isEmpty();
  }

  /** What was read before stays, and the rest is read from the files that cover it. */
  @Test
  void shouldPassOnEachMatchOnceWhileFilesAreReplaced() throws Exception {
    TestingFiles files = new TestingFiles(root);
    Frontier middle = new Frontier("a", 10, false);
    List<Path> replaced = new ArrayList<>();
    replaced.add(write(files, 1, 1, Frontier.BEGIN, middle, 1, 4));
    replaced.add(write(files, 2, 2, middle, Frontier.END, 11, 15));
    List<Long> rows = new ArrayList<>();
    files
        .directory()
        .matches(
            UNIT,
            match -> {
              rows.add(match.document().row());
              if (match.document().row() == 4) {
                write(files, 1, 2, Frontier.BEGIN, Frontier.END, 1, 4, 11, 15);
                for (Path file : replaced) {
                  Files.delete(file);
                }
              }
            });
    assertThat(rows).containsExactly(1L, 4L, 11L, 15L);
  }

  /** A unit without files, and one that a reset deletes meanwhile, is no unit without matches. */
  @Test
  void shouldNotTakeAUnitThatIsGoneForOneWithoutMatches() throws Exception {
    TestingFiles files = new TestingFiles(root);
    Frontier middle = new Frontier("a", 10, false);
    SignatureDirectory directory = files.directory();
    for (int round = 0; round < 3; round++) {
      write(files, 1, 1, Frontier.BEGIN, middle, 1);
      Path second = write(files, 2, 2, middle, Frontier.END, 11);
      SignatureFile.Records<Match> reset =
          List.<SignatureFile.Records<Match>>of(
                  match -> directory.delete(List.of(UNIT)),
                  match -> FileTree.deleteAll(second.getParent()),
                  match -> { // its directory stays
                    directory.delete(List.of(UNIT));
                    Files.createDirectories(second.getParent());
                  })
              .get(round);
      for (int again = 0; again < 2; again++) {
        assertThatThrownBy(() -> directory.matches(UNIT, reset))
            .isInstanceOf(IOException.class)
            .hasMessageContainingAll(directory.root() + " has no files of unit " + UNIT, "reset");
      }
    }
  }

  /** Readers of a unit that is being deleted find all of it or nothing. */
  @Test
  void shouldDeleteWhatIsCoveredFirst() throws Exception {
    for (long[] batches : new long[][] {{1, 1}, {1, 2}, {1, 4}, {2, 2}, {3, 4}, {5, 5}}) {
      create(UNIT, batches[0], batches[1]);
    }
    SignatureName whole = SignatureName.of(root, 1, UNIT, 1, 4);
    SignatureName rest = SignatureName.of(root, 1, UNIT, 5, 5);
    Path directory = whole.path().getParent();
    Path blocking = Files.createDirectories(whole.path().resolveSibling("1-3.sig")).resolve("x");
    Files.createFile(blocking);

    SignatureDirectory files = new SignatureDirectory(root);
    assertThatThrownBy(() -> files.delete(List.of(UNIT))).isInstanceOf(IOException.class);
    assertThat(SignatureDirectory.chain(files.of(directory))).containsExactly(whole, rest);
    assertThat(files.of(directory)).hasSize(4);
  }

  private static Path write(
      TestingFiles files, long first, long last, Frontier from, Frontier to, long... removed)
      throws IOException {
    SignatureName name = files.name(1, UNIT, first, last);
    return files.write(name, UNIT, from, to, Map.of("a", removed)).path();
  }

  private Void merge(int last, int nanosBefore) throws Exception {
    Thread.sleep(nanosBefore / 1_000_000, nanosBefore % 1_000_000);
    create(UNIT, 1, last + 1);
    Files.delete(SignatureName.of(root, 1, UNIT, 1, last).path());
    return null;
  }

  private void create(String unit, long first, long last) throws Exception {
    Path path = SignatureName.of(root, unit.equals(UNIT) ? 1 : 2, unit, first, last).path();
    Files.createDirectories(path.getParent());
    Files.createFile(path);
  }
}
