package dev.sluice.storage.output;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Counters;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.Outcome;
import dev.sluice.core.testing.RecordCopy;
import dev.sluice.storage.output.Compaction.MergedShard;
import dev.sluice.storage.output.Compaction.RewrittenShard;
import dev.sluice.storage.output.DumpManifest.FilePart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Manifests of random histories of units, compactions, take-downs and resets, against a count of
 * the rows that are left in each file.
 */
class TakenDownHistoryTest {
  private static final List<String> BUCKETS = TestingCuts.BUCKETS;
  private static final int PARTITIONS = TestingCuts.PARTITIONS;
  private static final int STEPS = 14;

  /** A row that the sink took, and whether its own list or a later take-down named it. */
  private static final class Row {
    private final String unit;
    private final String dump;
    private final String bucket;
    private boolean gone;

    Row(String unit, String dump, String bucket) {
      this.unit = unit;
      this.dump = dump;
      this.bucket = bucket;
    }
  }

  /** A file and its rows. */
  private record Shard(CutFile file, List<Row> rows) {
    Set<String> units() {
      return rows.stream().map(row -> row.unit).collect(Collectors.toSet());
    }
  }

  /** The records of an output, and beside them the rows that a reader would find. */
  private static final class History {
    private final boolean byDump;
    private final Random random;
    private final List<List<CutRecord>> logs = new ArrayList<>();
    private final List<Compaction> compactions = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<Shard> shards = new ArrayList<>();
    private final List<String> complete = new ArrayList<>();
    private final Set<String> forgotten = new HashSet<>();
    private long takeDowns;
    private int units;
    private int resets;

    History(boolean byDump, Random random) {
      this.byDump = byDump;
      this.random = random;
      for (int log = 0; log < BUCKETS.size() * PARTITIONS; log++) {
        logs.add(new ArrayList<>());
      }
    }

    /** A unit with rows of one or two dumps in every partition. Its end may be missing in one. */
    void unit(boolean ends) {
      String dump = dump(random.nextInt(3));
      String unit = "data/" + dump + "#" + ++units;
      int open = ends ? -1 : random.nextInt(logs.size());
      for (int log = 0; log < logs.size(); log++) {
        Counters curated = new Counters();
        for (int cut = random.nextInt(3); cut >= 0; cut--) {
          boolean last = cut == 0 && log != open;
          cut(log, unit, dump, curated, last);
        }
      }
      if (ends) {
        complete.add(unit);
      }
    }

    private static String dump(int number) {
      return "CC-MAIN-2024-" + (10 + number);
    }

    private void cut(int log, String unit, String own, Counters curated, boolean last) {
      String bucket = BUCKETS.get(log / PARTITIONS);
      CutRecord before = last(log);
      Map<String, List<Row>> taken = new TreeMap<>();
      for (int row = random.nextInt(5); row > 0; row--) {
        String dump = random.nextInt(3) == 0 ? dump(random.nextInt(3)) : own;
        Row taking = new Row(unit, dump, bucket);
        taking.gone = takeDowns > 0 && random.nextInt(4) == 0;
        taken.computeIfAbsent(byDump ? dump : "", place -> new ArrayList<>()).add(taking);
        rows.add(taking);
        curated.add(new Counters.Key(dump, bucket, "kept"), 1);
      }
      SortedMap<String, Long> sequences = new TreeMap<>();
      List<CutFile> files = new ArrayList<>();
      Map<String, Long> written = new TreeMap<>();
      Map<String, Long> named = new TreeMap<>();
      taken.forEach(
          (place, here) -> {
            long sequence = nextSequence(log, place);
            sequences.put(place, sequence + 1);
            here.forEach(row -> (row.gone ? named : written).merge(row.dump, 1L, Long::sum));
            List<Row> left = here.stream().filter(row -> !row.gone).toList();
            String path = path(bucket, place, sequence * PARTITIONS + log % PARTITIONS);
            if (left.size() < here.size()) {
              path = CutFile.without(path, random.nextLong());
            }
            if (!left.isEmpty()) {
              files.add(file(path, bucket, place, left.size()));
              shards.add(new Shard(files.get(files.size() - 1), new ArrayList<>(left)));
            }
          });
      logs.get(log)
          .add(
              RecordCopy.with(
                  before,
                  "format",
                  CutRecord.format(takeDowns),
                  "number",
                  before.number() + 1,
                  "sequences",
                  sequences,
                  "files",
                  files,
                  "ended",
                  last ? List.of(ended(unit, own, log, curated)) : List.of(),
                  "forgotten",
                  List.of(),
                  "rows",
                  written.isEmpty() ? Map.of() : Map.of(unit, written),
                  "leftOut",
                  named.isEmpty() ? Map.of() : Map.of("taken_down", Map.of(unit, named)),
                  "blocklist",
                  takeDowns));
    }

    private CutRecord last(int log) {
      List<CutRecord> records = logs.get(log);
      String topic = "sluice.curated." + BUCKETS.get(log / PARTITIONS);
      return records.isEmpty()
          ? CutRecord.none(topic, log % PARTITIONS, "cluster", "id")
          : records.get(records.size() - 1);
    }

