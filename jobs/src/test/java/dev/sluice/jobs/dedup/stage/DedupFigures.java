package dev.sluice.jobs.dedup.stage;

import com.sun.management.OperatingSystemMXBean;
import dev.sluice.algorithms.neardup.Survivor;
import dev.sluice.jobs.dedup.DedupStages;
import dev.sluice.jobs.dedup.clusters.ClusterDecision;
import dev.sluice.jobs.dedup.clusters.ClusterDecisions;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Spills generated signatures, a tenth of them near-duplicates, and measures the stages: seconds,
 * CPU seconds, memory of the process, bytes on disk. Arguments: directory, documents, MiB of heap
 * to plan with, threads; {@code unchecked} where pairs are not to be compared, {@code zipf} where
 * the half are near-duplicates and few documents have very many.
 */
final class DedupFigures {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final Path directory;
  private final PlantedDocuments planted;
  private long began = System.nanoTime();
  private long cpu = SYSTEM.getProcessCpuTime();

  private DedupFigures(Path directory, PlantedDocuments planted) {
    this.directory = directory;
    this.planted = planted;
  }

  public static void main(String[] arguments) throws Exception {
    long documents = Long.parseLong(arguments[1]);
    DedupMemory memory =
        DedupMemory.of(Long.parseLong(arguments[2]) << 20, Integer.parseInt(arguments[3]));
    List<String> options = List.of(arguments).subList(4, arguments.length);
    boolean checked = !options.contains("unchecked");
    boolean popular = options.contains("zipf");
    DedupRequest request =
        Spilled.request(checked ? Optional.of(0.8) : Optional.empty(), Survivor.FIRST);
    PlantedDocuments planted = new PlantedDocuments(1, popular ? 0.5 : 0.1, 0.8, popular);
    new DedupFigures(Path.of(arguments[0]), planted).run(documents, request, memory);
  }

  private void run(long documents, DedupRequest request, DedupMemory memory) throws Exception {
    System.out.println("stage            s   CPU s   process MB (peak)   disk MB");
    JobProgress progress =
        new JobProgress() {
          @Override
          public void reached(JobPosition at) {
            if (at.done() == 0 && at.total() == 0) {
              print("before " + at.phase().name());
            }
          }
        };
    try (DedupStages stages =
        DedupStages.open(directory, request, memory, documents, Spilled.ROOM, progress)) {
      if (stages.stage() == DedupStage.READING) {
        spill(stages, documents);
      }
      print("spilled");
      try (ClusterDecisions decisions = stages.decide()) {
        count(decisions, documents);
      }
      System.out.println(stages.clusters());
      stages.delete();
    }
  }

  private void spill(DedupStages stages, long documents) throws IOException {
    byte[] compact = new byte[Spilled.ROWS];
    long[] keys = new long[PlantedDocuments.BANDS.bands()];
    try (DocumentSpill spill = stages.spill()) {
      BandAppender appender = spill.appender();
      for (long i = spill.documents(); i < documents; i++) {
        planted.make(i, keys, compact);
        spill.add(compact, Double.NaN, 1_000);
        for (long key : keys) {
          appender.add(key, i);
        }
        if (i % 100_000 == 99_999) {
          spill.mark(Map.of(), List.of(appender));
        }
      }
      spill.finish(List.of(appender));
    }
  }

  private void count(ClusterDecisions decisions, long documents) throws IOException {
    long removed = 0;
    long right = 0;
    long hash = 0;
    for (Optional<ClusterDecision> next = decisions.next();
        next.isPresent();
        next = decisions.next()) {
      hash = 31 * hash + next.get().hashCode();
      if (!next.get().kept()) {
        removed++;
        right += planted.original(next.get().document()) < next.get().document() ? 1 : 0;
      }
    }
    long duplicates = 0;
    for (long i = 0; i < documents; i++) {
      duplicates += planted.original(i) < i ? 1 : 0;
    }
    System.out.printf(
        "%,d documents, %,d planted, %,d removed, %,d of them planted, %x%n",
        documents, duplicates, removed, right, hash);
  }

  private void print(String stage) {
    double seconds = (System.nanoTime() - began) / 1e9;
    double used = (SYSTEM.getProcessCpuTime() - cpu) / 1e9;
    System.out.printf(
        "%-16s %6.2f %6.2f %s %,d%n", stage, seconds, used, peak(), disk() / 1_000_000);
    began = System.nanoTime();
    cpu = SYSTEM.getProcessCpuTime();
  }

  private static String peak() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines.filter(line -> line.startsWith("VmHWM")).findFirst().orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  private long disk() {
    try (Stream<Path> files = Files.list(directory)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException e) {
      return -1;
    }
  }
}
