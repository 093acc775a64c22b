package dev.sluice.app.monitor;

import dev.sluice.app.monitor.RunDocument.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * One series of several. The clocks of processes do not tick together, so points are taken on a
 * grid of times; of each process, the newest point before a time counts, unless it is old. Rates,
 * backlogs, memory and processors are added; of free space, the least is taken.
 */
final class SeriesMerge {
  private final List<Series> all;
  private final long step;

  SeriesMerge(List<Series> all) {
    this.all = all.stream().filter(each -> !each.time().isEmpty()).toList();
    this.step = step();
  }

  /** The largest distance that any series has on average, at least 1 s and few enough points. */
  private long step() {
    long most = 1_000;
    for (Series each : all) {
      List<Long> time = each.time();
      long span = time.get(time.size() - 1) - time.get(0);
      most = Math.max(most, span / Math.max(1, time.size() - 1));
    }
    return Math.max(most, (end() - begin()) / (SampleHistory.MOST_POINTS - 1) + 1);
  }

  private long begin() {
    return all.stream().mapToLong(each -> each.time().get(0)).min().orElse(0);
  }

  private long end() {
    return all.stream().mapToLong(each -> each.time().get(each.time().size() - 1)).max().orElse(0);
  }

  Series merged() {
    List<Long> time =
        all.isEmpty()
            ? List.of()
            : LongStream.iterate(end(), t -> t > begin() - step, t -> t - step)
                .sorted()
                .boxed()
                .toList();
    return new Series(
        time,
        column(time, Series::readBytesPerSecond, Long::sum),
        column(time, Series::rowsPerSecond, Long::sum),
        column(time, Series::keptPerSecond, Long::sum),
        column(time, Series::lagTopology, Long::sum),
        column(time, Series::lagSink, Long::sum),
        column(time, Series::memoryBytes, Long::sum),
        column(time, Series::diskFreeBytes, Math::min),
        column(time, Series::cpus, Double::sum));
  }

  private <T> List<T> column(
      List<Long> times, Function<Series, List<T>> part, BinaryOperator<T> sum) {
    List<T> merged = new ArrayList<>(times.size());
    int[] at = new int[all.size()];
    for (long time : times) {
      T value = null;
      for (int i = 0; i < at.length; i++) {
        T one = newest(all.get(i), part.apply(all.get(i)), at, i, time);
        value = value == null ? one : one == null ? value : sum.apply(value, one);
      }
      merged.add(value);
    }
    return merged;
  }

  /** The newest value of a series that is at most two steps before a time; moves its position. */
  private <T> T newest(Series series, List<T> values, int[] at, int index, long time) {
    while (at[index] < series.time().size() && series.time().get(at[index]) <= time) {
      at[index]++;
    }
    int last = at[index] - 1;
    boolean isNew = last >= 0 && time - series.time().get(last) < 2 * step;
    return isNew ? values.get(last) : null;
  }
}
