package dev.sluice.algorithms.sample;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.algorithms.sample.RowSelector.RowRange;
import dev.sluice.algorithms.sample.RowSelector.SampledRows;
import dev.sluice.core.Digests;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RowSelectorTest {
  private record Row(int file, long row, long hash) {}

  @Test
  void shouldChooseWhatSortingChooses() throws InterruptedException {
    SplittableRandom random = new SplittableRandom(5);
    for (int round = 0; round < 20; round++) {
      List<RowRange> files = new ArrayList<>();
      long rows = 0;
      for (int i = random.nextInt(1, 12); i > 0; i--) {
        long more = random.nextBoolean() ? 0 : random.nextInt(20_000);
        files.add(new RowRange("7_b#" + (random.nextBoolean() ? "same" : i) + "#", more));
        rows += more;
      }
      int count = random.nextInt((int) rows + 10);
      List<List<Long>> expected = sorted(files, count);
      assertThat(chosen(files, count, 1)).isEqualTo(expected);
      assertThat(chosen(files, count, 3)).isEqualTo(expected);
    }
  }

  @Test
  void shouldChooseExactlyAsManyWhereManyFilesShareTheirNames() throws InterruptedException {
    List<RowRange> files = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      files.add(new RowRange("42_4.0#0.parquet#", 100));
    }
    assertThat(chosen(files, 5000, 2)).isEqualTo(sorted(files, 5000));
  }

  @Test
  void shouldReportEveryRowHashed() throws InterruptedException {
    AtomicLong hashed = new AtomicLong();
    List<RowRange> files = List.of(new RowRange("a", 100_000), new RowRange("b", 70_000));
    new RowSelector(files, 10, 2, hashed::addAndGet).choose();
    assertThat(hashed).hasValue(170_000);
  }

  private static List<List<Long>> chosen(List<RowRange> files, int count, int threads)
      throws InterruptedException {
    SampledRows chosen = new RowSelector(files, count, threads, more -> {}).choose();
    List<List<Long>> byFile = new ArrayList<>();
    for (int file = 0; file < files.size(); file++) {
      List<Long> rows = new ArrayList<>();
      for (long i = chosen.begin(file); i < chosen.begin(file + 1); i++) {
        rows.add(chosen.row(file, i));
      }
      byFile.add(rows);
    }
    assertThat(byFile.stream().mapToLong(List::size).sum()).isEqualTo(chosen.size());
    return byFile;
  }

  private static List<List<Long>> sorted(List<RowRange> files, int count) {
    List<Row> rows = new ArrayList<>();
    List<List<Long>> byFile = new ArrayList<>();
    for (int file = 0; file < files.size(); file++) {
      byFile.add(new ArrayList<>());
      for (long row = 0; row < files.get(file).rows(); row++) {
        byte[] message = (files.get(file).prefix() + row).getBytes(UTF_8);
        rows.add(new Row(file, row, ByteBuffer.wrap(Digests.md5().digest(message)).getLong()));
      }
    }
    rows.sort(
        Comparator.comparing(Row::hash, Long::compareUnsigned)
            .thenComparing(Row::file)
            .thenComparing(Row::row));
    rows.stream()
        .limit(count)
        .sorted(Comparator.comparing(Row::row))
        .forEach(row -> byFile.get(row.file()).add(row.row()));
    return byFile;
  }
}
