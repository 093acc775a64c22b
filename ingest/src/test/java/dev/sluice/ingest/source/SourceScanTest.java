package dev.sluice.ingest.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Utf8;
import dev.sluice.settings.InputSelection;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.topics.progress.ListedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceScanTest {
  private static final String ALL = "**/*.parquet";

  @TempDir Path root;

  private void touch(String... paths) throws IOException {
    for (String path : paths) {
      Path file = root.resolve(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, path);
    }
  }

  private List<String> scan(String pattern) throws IOException {
    return SourceScan.of(InputSelection.of(List.of(root)), Optional.of(pattern)).files().stream()
        .map(ListedFile::path)
        .toList();
  }

  @Test
  void shouldFindFilesAtAnyDepthAndAtTheRoot() throws IOException {
    touch("a.parquet", "b/a.parquet", "b/c/d/a.parquet", "b/readme.md", "b/a.parquet.crc");

    assertThat(scan(ALL)).containsExactly("a.parquet", "b/a.parquet", "b/c/d/a.parquet");
  }

  @Test
  void shouldTakeOnlyWhatThePatternMatches() throws IOException {
    touch("a.parquet", "data/a.parquet", "data/b/a.parquet", "sample/a.parquet");

    assertThat(scan("data/*.parquet")).containsExactly("data/a.parquet");
    assertThat(scan("*.parquet")).containsExactly("a.parquet");
    assertThat(scan("{data,sample}/**")).hasSize(3);
    assertThat(scan("data/**/*.parquet")).containsExactly("data/a.parquet", "data/b/a.parquet");
  }

  @Test
  void shouldTakeAllDataByNameWithoutAPattern() throws IOException {
    List<String> data =
        List.of(
            "a.json",
            "a.jsonl.gz",
            "a.ndjson",
            "b/A.JSONL.ZSTD",
            "b/a.json.gzip",
            "b/a.parq",
            "b/a.parquet",
            "b/a.pq");
    touch(data.toArray(String[]::new));
    touch("a.txt", "b/report.json", "b/a.parquet.gz");

    SourceScan found = SourceScan.of(InputSelection.of(List.of(root)), Optional.empty());
    assertThat(found.files()).extracting(ListedFile::path).containsExactlyElementsOf(data);
    assertThat(found.leftOut())
        .extracting(SkippedPath::toString)
        .containsExactly(
            "a.txt (not a supported file type)",
            "b/a.parquet.gz (not a supported file type)",
            "b/report.json (describes data)");
  }

  @Test
  void shouldEnterPartitionsWhoseNamesBeginLikeHiddenOnes() throws IOException {
    touch("_dump=1/a.parquet", "b/_lang=en/_id=1.parquet", "_staging/a.parquet");

    assertThat(scan(ALL)).containsExactly("_dump=1/a.parquet", "b/_lang=en/_id=1.parquet");
  }

  @Test
  void shouldReportWhichNamesAreLeftOut() throws IOException {
    touch(".a.parquet", ".cache/a.parquet", "b/.tmp/a.parquet", "b/a.parquet");
    touch("_a.parquet", "_temporary/a.parquet", "b/UP.PARQUET", "b/a.jsonl", "b/report.json");

    assertThat(scan(ALL)).containsExactly("b/UP.PARQUET", "b/a.parquet");
    assertThat(SourceScan.of(InputSelection.of(List.of(root)), Optional.of(ALL)).leftOut())
        .extracting(SkippedPath::toString)
        .containsExactly(
            ".a.parquet (its name begins with . or _)",
            "_a.parquet (its name begins with . or _)",
            "_temporary/ (its name begins with . or _)",
            "b/a.jsonl (does not match **/*.parquet)",
            "b/report.json (describes data)");
  }

  @Test
  void shouldFollowLinksToFilesAndDirectories() throws IOException {
    touch("b/a.parquet");
    Path elsewhere = Files.createDirectories(root.resolve(".elsewhere"));
    Files.writeString(elsewhere.resolve("c.parquet"), "c");
    Files.createSymbolicLink(root.resolve("linked"), elsewhere);
    Files.createSymbolicLink(root.resolve("z.parquet"), elsewhere.resolve("c.parquet"));
    Files.createSymbolicLink(root.resolve("gone.parquet"), elsewhere.resolve("gone"));

    assertThat(scan(ALL))
        .containsExactly("b/a.parquet", "gone.parquet", "linked/c.parquet", "z.parquet");
    assertThat(
            SourceScan.of(InputSelection.of(List.of(root)), Optional.of(ALL))
                .files()
                .get(3)
                .bytes())
        .isEqualTo(1);
  }

  @Test
  void shouldLeaveOutALinkThatLeadsBack() throws IOException {
    touch("b/a.parquet");
    Files.createSymbolicLink(root.resolve("b/again"), root);

    assertThat(scan(ALL)).containsExactly("b/a.parquet");
    assertThat(SourceScan.of(InputSelection.of(List.of(root)), Optional.of(ALL)).leftOut())
        .containsExactly(
            new SkippedPath("b/again", "a link to a directory that contains the link"));
  }

  @Test
  void shouldNotReadTheOutputWhateverLinksLeadThere() throws IOException {
    Path input = root.resolve("in");
    touch("in/a.parquet", "out/en/4.0/0.parquet", "outer/0.parquet");
    Files.createSymbolicLink(input.resolve("link"), root.resolve("out"));
    Files.createSymbolicLink(input.resolve("within"), root.resolve("out/en"));
    Files.createSymbolicLink(input.resolve("above"), root);
    InputSelection selection = InputSelection.of(List.of(input));

    SourceScan found =
        SourceScan.of(selection.apartFrom(root.resolve("out")), Optional.of("**/*.parquet"));

    assertThat(found.files())
        .extracting(ListedFile::path)
        .containsExactly("a.parquet", "above/outer/0.parquet");
    assertThat(found.leftOut())
        .extracting(SkippedPath::toString)
        .containsExactly(
            "above/in (a link to a directory that contains the link)",
            "above/out/ (the output)",
            "link/ (the output)",
            "within/ (the output)");
    assertThat(SourceScan.of(selection, Optional.of("**/*.parquet")).files()).hasSize(5);
  }

  @Test
  void shouldSayHowLargeAndHowOldAFileIs() throws IOException {
    touch("a.parquet");
    Files.setLastModifiedTime(root.resolve("a.parquet"), FileTime.fromMillis(1_700_000_000_123L));

    assertThat(SourceScan.of(InputSelection.of(List.of(root)), Optional.of(ALL)).files())
        .containsExactly(new ListedFile("a.parquet", 9, 1_700_000_000_123L));
  }

  @Test
  void shouldOrderByTheBytesOfUtf8() {
    // Beyond the basic plane a Java String orders by surrogates, which lie below U+E000.
    List<String> expected =
        List.of("A", "a", "a-b/x", "a/x", "a0", "\u00e9", "\u20ac", "\uff5e", "\ud83d\ude00");

    List<String> paths = new ArrayList<>(expected);
    java.util.Collections.shuffle(paths, new java.util.Random(1));
    paths.sort(Utf8.ORDER);

    assertThat(paths).isEqualTo(expected);
    assertThat("\ud83d\ude00".compareTo("\uff5e")).isNegative();
  }

  @Test
  void shouldOrderFilesByWholePaths() throws IOException {
    touch("b/a.parquet", "b-a.parquet", "b.parquet", "a/z.parquet", "b/B.parquet");

    assertThat(scan(ALL))
        .containsExactly("a/z.parquet", "b-a.parquet", "b.parquet", "b/B.parquet", "b/a.parquet");
  }
}
