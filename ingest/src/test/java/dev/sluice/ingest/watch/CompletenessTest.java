package dev.sluice.ingest.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Unit;
import dev.sluice.ingest.TestingSources;
import dev.sluice.ingest.source.SourceScan;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.ingest.source.UnitPlanner.UnitNames;
import dev.sluice.ingest.watch.Completeness.FileStability;
import dev.sluice.ingest.watch.Completeness.Waiting;
import dev.sluice.settings.InputSelection;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ListedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletenessTest {
  private static final String DUMP = "CC-MAIN-2024-10";
  private static final long SETTLE = TimeUnit.SECONDS.toNanos(30);

  @TempDir private Path input;
  private FileStability settling;
  private Completeness completeness;
  private long now;

  @BeforeEach
  void setUp() {
    settling = new FileStability(SETTLE);
    completeness = new Completeness(input, "_FILES", settling);
  }

  private Path source(String path) throws IOException {
    return TestingSources.write(input.resolve(path), TestingSources.rows(1, 50), 50);
  }

  private Path text(String path, String content) throws IOException {
    Files.createDirectories(input.resolve(path).getParent());
    return Files.writeString(input.resolve(path), content);
  }

  private Completeness.Verdict look(long seconds) throws IOException {
    return look(seconds, Set.of());
  }

  /** A look this many seconds after the last. */
  private Completeness.Verdict look(long seconds, Set<String> before) throws IOException {
    now += TimeUnit.SECONDS.toNanos(seconds);
    InputFiles found =
        SourceScan.of(InputSelection.of(List.of(input)), Optional.of("**/*.parquet")).files();
    settling.observe(found, now);
    List<ListedFile> fresh = found.stream().filter(file -> !before.contains(file.path())).toList();
    String name = UnitNames.of(fresh.get(0).path());
    return completeness.judge(new UnitPlan(new Unit(name, 1), fresh), before::contains);
  }

  private static String why(Completeness.Verdict verdict) {
    assertThat(verdict.files()).isEmpty();
    return verdict.waiting().orElseThrow().why();
  }

  private static void assertComplete(Completeness.Verdict verdict, int files) {
    assertThat(verdict.waiting()).isEmpty();
    assertThat(verdict.files()).hasSize(files);
  }

  @Test
  void shouldWaitUntilEveryFileStaysAsItIs() throws IOException {
    source(DUMP + "/0.parquet");

    assertThat(why(look(0))).isEqualTo("new or still growing");
    assertThat(why(look(29))).isEqualTo("unchanged for less than the settling time");
    source(DUMP + "/1.parquet");
    assertThat(why(look(1))).isEqualTo("new or still growing");
    assertThat(why(look(29))).isEqualTo("unchanged for less than the settling time");
    assertComplete(look(1), 2);
  }

  @Test
  void shouldBeginToWaitAnewWhenAFileChanges() throws IOException {
    Path file = source(DUMP + "/0.parquet");
    look(0);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000));

    assertThat(why(look(30))).isEqualTo("new or still growing");
    assertComplete(look(30), 1);
  }

  @Test
  void shouldWaitForFootersOfFilesThatHaveStalled() throws IOException {
    source(DUMP + "/0.parquet");
    text(DUMP + "/1.parquet", "PAR1 and not much more");
    look(0);

    Completeness.Verdict verdict = look(3_600);

    assertThat(why(verdict)).isEqualTo("no readable footer");
    assertThat(verdict.waiting().map(Waiting::what).orElseThrow())
        .contains("1 of 2 files")
        .contains(DUMP + "/1.parquet");
  }

  @Test
  void shouldTakeWhatASuccessFileAnswersForAtOnce() throws IOException {
    source(DUMP + "/0.parquet");
    text(DUMP + "/_SUCCESS", "");

    assertComplete(look(0), 1);
  }

  @Test
  void shouldNotBelieveASuccessFileThatIsOlderThanAFile() throws IOException {
    source(DUMP + "/0.parquet");
    Files.setLastModifiedTime(text(DUMP + "/_SUCCESS", ""), FileTime.fromMillis(1_000));

    assertThat(why(look(0))).isEqualTo("new or still growing");
  }

  @Test
  void shouldTakeABrokenFileThatASuccessFileAnswersForOnceItHasSettled() throws IOException {
    text(DUMP + "/0.parquet", "being copied");
    text(DUMP + "/_SUCCESS", "");

    assertThat(why(look(0))).isEqualTo("no readable footer");
    assertComplete(look(30), 1);
  }

  @Test
  void shouldWaitWhileSparkWrites() throws IOException {
    source(DUMP + "/0.parquet");
    source(DUMP + "/_temporary/0/task/1.parquet");
    look(0);

    assertThat(why(look(30))).isEqualTo("still being written");
    text(DUMP + "/_SUCCESS", "");
    assertComplete(look(1), 1);
  }

  @Test
  void shouldWaitForDownloadsWhoseSizeIsPreallocated() throws IOException {
    source(DUMP + "/0.parquet");
    Path control = text(DUMP + "/0.parquet.aria2", "");
    look(0);

    assertThat(why(look(60))).isEqualTo("still being downloaded");
    Files.delete(control);
    assertComplete(look(1), 1);
  }

  @Test
  void shouldTakeADumpWhenAllThatItsListNamesIsThere() throws IOException {
    long bytes = Files.size(source(DUMP + "/part/0.parquet"));
    text(
        DUMP + "/_FILES",
        "# path, size\npart/0.parquet\t%d\n\npart/1.parquet\t%d\n".formatted(bytes, bytes));

    Completeness.Verdict verdict = look(0);
    assertThat(why(verdict)).isEqualTo("files in the file list are missing or incomplete");
    assertThat(verdict.waiting().orElseThrow().what())
        .contains("1 of 2")
        .contains("part/1.parquet");
    source(DUMP + "/part/1.parquet");
    assertComplete(look(1), 2);
  }

  @Test
  void shouldWaitForListedFilesThatAreNotYetWhole() throws IOException {
    long bytes = Files.size(source(DUMP + "/0.parquet"));
    text(DUMP + "/_FILES", "0.parquet\t%d\n".formatted(bytes + 1));

    assertThat(why(look(3_600))).isEqualTo("files in the file list are missing or incomplete");
  }

  @Test
  void shouldNotWaitForListedFilesThatWereReadBefore() throws IOException {
    long bytes = Files.size(source(DUMP + "/1.parquet"));
    text(DUMP + "/_FILES", "0.parquet\t7\n1.parquet\t%d\n".formatted(bytes));

    assertComplete(look(0, Set.of(DUMP + "/0.parquet")), 1);
  }

  @Test
  void shouldLetFilesSettleThatAListNamesWithoutSizes() throws IOException {
    source(DUMP + "/0.parquet");
    text(DUMP + "/_FILES", "0.parquet\r\n");

    assertThat(why(look(0))).isEqualTo("new or still growing");
    assertComplete(look(30), 1);
  }

  @Test
  void shouldSayWhatIsWrongWithAList() throws IOException {
    source(DUMP + "/0.parquet");
    text(DUMP + "/_FILES", "0.parquet\tmany\n");
    assertThat(look(0).waiting().orElseThrow().what()).contains("line 1 of").contains("a tab");

    text(DUMP + "/_FILES", "\n../0.parquet\t1\n");
    assertThat(look(0).waiting().orElseThrow().what())
        .contains("line 2 of")
        .contains("below the directory");

    text(DUMP + "/_FILES", "# nothing yet\n");
    assertThat(why(look(0))).isEqualTo("the file list is empty");
  }

  @Test
  void shouldTakeLooseFilesThatAreCompleteAndWaitForTheOthers() throws IOException {
    source("a.parquet");
    look(0);
    source("b/c.parquet");

    Completeness.Verdict verdict = look(30);

    assertThat(verdict.files()).extracting(ListedFile::path).containsExactly("a.parquet");
    assertThat(verdict.waiting().map(Waiting::what).orElseThrow()).contains("b/c.parquet");
    assertThat(look(30).files()).hasSize(2);
  }
}