    private long nextSequence(int log, String place) {
      return logs.get(log).stream()
          .mapToLong(cut -> cut.sequences().getOrDefault(place, 0L))
          .max()
          .orElse(0);
    }

    private static String path(String bucket, String place, long rank) {
      return "en/%s/%s%d.parquet".formatted(bucket, place.isEmpty() ? "" : place + "/", rank);
    }

    private static CutFile file(String path, String bucket, String place, long rows) {
      return new CutFile(path, bucket, place, rows, 50 * rows, 100 * rows, "sha-" + path);
    }

    private static EndedUnit ended(String unit, String own, int log, Counters curated) {
      EndedUnit some = TestingCuts.ended(unit, own, new TreeMap<>(), log);
      Counters ingested = new Counters();
      for (int number = 0; number < 3; number++) {
        ingested.add(new Counters.Key(dump(number), Counters.NO_BUCKET, Counters.ROWS), 1);
      }
      return RecordCopy.with(some, "ingested", ingested.nested(), "curated", curated.nested());
    }

    /** Merges two shards of the rows of one complete unit. */
    void compact() {
      for (int i = 0; i + 1 < shards.size(); i++) {
        Shard one = shards.get(i);
        for (int k = i + 1; k < shards.size(); k++) {
          Shard two = shards.get(k);
          if (random.nextInt(3) == 0 && isMergeable(one, two)) {
            merge(one, two);
            return;
          }
        }
      }
    }

    private boolean isMergeable(Shard one, Shard two) {
      return one.units().equals(two.units())
          && complete.containsAll(one.units())
          && forgotten.stream().noneMatch(one.units()::contains)
          && one.file().bucket().equals(two.file().bucket())
          && one.file().dump().equals(two.file().dump());
    }

    private void merge(Shard one, Shard two) {
      List<Row> both = new ArrayList<>(one.rows());
      both.addAll(two.rows());
      CutFile first = one.file();
      String path =
          "%s/%d-%d.%d.parquet"
              .formatted(
                  first.path().substring(0, first.path().lastIndexOf('/')),
                  Math.min(first.rank(), two.file().rank()),
                  Math.max(first.lastRank(), two.file().lastRank()),
                  compactions.size() + 1);
      CutFile file = file(path, first.bucket(), first.dump(), both.size());
      List<String> replaces = List.of(first.path(), two.file().path());
      compactions.add(
          Compaction.merging(compactions.size() + 1, List.of(new MergedShard(file, replaces))));
      shards.removeAll(List.of(one, two));
      shards.add(new Shard(file, both));
    }

    /** Removes some rows of some shards, in one or two rounds. */
    void takeDown() {
      takeDowns++;
      for (int log = 0; log < logs.size(); log++) {
        logs.get(log).add(last(log).fence(takeDowns));
      }
      int rounds = 1 + random.nextInt(2);
      for (int round = 1; round <= rounds; round++) {
        List<RewrittenShard> rewrites = new ArrayList<>();
        for (Shard shard : List.copyOf(shards)) {
          if (random.nextInt(3) == 0) {
            rewrite(shard).ifPresent(rewrites::add);
          }
        }
        compactions.add(
            Compaction.takingDown(compactions.size() + 1, takeDowns, rewrites, round == rounds));
      }
    }

    private Optional<RewrittenShard> rewrite(Shard shard) {
      boolean all = random.nextInt(3) == 0;
      List<Row> left = new ArrayList<>();
      SortedMap<String, Long> removed = new TreeMap<>();
      for (Row row : shard.rows()) {
        if (all || random.nextBoolean()) {
          row.gone = true;
          removed.merge(row.dump, 1L, Long::sum);
        } else {
          left.add(row);
        }
      }
      if (removed.isEmpty()) {
        return Optional.empty();
      }
      shards.remove(shard);
      CutFile former = shard.file();
      CutFile file = null;
      if (!left.isEmpty()) {
        String path = CutFile.without(former.path(), random.nextLong());
        file = file(path, former.bucket(), former.dump(), left.size());
        shards.add(new Shard(file, left));
      }
      return Optional.of(new RewrittenShard(former.path(), file, removed));
    }

    /** Forgets a complete unit, or has only begun to. */
    void reset() {
      List<String> there = complete.stream().filter(unit -> !forgotten.contains(unit)).toList();
      if (there.isEmpty()) {
        return;
      }
      String unit = there.get(random.nextInt(there.size()));
      boolean all = random.nextBoolean();
      ForgottenUnit forgets = ForgottenUnit.ended(unit, List.of(dump(0)), List.of());
      ForgottenDump reset =
          new ForgottenDump("unit " + unit, "reset-" + ++resets, List.of(forgets), List.of());
      for (int log = 0; log < (all ? logs.size() : 1); log++) {
        logs.get(log)
            .add(
                RecordCopy.with(
                    last(log).fence(takeDowns),
                    "format",
                    CutRecord.format(takeDowns),
                    "forgotten",
                    List.of(reset)));
      }
      if (all) {
        forgotten.add(unit);
      }
    }

