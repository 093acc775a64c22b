package dev.sluice.jobs.dedup.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.algorithms.neardup.Survivor;
import dev.sluice.jobs.dedup.DedupStages;
import dev.sluice.jobs.dedup.clusters.ClusterDecision;
import dev.sluice.jobs.dedup.clusters.ClusterDecisions;
import dev.sluice.jobs.dedup.spill.DamagedSpillException;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DedupKillTest {
  private static final DedupMemory MEMORY = new DedupMemory(32 << 10, 2);

  /** Clusters are found on disk. */
  private static final DedupMemory SMALL = new DedupMemory(3 << 10, 1);

  private static final DedupRequest REQUEST =
      Spilled.request(Optional.of(0.8), Survivor.HIGHEST_SCORE);

  @TempDir private Path temp;

  /** Ends the process, as far as a test can. */
  private static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Stops at each step the first time it gets there. */
  private static final class KillOnce implements JobProgress {
    private final Set<String> seen = new HashSet<>();
    private final Set<JobPhase> phases = new HashSet<>();

    @Override
    public void reached(JobPosition at) {
      phases.add(at.phase());
      if (seen.add(at.toString())) {
        throw new Killed();
      }
    }
  }

  @Test
  void shouldContinueAtEveryStepWithAnyMemory() throws Exception {
    Spilled spilled = Spilled.crowded(5, 2_000, 700);
    List<ClusterDecision> expected = new SlowDedup(spilled, REQUEST).decide();
    KillOnce killer = new KillOnce();
    List<DedupMemory> memories = List.of(SMALL, MEMORY, new DedupMemory(1 << 20, 1));
    int kills = 0;
    for (; ; kills++) {
      try {
        DedupMemory memory = memories.get(kills < 100 ? 0 : kills % memories.size());
        assertThat(spilled.decide(temp, REQUEST, memory, killer)).isEqualTo(expected);
        break;
      } catch (Killed e) {
        assertThat(Files.exists(temp.resolve("checkpoint.json"))).isTrue();
      } catch (IllegalStateException e) {
        assertThat(e).hasCauseInstanceOf(Killed.class);
      }
    }
    assertThat(kills).isGreaterThan(20);
    assertThat(killer.phases)
        .contains(
            DedupStage.CHECKING.at(0, 0).phase(),
            DedupStage.JOINING.at(0, 0).phase(),
            DedupStage.CHOOSING.at(0, 0).phase(),
            DedupStage.DECIDED.at(0, 0).phase());
  }

  @Test
  void shouldContinueWithTheReadingAtTheLastMark() throws Exception {
    Spilled spilled = Spilled.planted(6, 600, 0.5, 0.8);
    List<ClusterDecision> expected = new SlowDedup(spilled, REQUEST).decide();
    for (int marked : List.of(0, 1, 299)) {
      Path directory = Files.createTempDirectory(temp, "dedup");
      try (DedupStages stages = open(directory, JobProgress.NONE);
          DocumentSpill spill = stages.spill()) {
        readBeyond(spilled, spill, marked);
      }
      try (DedupStages stages = open(directory, JobProgress.NONE)) {
        assertThat(stages.documents()).isEqualTo(marked);
        try (DocumentSpill spill = stages.spill()) {
          assertThat(spill.reading()).isEqualTo(marked == 0 ? Map.of() : Map.of("next", marked));
        }
      }
      assertThat(spilled.decide(directory, REQUEST, MEMORY)).isEqualTo(expected);
    }
  }

  private static DedupStages open(Path directory, JobProgress progress) throws IOException {
    return DedupStages.open(directory, REQUEST, MEMORY, 600, Spilled.ROOM, progress);
  }

  /** Reads half as much again as is marked, and of that some keys that are not marked. */
  private static void readBeyond(Spilled spilled, DocumentSpill spill, int marked)
      throws IOException {
    List<BandAppender> appenders = List.of(spill.appender(), spill.appender());
    for (int i = 0; i < marked + 200; i++) {
      if (i == marked && marked > 0) {
        spill.mark(Map.of("next", marked), appenders);
      }
      spill.add(spilled.signatures().get(i), spilled.scores().get(i), spilled.lengths().get(i));
      for (long key : spilled.keys().get(i)) {
        appenders.get(i % 2).add(key, i);
      }
    }
    appenders.get(0).flush();
  }

  /** Changes a byte of every file that one stage leaves to the next, one after the other. */
  @Test
  void shouldNameADamagedFileAndMakeItAgain() throws Exception {
    Spilled spilled = Spilled.crowded(7, 2_000, 700);
    List<ClusterDecision> expected = new SlowDedup(spilled, REQUEST).decide();
    for (String file : List.of("pairs-", "edges", "stars", "decisions", "contracted-")) {
      Path directory = Files.createTempDirectory(temp, "dedup");
      Damage damage = new Damage(directory, file);
      DedupMemory memory = file.equals("contracted-") ? SMALL : MEMORY;
      List<ClusterDecision> decisions =
          file.equals("decisions")
              ? again(spilled, directory, memory, damage)
              : spilled.decide(directory, REQUEST, memory, damage);
      assertThat(decisions).as(file).isEqualTo(expected);
      assertThat(damage.named).as(file).hasSize(1);
      assertThat(damage.named.get(0)).contains(directory + "/" + file, "is damaged");
    }
  }

  private static List<ClusterDecision> again(
      Spilled spilled, Path directory, DedupMemory memory, Damage damage) throws Exception {
    spilled.decide(directory, REQUEST, memory);
    damage.change();
    return spilled.decide(directory, REQUEST, memory, damage);
  }

  /** Changes a byte of a file as soon as it is there. */
  private static final class Damage implements JobProgress {
    private final Path directory;
    private final String prefix;
    private final List<String> named = new ArrayList<>();
    private boolean done;

    Damage(Path directory, String prefix) {
      this.directory = directory;
      this.prefix = prefix;
    }

    @Override
    public void reached(JobPosition at) {
      boolean early = prefix.equals("pairs-") && at.done() < at.total();
      if (!done && !early && !prefix.equals("decisions")) {
        change();
      }
    }

    @Override
    public void warn(String message) {
      named.add(message);
    }

    void change() {
      try (Stream<Path> files = Files.list(directory)) {
        Optional<Path> file =
            files.filter(path -> path.getFileName().toString().startsWith(prefix)).findFirst();
        if (file.isPresent() && Files.size(file.get()) > 0) {
          flip(file.get());
          done = true;
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void flip(Path path) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      long place = file.length() / 2;
      file.seek(place);
      int value = file.read();
      file.seek(place);
      file.write(value ^ 16);
    }
  }

  @Test
  void shouldAskForTheDocumentsAgainWhenWhatTheReadingWroteIsDamaged() throws Exception {
    Spilled spilled = Spilled.planted(8, 500, 0.6, 0.7);
    List<ClusterDecision> expected = new SlowDedup(spilled, REQUEST).decide();
    for (String prefix : List.of("bands-", "features")) {
      Path directory = Files.createTempDirectory(temp, "dedup");
      try (DedupStages stages = open(directory, JobProgress.NONE)) {
        spilled.spillTo(stages, 2);
        new Damage(directory, prefix).change();
        assertThatThrownBy(stages::decide)
            .isInstanceOf(DamagedSpillException.class)
            .hasMessageContaining("the temporary file " + directory + "/" + prefix);
        assertThat(stages.stage()).isEqualTo(DedupStage.READING);
        assertThat(stages.documents()).isZero();
        spilled.spillTo(stages, 2);
        try (ClusterDecisions decisions = stages.decide()) {
          assertThat(Spilled.all(decisions)).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void shouldNoticeAnyMissingOrShortFile() throws Exception {
    Spilled spilled = Spilled.planted(9, 300, 0.6, 0.7);
    try (DedupStages stages = open(temp, JobProgress.NONE)) {
      spilled.spillTo(stages, 2);
      Path features = temp.resolve("features");
      byte[] bytes = Files.readAllBytes(features);
      Files.write(features, Arrays.copyOf(bytes, bytes.length - 1));
      assertThatThrownBy(stages::decide).hasMessageContaining("it ends at byte");
      spilled.spillTo(stages, 2);
      Files.delete(features);
      assertThatThrownBy(stages::decide).hasMessageContaining("it is missing");
      spilled.spillTo(stages, 2);
      truncateBands();
      assertThatThrownBy(stages::decide).hasMessageContaining("is damaged: only");
    }
  }

  private void truncateBands() throws IOException {
    try (Stream<Path> files = Files.list(temp)) {
      for (Path file : files.filter(path -> path.toString().contains("bands-")).toList()) {
        Files.write(file, new byte[] {1}, StandardOpenOption.TRUNCATE_EXISTING);
      }
    }
  }

  @Test
  void shouldStopWhenInterruptedAndContinue() throws Exception {
    Spilled spilled = Spilled.planted(10, 300, 0.6, 0.7);
    try (DedupStages stages = open(temp, JobProgress.NONE)) {
      spilled.spillTo(stages, 2);
      Thread.currentThread().interrupt();
      assertThatThrownBy(stages::decide).isInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).isFalse();
      try (ClusterDecisions decisions = stages.decide()) {
        assertThat(Spilled.all(decisions)).isEqualTo(new SlowDedup(spilled, REQUEST).decide());
      }
    }
  }

  @Test
  void shouldStopInsideAnyStageWhenInterrupted() throws Exception {
    Spilled spilled = Spilled.planted(11, 300, 0.6, 0.7);
    JobProgress interrupting =
        new JobProgress() {
          @Override
          public void reached(JobPosition at) {
            if (at.done() == 0
                && at.total() == 0
                && !at.phase().equals(DedupStage.DECIDED.at(0, 0).phase())) {
              Thread.currentThread().interrupt();
            }
          }
        };
    int stops = 0;
    try (DedupStages stages = open(temp, interrupting)) {
      spilled.spillTo(stages, 2);
      while (stages.stage() != DedupStage.DECIDED) {
        try {
          stages.decide().close();
        } catch (InterruptedException e) {
          Thread.interrupted();
          stops++;
        }
      }
    }
    assertThat(stops).isEqualTo(3);
    assertThat(spilled.decide(temp, REQUEST, MEMORY))
        .isEqualTo(new SlowDedup(spilled, REQUEST).decide());
  }
}
