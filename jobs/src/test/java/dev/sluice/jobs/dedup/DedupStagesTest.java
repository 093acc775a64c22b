package dev.sluice.jobs.dedup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.algorithms.neardup.Survivor;
import dev.sluice.jobs.dedup.clusters.ClusterDecision;
import dev.sluice.jobs.dedup.stage.CandidateRule;
import dev.sluice.jobs.dedup.stage.ClusterRule;
import dev.sluice.jobs.dedup.stage.DedupMemory;
import dev.sluice.jobs.dedup.stage.DedupRequest;
import dev.sluice.jobs.dedup.stage.SlowDedup;
import dev.sluice.jobs.dedup.stage.Spilled;
import dev.sluice.jobs.text.DiskRoom;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DedupStagesTest {
  private static final List<DedupMemory> MEMORIES =
      List.of(
          new DedupMemory(12 << 10, 1),
          new DedupMemory(64 << 10, 2),
          new DedupMemory(1 << 20, 3),
          new DedupMemory(64 << 20, 2));

  @TempDir private Path temp;

  private void shouldAgree(Spilled spilled, DedupRequest request) throws Exception {
    List<ClusterDecision> expected = new SlowDedup(spilled, request).decide();
    for (DedupMemory memory : MEMORIES) {
      Path directory = Files.createTempDirectory(temp, "dedup");
      assertThat(spilled.decide(directory, request, memory)).as("%s", memory).isEqualTo(expected);
    }
  }

  @Test
  void shouldDecideAsTheRulesSayWhateverMemoryAndThreads() throws Exception {
    for (Survivor survivor : Survivor.values()) {
      Spilled spilled = Spilled.planted(survivor.ordinal(), 300, 0.5, 0.5);
      shouldAgree(spilled, Spilled.request(Optional.of(0.8), survivor));
      shouldAgree(spilled, Spilled.request(Optional.empty(), survivor));
    }
  }

  @Test
  void shouldDecideAsTheRulesSayInGroupsOfAllSizes() throws Exception {
    for (int seed = 0; seed < 4; seed++) {
      Spilled spilled = Spilled.crowded(seed, 900, 50 << 2 * seed);
      shouldAgree(spilled, Spilled.request(Optional.of(0.7), Survivor.values()[seed % 3]));
      shouldAgree(spilled, Spilled.request(Optional.empty(), Survivor.values()[seed % 3]));
    }
  }

  @Test
  void shouldLetDocumentsJoinTheFirstThatCame() throws Exception {
    for (Survivor survivor : Survivor.values()) {
      Spilled spilled = Spilled.crowded(survivor.ordinal(), 900, 700);
      shouldAgree(spilled, Spilled.request(Optional.of(0.7), ClusterRule.FIRST_COME, survivor));
      shouldAgree(spilled, Spilled.request(Optional.empty(), ClusterRule.FIRST_COME, survivor));
    }
  }

  @Test
  void shouldRemoveWhateverMatchesAnyDocumentBeforeIt() throws Exception {
    for (int seed = 0; seed < 3; seed++) {
      Spilled spilled = Spilled.crowded(seed, 900, 700);
      DedupRequest unchecked =
          Spilled.request(Optional.empty(), ClusterRule.EARLIEST, Survivor.FIRST);
      shouldAgree(spilled, unchecked);
      DedupRequest checked =
          Spilled.request(Optional.of(0.7), ClusterRule.EARLIEST, Survivor.FIRST);
      shouldAgree(spilled, checked);
      assertThat(removed(spilled, checked)).isEqualTo(likeTheFirstWithAKey(spilled));

      SortedSet<Long> removed = removed(spilled, unchecked);
      assertThat(removed).isEqualTo(withAKeySeenBefore(spilled));
      assertThat(removed)
          .containsAll(removed(spilled, ClusterRule.FIRST_COME))
          .hasSizeGreaterThan(removed(spilled, ClusterRule.FIRST_COME).size());
      assertThat(removed(spilled, ClusterRule.CONNECTED))
          .containsAll(removed)
          .hasSizeGreaterThan(removed.size());
    }
  }

  private SortedSet<Long> removed(Spilled spilled, ClusterRule rule) throws Exception {
    return removed(spilled, Spilled.request(Optional.empty(), rule, Survivor.FIRST));
  }

  private SortedSet<Long> removed(Spilled spilled, DedupRequest request) throws Exception {
    SortedSet<Long> removed = new TreeSet<>();
    Path directory = Files.createTempDirectory(temp, "dedup");
    spilled.decide(directory, request, MEMORIES.get(1)).stream()
        .filter(decision -> !decision.kept())
        .forEach(decision -> removed.add(decision.document()));
    return removed;
  }

  /** Half of the signatures differ in the lowest bits of all rows, and the others in none. */
  private static SortedSet<Long> likeTheFirstWithAKey(Spilled spilled) {
    SortedSet<Long> removed = new TreeSet<>();
    Map<Long, Integer> firsts = new HashMap<>();
    for (int document = 0; document < spilled.keys().size(); document++) {
      for (long key : spilled.keys().get(document)) {
        Integer first = firsts.putIfAbsent(key >>> 8, document);
        if (first != null && first != document) {
          int bits = spilled.signatures().get(first)[0] ^ spilled.signatures().get(document)[0];
          if ((bits & 1) == 0) {
            removed.add((long) document);
          }
        }
      }
    }
    return removed;
  }

  private static SortedSet<Long> withAKeySeenBefore(Spilled spilled) {
    SortedSet<Long> removed = new TreeSet<>();
    Set<Long> seen = new HashSet<>();
    for (int document = 0; document < spilled.keys().size(); document++) {
      boolean isNew = true;
      for (long key : spilled.keys().get(document)) {
        isNew &= !seen.contains(key >>> 8);
      }
      for (long key : spilled.keys().get(document)) {
        seen.add(key >>> 8);
      }
      if (!isNew) {
        removed.add((long) document);
      }
    }
    return removed;
  }

  @Test
  void shouldFollowLongChains() throws Exception {
    Spilled spilled = Spilled.empty();
    int documents = 4_000;
    for (int i = 0; i < documents; i++) {
      long place = i * 1_579L % documents; // neighbours in the chain are far from each other
      long[] keys = {place * 0x9E3779B97F4A7C15L, (place + 1) * 0x9E3779B97F4A7C15L};
      spilled.add(1, keys, new byte[Spilled.ROWS]);
    }
    DedupRequest request = Spilled.request(Optional.empty(), Survivor.FIRST);
    for (DedupMemory memory : MEMORIES) {
      Path directory = Files.createTempDirectory(temp, "dedup");
      List<ClusterDecision> decisions = spilled.decide(directory, request, memory);
      assertThat(decisions).hasSize(documents).allMatch(decision -> decision.cluster() == 0);
    }
  }

  @Test
  void shouldFindNothingInNothing() throws Exception {
    DedupRequest request = Spilled.request(Optional.of(0.8), Survivor.LONGEST);
    for (int documents = 0; documents < 2; documents++) {
      Spilled spilled = Spilled.planted(1, documents, 0, 1);
      Path directory = Files.createTempDirectory(temp, "dedup");
      assertThat(spilled.decide(directory, request, MEMORIES.get(1))).isEmpty();
    }
  }

  @Test
  void shouldRefuseOtherArgumentsInTheSameDirectory() throws Exception {
    DedupRequest request = Spilled.request(Optional.empty(), Survivor.FIRST);
    DedupStages stages =
        DedupStages.open(temp, request, MEMORIES.get(1), 10, Spilled.ROOM, JobProgress.NONE);
    stages.spill().mark(Map.of(), List.of());
    assertThatThrownBy(
            () ->
                new Spilled(List.of(), List.of(), List.of(), List.of())
                    .decide(temp, request, MEMORIES.get(1)))
        .isInstanceOf(JobRefusedException.class)
        .hasMessageContaining("in use by another process");
    stages.close();
    DedupRequest other =
        new DedupRequest(
            Map.of("bands", 15),
            15,
            0,
            CandidateRule.UNCHECKED,
            Optional.empty(),
            ClusterRule.CONNECTED,
            Survivor.FIRST);
    assertThatThrownBy(() -> Spilled.empty().decide(temp, other, MEMORIES.get(1)))
        .isInstanceOf(JobRefusedException.class)
        .hasMessageContaining("started with bands 14, but this run has 15");
  }

  @Test
  void shouldRefuseADiskThatIsTooSmall() {
    DedupRequest request = Spilled.request(Optional.of(0.8), Survivor.FIRST);
    assertThatThrownBy(
            () ->
                DedupStages.open(
                    temp.resolve("new"),
                    request,
                    MEMORIES.get(1),
                    1_000_000,
                    new DiskRoom(path -> 100_000_000),
                    JobProgress.NONE))
        .isInstanceOf(JobRefusedException.class)
        .hasMessageContaining(
            "has 95.4 MiB free, but the space needed for temporary files is about 29");
  }
}