    /** The units of the first two shards, if these two are of one bucket and dump. */
    Set<String> unitsOfFirstShards() {
      CutFile one = shards.get(0).file();
      CutFile two = shards.get(1).file();
      Set<String> found = new TreeSet<>();
      if (one.bucket().equals(two.bucket()) && one.dump().equals(two.dump())) {
        found.addAll(shards.get(0).units());
        found.addAll(shards.get(1).units());
      }
      return found;
    }

    Manifests manifests() {
      return new Manifests(BUCKETS, new TreeMap<>(), logs, compactions);
    }

    private boolean counts(String unit) {
      return complete.contains(unit) && !forgotten.contains(unit);
    }

    /** The rows of a dump in a bucket that a reader finds, or that are gone. */
    long rows(String dump, String bucket, boolean gone) {
      return rows.stream()
          .filter(row -> counts(row.unit) && row.gone == gone && row.bucket.equals(bucket))
          .filter(row -> dump.equals(Manifests.ALL_DUMPS) || row.dump.equals(dump))
          .count();
    }

    /** The files of a manifest: nothing but rows of complete units. */
    Map<String, Long> files(String dump) {
      Map<String, Long> files = new HashMap<>();
      for (Shard shard : shards) {
        boolean here = shard.file().dump().equals(dump.equals(Manifests.ALL_DUMPS) ? "" : dump);
        if (here && shard.units().stream().allMatch(this::counts)) {
          files.put(shard.file().path(), shard.file().rows());
        }
      }
      return files;
    }
  }

  private static Map<String, Long> files(DumpManifest manifest) {
    return manifest.buckets().values().stream()
        .flatMap(bucket -> bucket.files().stream())
        .collect(Collectors.toMap(FilePart::path, FilePart::rows));
  }

  private static void assertSaysWhatIsThere(History history) {
    Manifests manifests = history.manifests();
    assertThat(manifests.mismatches(manifests.completeUnits()))
        .noneMatch(mismatch -> mismatch.contains(" hold "));
    for (String dump : manifests.dumps()) {
      DumpManifest manifest = manifests.of(dump);
      assertThat(files(manifest)).isEqualTo(history.files(dump));
      long gone = 0;
      for (String bucket : BUCKETS) {
        long kept = history.rows(dump, bucket, false);
        assertThat(manifest.buckets().get(bucket).counts().kept()).isEqualTo(kept);
        gone += history.rows(dump, bucket, true);
        assertThat(manifest.buckets().get(bucket).counts().takenDown())
            .isEqualTo(history.rows(dump, bucket, true));
      }
      assertThat(manifest.counters().getOrDefault(Outcome.TAKEN_DOWN.key(), 0L)).isEqualTo(gone);
    }
    Set<String> there =
        history.shards.stream()
            .filter(shard -> history.forgotten.stream().noneMatch(shard.units()::contains))
            .map(shard -> shard.file().path())
            .collect(Collectors.toSet());
    assertThat(manifests.shards().stream().map(CutFile::path))
        .containsExactlyInAnyOrderElementsOf(there);
    assertThat(manifests.finishedTakeDown()).isEqualTo(history.takeDowns);
    manifests.replaced().values().stream()
        .flatMap(Optional::stream)
        .forEach(
            holder ->
                assertThat(history.shards).anyMatch(shard -> shard.file().path().equals(holder)));
  }

  /** Else a reset of one of the units would leave the rows of the other counted as kept. */
  @Test
  void shouldKnowWhichUnitsWereInAMergedShardOfWhichNothingIsLeft() {
    History history = new History(true, new Random(5));
    while (history.shards.size() < 2 || history.unitsOfFirstShards().size() < 2) {
      history.shards.clear();
      history.unit(true);
      history.unit(true);
      history.shards.sort(comparing(shard -> shard.file().bucket() + shard.file().dump()));
    }
    List<String> units = List.copyOf(history.unitsOfFirstShards());
    history.merge(history.shards.get(0), history.shards.get(1));
    Shard merged = history.shards.get(history.shards.size() - 1);
    SortedMap<String, Long> removed = new TreeMap<>(Map.of(merged.file().dump(), 1L));
    history.compactions.add(
        Compaction.takingDown(
            2, 1, List.of(new RewrittenShard(merged.file().path(), null, removed)), true));

    assertThat(history.manifests().areMerged(units.get(0), units.get(1))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"true, 1", "true, 2", "false, 3", "false, 4"})
  void shouldCountTheRowsThatAreLeft(boolean byDump, long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 15; round++) {
      History history = new History(byDump, random);
      for (int step = 0; step < STEPS; step++) {
        switch (random.nextInt(5)) {
          case 0 -> history.compact();
          case 1 -> history.takeDown();
          case 2 -> history.reset();
          default -> history.unit(true);
        }
        assertSaysWhatIsThere(history);
      }
      history.unit(false);
      assertSaysWhatIsThere(history);
      history.takeDown();
      assertSaysWhatIsThere(history);
    }
  }
}
