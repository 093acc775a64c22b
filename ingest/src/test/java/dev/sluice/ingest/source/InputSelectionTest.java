package dev.sluice.ingest.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.settings.InputSelection;
import dev.sluice.storage.text.TextFormat;
import dev.sluice.topics.progress.ListedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files several inputs stand for, and what their paths are relative to. */
class InputSelectionTest {
  private static final Optional<String> PATTERN = Optional.of("**/*.parquet");

  @TempDir Path temporary;
  private Path root;

  @BeforeEach
  void write() throws IOException {
    root = temporary.toRealPath();
    for (String path :
        List.of(
            "a/x.parquet",
            "a/CC-MAIN-2024-10/y.parquet",
            "a/notes.txt",
            "a-/z.parquet",
            "b/c/1.parquet",
            "b/c/2.PARQUET",
            "b/c/_hidden.parquet",
            "b/c/_staging/3.parquet",
            "b/d.parquet")) {
      Files.createDirectories(root.resolve(path).getParent());
      Files.writeString(root.resolve(path), path);
    }
  }

  private InputSelection select(String... paths) {
    return InputSelection.of(Arrays.stream(paths).map(root::resolve).toList());
  }

  private List<String> files(String... paths) throws IOException {
    return SourceScan.of(select(paths), PATTERN).files().stream().map(ListedFile::path).toList();
  }

  private List<String> leftOut(String... paths) throws IOException {
    return SourceScan.of(select(paths), PATTERN).leftOut().stream()
        .map(skipped -> skipped.name())
        .toList();
  }

  @Test
  void shouldTakeADirectoryAsTheRoot() throws IOException {
    assertThat(select("b").root()).isEqualTo(root.resolve("b"));
    assertThat(files("b")).containsExactly("c/1.parquet", "c/2.PARQUET", "d.parquet");
    assertThat(InputSelection.of(List.of(Path.of("not/there"))).root())
        .isEqualTo(Path.of("not/there"));
  }

  @Test
  void shouldTakeTheDirectoryOfAFileAsTheRoot() throws IOException {
    assertThat(select("b/d.parquet").root()).isEqualTo(root.resolve("b"));
    assertThat(files("b/d.parquet")).containsExactly("d.parquet");
    assertThat(leftOut("b/d.parquet")).isEmpty();
  }

  @Test
  void shouldTakeWhatIsBeforeTheWildcardsAsTheRoot() throws IOException {
    assertThat(select("b/*/[12].*").root()).isEqualTo(root.resolve("b"));
    assertThat(files("b/*/[12].*")).containsExactly("c/1.parquet", "c/2.PARQUET");
    assertThat(files("b/**/*.parquet")).containsExactly("c/1.parquet", "d.parquet");
    assertThat(files("?")).containsExactlyElementsOf(files("a", "b"));
    assertThat(leftOut("b/*/1.*")).isEmpty();
  }

  @Test
  void shouldTakeDataOfAllFormatsThatAGlobNames() throws IOException {
    for (String name : List.of("e/1.jsonl", "e/2.JSON.GZ", "e/report.json", "e/5.txt")) {
      Files.createDirectories(root.resolve("e"));
      Files.writeString(root.resolve(name), "x");
    }
    assertThat(files("e/*")).containsExactly("1.jsonl", "2.JSON.GZ");
    assertThat(leftOut("e/*")).containsExactly("5.txt", "report.json");
    assertThat(files("e*")).isEmpty();
    assertThat(files("e/report.json")).containsExactly("report.json");
    assertThat(select("e/report.json").problems(PATTERN)).isEmpty();
  }

  @Test
  void shouldTakeNoDirectoryForTwoStars() throws IOException {
    assertThat(files("*/**/[1xy].parquet"))
        .containsExactly("a/CC-MAIN-2024-10/y.parquet", "a/x.parquet", "b/c/1.parquet");
  }

