package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

class BenchmarksTest {
  @Test
  void shouldRunEveryBenchmarkOnce(@TempDir Path stores) throws RunnerException {
    System.setProperty("sluice.bench.stores", stores.toString());
    Options once =
        new OptionsBuilder()
            .forks(0)
            .warmupIterations(0)
            .measurementIterations(1)
            .measurementTime(TimeValue.milliseconds(1))
            .param("keys", "1000")
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT)
            .build();

    Collection<RunResult> results = new Runner(once).run();

    assertThat(results).extracting(result -> result.getPrimaryResult().getScore()).hasSize(17);
    assertThat(results).allSatisfy(result -> assertThat(score(result)).isPositive());
  }

  private static double score(RunResult result) {
    return result.getPrimaryResult().getScore();
  }
}
