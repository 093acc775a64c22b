package dev.sluice.storage.output;

import static dev.sluice.storage.output.TestingCuts.noneQuarantined;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.output.DumpManifest.FilePart;
import dev.sluice.storage.output.DumpManifest.UnitPart;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ForgottenDumpsTest {
  private static final String DUMP_A = "CC-MAIN-2024-10";
  private static final String DUMP_B = "CC-MAIN-2024-18";
  private static final String UNIT_A = "data/" + DUMP_A + "#1";
  private static final String UNIT_B = "data/" + DUMP_B + "#1";
  private static final String AGAIN = "data/" + DUMP_A + "#2";
  private static final int LOGS = TestingCuts.BUCKETS.size() * TestingCuts.PARTITIONS;

  private TestingCuts cuts;

  @BeforeEach
  void setUp() {
    cuts =
        new TestingCuts(true)
            .unit(UNIT_A, DUMP_A, noneQuarantined())
            .unit(UNIT_B, DUMP_B, noneQuarantined());
  }

  private Manifests manifests() {
    return TestingCuts.manifests(cuts.logs());
  }

  private static List<String> paths(DumpManifest manifest) {
    return manifest.buckets().values().stream()
        .flatMap(bucket -> bucket.files().stream())
        .map(FilePart::path)
        .toList();
  }

  @Test
  void shouldCountAsBeforeUntilEveryPartitionHasCut() {
    Manifests before = manifests();
    DumpManifest manifest = before.of(DUMP_A);
    for (int log = 0; log < LOGS - 1; log++) {
      cuts.forget(log, DUMP_A, "r1", UNIT_A);

      assertThat(manifests().of(DUMP_A)).isEqualTo(manifest);
      assertThat(before.saysTheSame(manifests())).isTrue();
      assertThat(manifests().forgotten().isComplete("r1")).isFalse();
      assertThat(manifests().forgotten().partitions("r1")).isEqualTo(log + 1);
    }
    cuts.forget(LOGS - 1, DUMP_A, "r1", UNIT_A);

    assertThat(before.saysTheSame(manifests())).isFalse();
    assertThat(manifests().forgotten().isComplete("r1")).isTrue();
    assertThat(manifests().dumps()).containsExactly(DUMP_B);
    assertThat(manifests().completeUnits()).containsExactly(UNIT_B);
  }

  @Test
  void shouldLeaveOtherDumpsAlone() {
    DumpManifest other = manifests().of(DUMP_B);

    cuts.forget(DUMP_A, "r1", UNIT_A);

    assertThat(manifests().of(DUMP_B)).isEqualTo(other);
  }

  @Test
  void shouldForgetTheFilesUpToTheCutAndItsOwn() {
    cuts.forget(DUMP_A, "r1", UNIT_A);
    ForgottenDumps forgotten = manifests().forgotten();

    assertThat(forgotten.complete()).hasSize(1);
    assertThat(forgotten.files()).hasSize(3 * LOGS).allMatch(file -> file.dump().equals(DUMP_A));
  }

  @Test
  void shouldListOnlyWhatCameAfterwardsWithTheNextNames() {
    cuts.forget(DUMP_A, "r1", UNIT_A).unit(AGAIN, DUMP_A, noneQuarantined());

    DumpManifest manifest = manifests().of(DUMP_A);
    assertThat(manifest.units()).extracting(UnitPart::unit).containsExactly(AGAIN);
    assertThat(manifest.counters()).containsEntry("rows", 40L).containsEntry("kept", 16L);
    assertThat(paths(manifest))
        .hasSize(2 * LOGS)
        .allMatch(path -> path.matches("en/.*/([6-9])\\.parquet"));
    ForgottenDumps forgotten = manifests().forgotten();
    assertThat(forgotten.files())
        .extracting(CutFile::path)
        .doesNotContainAnyElementsOf(paths(manifest));
  }

  @Test
  void shouldReportWhatEachOfTwoResetsForgot() {
    cuts.forget(DUMP_A, "r1", UNIT_A).unit(AGAIN, DUMP_A, noneQuarantined());
    assertThat(manifests().forgotten().filesOf(Set.of(AGAIN))).hasSize(2 * LOGS);

    cuts.forget(DUMP_A, "r2", AGAIN);
    ForgottenDumps forgotten = manifests().forgotten();

    assertThat(manifests().dumps()).containsExactly(DUMP_B);
    assertThat(forgotten.filesOf(Set.of(UNIT_A))).hasSize(3 * LOGS);
    assertThat(forgotten.filesOf(Set.of(AGAIN))).hasSize(3 * LOGS);
    assertThat(forgotten.files()).hasSize(6 * LOGS);
    assertThat(forgotten.filesOf(Set.of("other#1"))).isEmpty();
  }

  @Test
  void shouldForgetAUnitOfManyDumpsWhereShardsAreNotLaidOutByDump() {
    cuts =
        new TestingCuts(false)
            .unit(".#1", DUMP_A, noneQuarantined())
            .unit(".#2", DUMP_B, noneQuarantined());
    List<String> before = paths(manifests().of(Manifests.ALL_DUMPS));
    cuts.forget("unit .#1", "r1", ".#1");

    List<String> after = paths(manifests().of(Manifests.ALL_DUMPS));
    assertThat(before).hasSize(4 * LOGS).containsAll(after);
    assertThat(after).hasSize(2 * LOGS);
    assertThat(manifests().forgotten().files())
        .hasSize(3 * LOGS)
        .extracting(CutFile::path)
        .doesNotContainAnyElementsOf(after);
    assertThat(manifests().dumps()).containsExactly(DUMP_B, Manifests.ALL_DUMPS);
  }
}
