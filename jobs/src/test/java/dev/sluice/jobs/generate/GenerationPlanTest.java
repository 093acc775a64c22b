package dev.sluice.jobs.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.DumpName;
import dev.sluice.jobs.generate.GenerationPlan.PlannedFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class GenerationPlanTest {
  @Test
  void shouldCoverEveryDocumentOnceInAscendingOrderOfPath() {
    for (long documents : new long[] {1, 2, 13, 20_000, 1_000_003}) {
      for (int dumps : new int[] {1, 2, 4, 13, 14, 110, 1000}) {
        if (documents >= dumps) {
          check(plan(documents, dumps), documents, dumps);
        }
      }
    }
  }

  private static void check(List<PlannedFile> files, long documents, int dumps) {
    assertThat(files).extracting(PlannedFile::path).isSorted().doesNotHaveDuplicates();
    assertThat(files.stream().map(PlannedFile::dump).distinct()).hasSize(dumps);
    long next = 0;
    for (PlannedFile file : files) {
      assertThat(file.firstDocument()).isEqualTo(next);
      assertThat(file.rows()).isBetween(1L, GenerationPlan.MAX_ROWS_PER_FILE);
      assertThat(DumpName.isCrawl(file.dump())).isTrue();
      next += file.rows();
    }
    assertThat(next).isEqualTo(documents);
  }

  @Test
  void shouldLayFilesOutAsTheDataSetDoes() {
    assertThat(plan(20_000, 4))
        .extracting(PlannedFile::path)
        .startsWith(
            "data/CC-MAIN-2013-20/000_00000.parquet", "data/CC-MAIN-2013-20/000_00001.parquet")
        .hasSize(8);
  }

  @Test
  void shouldDateTheNewerHalfOfTheDumps() {
    assertThat(plan(4, 1)).noneMatch(PlannedFile::dated);
    assertThat(plan(8, 4).stream().filter(PlannedFile::dated).map(PlannedFile::dump).distinct())
        .containsExactly("CC-MAIN-2015-14", "CC-MAIN-2016-44");
  }

  private static List<PlannedFile> plan(long documents, int dumps) {
    return GenerationPlan.of(new Generator.Options(Path.of("out"), documents, dumps, 42));
  }
}
