package dev.sluice.bands;

import dev.sluice.algorithms.neardup.SketchCheck;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.topics.record.BandBlock;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.Watermark;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Random units of documents with few different keys, as ingest and topology would send them, and
 * which of them a simple computation removes.
 */
final class Crawl {
  /** What is sent, from each partition of documents, in its order. */
  final List<List<Object>> sent = new ArrayList<>();

  /** Documents by unit, and whether they are removed. Those of forgotten units too. */
  final Map<String, Map<String, Map<Long, Boolean>>> removed = new LinkedHashMap<>();

  final Set<String> forgotten = new HashSet<>();
  final Set<String> ended = new HashSet<>();

  /** The brute force: the unit of the first document with a key. */
  final Map<Long, String> first = new HashMap<>();

  /** And its sketch. */
  private final Map<Long, byte[]> sketches = new HashMap<>();

  private final Random random;
  private final int partitions;
  private final Optional<SketchCheck> check;
  private int resets;

  private record Document(long key, byte[] sketch) {}

  Crawl(Random random, int partitions) {
    this(random, partitions, Optional.empty());
  }

  Crawl(Random random, int partitions, Optional<SketchCheck> check) {
    this.check = check;
    this.random = random;
    this.partitions = partitions;
    for (int i = 0; i < partitions; i++) {
      sent.add(new ArrayList<>());
    }
    int units = 1 + random.nextInt(5);
    for (int number = 1; number <= units; number++) {
      unit("data/CC-MAIN-2024-%02d#1".formatted(10 + number), random.nextInt(6) > 0);
      if (random.nextInt(3) == 0) {
        reset();
      }
    }
  }

  private void unit(String unit, boolean ends) {
    TreeSet<String> files = new TreeSet<>(dev.sluice.core.Utf8.ORDER);
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      files.add(List.of("a", "b", "c/d", "e", "\uFF01", "\uD83D\uDE00").get(random.nextInt(6)));
    }
    removed.put(unit, new LinkedHashMap<>());
    for (String file : files) {
      int rows = random.nextInt(60);
      for (int row = 0; row < rows; ) {
        int to = Math.min(rows, row + 1 + random.nextInt(30));
        rows(unit, file, row, to);
        row = to;
        watermarks(new Watermark(unit, 0, file, row, false));
        if (random.nextInt(60) == 0) {
          reset();
          if (forgotten.contains(unit)) {
            return;
          }
        }
      }
    }
    if (ends) {
      ended.add(unit);
      watermarks(Watermark.end(unit, 0));
    } else {
      forget(Set.of(unit));
    }
  }

  /** One transaction of ingest, in some blocks of each partition. */
  private void rows(String unit, String file, int from, int to) {
    List<TreeMap<Long, Document>> blocks = new ArrayList<>();
    for (int i = 0; i < partitions; i++) {
      blocks.add(new TreeMap<>());
    }
    TreeSet<String> dumps = new TreeSet<>();
    for (long row = from; row < to; row++) {
      if (random.nextInt(10) == 0) {
        continue; // without a key in this band
      }
      int dump = random.nextInt(8) == 0 ? random.nextInt(3) : unit.hashCode() & 7;
      dumps.add("dump-" + dump);
      long key = random.nextInt(3) == 0 ? random.nextInt(40) : random.nextLong() & 0xFFFF_FFFFL;
      Document document = new Document(key, sketch());
      boolean isRemoved =
          first.putIfAbsent(key, unit) != null && isSimilar(sketches.get(key), document.sketch());
      sketches.putIfAbsent(key, document.sketch());
      removed.get(unit).computeIfAbsent(file, none -> new TreeMap<>()).put(row, isRemoved);
      blocks.get(random.nextInt(partitions)).put(row, document);
      if (random.nextInt(20) == 0) {
        send(unit, file, dumps, blocks);
      }
    }
    send(unit, file, dumps, blocks);
  }

  /** One of two, with some bits changed: some are similar, and some are not. */
  private byte[] sketch() {
    byte[] sketch = new byte[check.map(SketchCheck::bytes).orElse(0)];
    int rows = check.map(SketchCheck::rows).orElse(0);
    boolean other = random.nextBoolean();
    for (int row = 0; row < rows; row++) {
      if (other == (random.nextInt(10) > 0)) {
        sketch[row / 8] |= (byte) (1 << row % 8);
      }
    }
    return sketch;
  }

  private boolean isSimilar(byte[] sketch, byte[] other) {
    if (check.isEmpty()) {
      return true;
    }
    int rows = check.get().rows();
    int same = 0;
    for (int row = 0; row < rows; row++) {
      same += (sketch[row / 8] >> row % 8 & 1) == (other[row / 8] >> row % 8 & 1) ? 1 : 0;
    }
    return 2 * same - rows >= check.get().least() * rows;
  }

  private void send(
      String unit, String file, Set<String> dumps, List<TreeMap<Long, Document>> blocks) {
    for (int partition = 0; partition < partitions; partition++) {
      TreeMap<Long, Document> keys = blocks.get(partition);
      if (!keys.isEmpty()) {
        long[] rows = keys.keySet().stream().mapToLong(Long::longValue).toArray();
        long[] values = keys.values().stream().mapToLong(Document::key).toArray();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        keys.values().forEach(document -> all.writeBytes(document.sketch()));
        sent.get(partition)
            .add(new BandBlock(unit, file, List.copyOf(dumps), rows, values, all.toByteArray()));
        keys.clear();
      }
    }
  }

  private void watermarks(Watermark watermark) {
    for (int partition = 0; partition < partitions; partition++) {
      sent.get(partition).add(watermark.forPartition(partition));
    }
  }

  private void reset() {
    Set<String> units = new HashSet<>();
    for (String unit : removed.keySet()) {
      if (!forgotten.contains(unit) && random.nextInt(3) == 0) {
        units.add(unit);
      }
    }
    forget(units);
  }

  private void forget(Set<String> units) {
    forgotten.addAll(units);
    first.values().removeAll(units);
    sketches.keySet().retainAll(first.keySet());
    String reset = "reset-" + ++resets;
    List<ForgottenUnit> list =
        units.stream()
            .sorted()
            .map(unit -> ForgottenUnit.begun(unit, List.of(), List.of(), List.of(), 0, 0))
            .toList();
    for (int partition = 0; partition < partitions; partition++) {
      sent.get(partition).add(new Forget("dump", reset, partition, list));
    }
  }

  /** The records of all partitions in one order; those of each partition keep theirs. */
  List<Object> log(boolean twice) {
    List<Deque<Object>> left = new ArrayList<>();
    sent.forEach(records -> left.add(new ArrayDeque<>(records)));
    List<Object> log = new ArrayList<>();
    int stuck = random.nextInt(2 * partitions); // one that is far behind
    while (left.stream().anyMatch(records -> !records.isEmpty())) {
      int partition = random.nextInt(partitions);
      if (partition == stuck && random.nextInt(20) > 0) {
        continue;
      }
      for (int i = random.nextInt(6); i >= 0 && !left.get(partition).isEmpty(); i--) {
        Object record = left.get(partition).remove();
        log.add(record);
        if (twice) {
          log.add(record);
        }
      }
    }
    return log;
  }
}