  @Test
  void shouldTellWhatAGlobMatchesAndIsLeftOut() throws IOException {
    assertThat(leftOut("b/*/*/*.parquet")).containsExactly("c/_staging/");
    assertThat(leftOut("b/**/*.parquet")).containsExactly("c/_hidden.parquet", "c/_staging/");
    assertThat(leftOut("b/*/[12].*")).isEmpty();
  }

  @Test
  void shouldTakeTheCommonDirectoryAsTheRootOfSeveral() throws IOException {
    assertThat(select("a", "b/c").root()).isEqualTo(root);
    assertThat(select("b/c", "b/d.parquet").root()).isEqualTo(root.resolve("b"));
    assertThat(select("b", "b/c").root()).isEqualTo(root.resolve("b"));
    assertThat(select("a/../b/c", "b/d.parquet").root()).isEqualTo(root.resolve("b"));
    assertThat(InputSelection.of(List.of(Path.of("/one/a"), Path.of("/two/b"))).root())
        .isEqualTo(Path.of("/"));
    assertThat(files("b/c", "a", "a-"))
        .containsExactly(
            "a-/z.parquet",
            "a/CC-MAIN-2024-10/y.parquet",
            "a/x.parquet",
            "b/c/1.parquet",
            "b/c/2.PARQUET");
  }

  @Test
  void shouldReadAFileOnceThatSeveralLeadTo() throws IOException {
    assertThat(files("b", "b/c", "b/d.parquet", "b/**", "b"))
        .containsExactly("c/1.parquet", "c/2.PARQUET", "d.parquet");
  }

  @Test
  void shouldReadWhatIsNamedEvenIfItIsHidden() throws IOException {
    assertThat(files("b/c/_hidden.parquet", "b/c/_staging"))
        .containsExactly("_hidden.parquet", "_staging/3.parquet");
  }

  @Test
  void shouldTellWhatIsLeftOutUnderItsPath() throws IOException {
    assertThat(leftOut("a", "b"))
        .containsExactly("a/notes.txt", "b/c/_hidden.parquet", "b/c/_staging/");
  }

  @Test
  void shouldLookAgainOnlyWhereSomethingChanged() throws IOException {
    long[] now = {0};
    SourceTrees trees = new SourceTrees(select("a", "b/d.parquet"), PATTERN, () -> now[0]);
    SourceScan first = trees.look(Set.of());
    assertThat(trees.look(Set.of())).isSameAs(first);

    Files.writeString(root.resolve("b/d.parquet"), "longer than before");
    SourceScan second = trees.look(Set.of());
    assertThat(second.files().bytes()).isGreaterThan(first.files().bytes());

    Files.writeString(root.resolve("a/x.parquet"), "longer than before, in place");
    assertThat(trees.look(Set.of("a")).files().bytes()).isGreaterThan(second.files().bytes());

    Files.delete(root.resolve("b/d.parquet"));
    assertThat(trees.look(Set.of()).files()).hasSize(2);
  }

  @Test
  void shouldNameWhatCannotBeRead() throws IOException {
    Files.createSymbolicLink(root.resolve("dangling.parquet"), root.resolve("nothing"));
    assertThat(
            select("a", "none", "a/[", "none/*.parquet", "a/notes.txt", "dangling.parquet")
                .problems(PATTERN))
        .containsExactly(
            root + "/none does not exist",
            root + "/a/[ does not exist",
            root + "/none/*.parquet: directory " + root + "/none does not exist",
            root
                + "/a/notes.txt: the file name must end in one of "
                + TextFormat.ENDINGS
                + ": rename the file",
            root + "/dangling.parquet: is a link to " + root + "/nothing, which does not exist");
    assertThat(select("a/notes.txt").problems(Optional.of("*.txt"))).isEmpty();
    assertThat(select("b/c/2.PARQUET", "b/c/_hidden.parquet", "b/*").problems(PATTERN)).isEmpty();
  }

  /** The tree that is read once and the one that is looked at again and again agree. */
  @Test
  void shouldFindTheSameAsOneDirectoryWithEverything() throws IOException {
    assertThat(files("a", "a-", "b")).isEqualTo(files(""));
  }
}
