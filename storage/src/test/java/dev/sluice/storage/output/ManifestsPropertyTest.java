package dev.sluice.storage.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Manifests of random histories, against a slow look through all records for each of them. */
class ManifestsPropertyTest {
  private static final int UNITS = 12;

  /** Units of some dumps end in random order of partitions; some are forgotten. */
  private static TestingCuts history(boolean byDump, Random random) {
    TestingCuts cuts = new TestingCuts(byDump);
    for (int number = 1; number <= UNITS; number++) {
      String dump = "CC-MAIN-2024-" + (10 + random.nextInt(4));
      String unit = "data/" + dump + "#" + number;
      for (int log = 0; log < cuts.logs().size(); log++) {
        int before = random.nextInt(3);
        for (int cut = 0; cut < before; cut++) {
          cuts.cut(log, unit, dump, List.of());
        }
        if (number < UNITS || random.nextBoolean()) {
          cuts.cut(log, unit, dump, List.of(TestingCuts.ended(unit, dump, new TreeMap<>(), log)));
        }
      }
      if (random.nextInt(4) == 0) {
        int logs = random.nextBoolean() ? cuts.logs().size() : 1;
        for (int log = 0; log < logs; log++) {
          cuts.forget(log, dump, "reset-" + number, unit);
        }
      }
    }
    return cuts;
  }

  private static List<String> slowFiles(List<List<CutRecord>> logs, Manifests all, String dump) {
    Set<String> forgotten = new HashSet<>();
    all.forgotten().files().forEach(file -> forgotten.add(file.path()));
    List<CutFile> files = new ArrayList<>();
    for (List<CutRecord> log : logs) {
      int last = -1;
      for (int cut = 0; cut < log.size(); cut++) {
        for (EndedUnit end : log.get(cut).ended()) {
          boolean counts = all.completeUnits().contains(end.unit());
          if (counts && (dump.equals(Manifests.ALL_DUMPS) || end.dumps().contains(dump))) {
            last = cut;
          }
        }
      }
      for (CutRecord cut : log.subList(0, last + 1)) {
        for (CutFile file : cut.files()) {
          String of = file.dump().isEmpty() ? Manifests.ALL_DUMPS : file.dump();
          if (of.equals(dump) && !forgotten.contains(file.path())) {
            files.add(file);
          }
        }
      }
    }
    return files.stream().map(CutFile::path).sorted().toList();
  }

  private static List<String> files(DumpManifest manifest) {
    return manifest.buckets().values().stream()
        .flatMap(bucket -> bucket.files().stream())
        .map(DumpManifest.FilePart::path)
        .sorted()
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"true, 1", "true, 2", "false, 3", "false, 4"})
  void shouldSayWhatASlowLookSays(boolean byDump, long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 50; round++) {
      List<List<CutRecord>> logs = history(byDump, random).logs();
      Manifests manifests = TestingCuts.manifests(logs);
      long rows = 0;
      Set<String> dumps = new HashSet<>();
      for (String dump : manifests.dumps()) {
        DumpManifest manifest = manifests.of(dump);
        assertThat(files(manifest)).isEqualTo(slowFiles(logs, manifests, dump));
        rows += 2L * files(manifest).size();
        dumps.add(dump);
      }
      assertThat(manifests.totals().rows()).isEqualTo(rows);
      for (String unit : manifests.completeUnits()) {
        assertThat(dumps).containsAll(manifests.dumpsOf(unit));
        assertThat(manifests.isComplete(unit)).isTrue();
      }
    }
  }
}
