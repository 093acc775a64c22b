package dev.sluice.ingest.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Unit;
import dev.sluice.topics.progress.InputFiles;
import dev.sluice.topics.progress.ListedFile;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UnitPlanTest {
  private static final Unit UNIT = new Unit("data/CC-MAIN-2024-10", 1);
  private static final int RECORD_BYTES = 1 << 20;

  /** Names that have as little in common as names can. */
  private static UnitPlan plan(int files) {
    Random random = new Random(5);
    InputFiles.Builder list = new InputFiles.Builder();
    for (int i = 0; i < files; i++) {
      String name = "%016x%016x".formatted(random.nextLong(), random.nextLong());
      list.add(new ListedFile("%s/%s.parquet".formatted(UNIT.name(), name), 1, 1));
    }
    return new UnitPlan(UNIT, list.build());
  }

  @Test
  void shouldTakeTwentyThousandFilesOfAnyNames() {
    assertThat(plan(20_000).markerProblem(RECORD_BYTES)).isEmpty();
  }

  @Test
  void shouldRefuseAUnitWhoseEndCannotBeRecorded() {
    assertThat(plan(30_000).markerProblem(RECORD_BYTES).orElseThrow())
        .startsWith("input.path: ")
        .contains(UNIT.id(), "30,000 files", "1,048,576", "move some of the files out");
  }
}
