package dev.sluice.jobs.duplicates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.algorithms.neardup.Bands;
import dev.sluice.algorithms.neardup.Survivor;
import dev.sluice.jobs.dedup.NearDuplicateJob;
import dev.sluice.jobs.dedup.NearDuplicateRequest;
import dev.sluice.jobs.dedup.method.MinHashMethod;
import dev.sluice.jobs.dedup.stage.ClusterRule;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.duplicates.DuplicateFindings.Example;
import dev.sluice.jobs.duplicates.DuplicateFindings.LargeCluster;
import dev.sluice.jobs.duplicates.DuplicateFindings.SizeClass;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.operators.minhash.HashFamily;
import dev.sluice.operators.shingle.ShingleUnit;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.text.TextColumns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuplicateSurveyTest {
  private static final long MEMORY = 1 << 20;

  @TempDir private Path directory;
  private Path input;
  private Path clusters;

  /** Cluster n, from 0, has n + 1 documents; the last one of each has another word. */
  @BeforeEach
  void findDuplicates() throws Exception {
    input = directory.resolve("in.jsonl");
    StringBuilder lines = new StringBuilder();
    for (int cluster = 0; cluster < 30; cluster++) {
      for (int copy = 0; copy <= cluster; copy++) {
        String last = copy == cluster && cluster > 0 ? "another" : "word";
        lines.append(
            "{\"id\":\"%d-%d\",\"text\":\"%s%s\"}\n".formatted(cluster, copy, text(cluster), last));
      }
    }
    Files.writeString(input, lines);
    Path output = directory.resolve("out");
    NearDuplicateJob.run(
        new NearDuplicateRequest(
            List.of(input.toString()),
            output,
            Optional.empty(),
            new DocumentColumns("text", "id", 1 << 20),
            new MinHashMethod(
                ShingleUnit.WORDS, 5, new Bands(14, 8), HashFamily.FAST, OptionalDouble.of(0.7)),
            ClusterRule.CONNECTED,
            Survivor.FIRST,
            "score",
            TableFormat.LEVEL,
            1,
            256L << 20),
        JobProgress.NONE);
    clusters = output.resolve("_sluice/clusters.parquet");
  }

  private static String text(int cluster) {
    StringBuilder text = new StringBuilder();
    new SplittableRandom(cluster)
        .ints(60, 0, 1 << 20)
        .forEach(word -> text.append(Integer.toString(word, 36)).append(' '));
    return text.toString();
  }

  private DuplicateFindings read(long memoryBytes) throws IOException, InterruptedException {
    return DuplicateSurvey.read(
        clusters, 29, List.of(input.toString()), TextColumns.of("text"), memoryBytes);
  }

  @Test
  void shouldCountClustersBySizeAndDocumentsBySimilarity() throws Exception {
    DuplicateFindings findings = read(MEMORY);
    assertThat(findings.sizes())
        .containsExactly(
            new SizeClass(2, 2, 1),
            new SizeClass(3, 3, 1),
            new SizeClass(4, 4, 1),
            new SizeClass(5, 9, 5),
            new SizeClass(10, 19, 10),
            new SizeClass(20, 49, 11));
    assertThat(findings.largest()).extracting(LargeCluster::documents).startsWith(30L, 29L);
    assertThat(findings.largest().get(0).survivor().id()).isEqualTo("29-0");
    assertThat(findings.similarities().stream().mapToLong(n -> n).sum()).isEqualTo(29 * 30 / 2);
    assertThat(findings.similarities().get(DuplicateFindings.BARS - 1))
        .isGreaterThanOrEqualTo(28 * 29 / 2);
  }

  @Test
  void shouldFindTheSameInSeveralPasses() throws Exception {
    assertThat(read(200)).isEqualTo(read(MEMORY));
  }

  @Test
  void shouldShowTheTextsOfExamples() throws Exception {
    Example example = read(MEMORY).examples().get(0);
    assertThat(example.removed().similarity().orElseThrow()).isLessThan(1);
    assertThat(example.keptText()).hasValueSatisfying(text -> assertThat(text).endsWith(" word"));
    assertThat(example.removedText())
        .hasValueSatisfying(text -> assertThat(text).endsWith(" another"));
    assertThat(example.kept().cluster()).isEqualTo(example.removed().cluster());
  }

  @Test
  void shouldDoWithoutTheInput() throws Exception {
    Files.delete(input);
    assertThat(read(MEMORY).examples()).isNotEmpty().allMatch(each -> each.keptText().isEmpty());
  }

  @Test
  void shouldNameAnotherTable() throws IOException {
    Files.write(clusters, new byte[50]);
    assertThatThrownBy(() -> read(MEMORY))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining("clusters.parquet");
  }
}
