package dev.sluice.app.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.monitor.RunState.Bucket;
import dev.sluice.app.page.SampleRuns;
import java.util.List;
import org.junit.jupiter.api.Test;

class DocumentMergeTest {
  private static final RunDocument RUN = SampleRuns.running(3, List.of());

  @Test
  void shouldAddWhatSamplingLetPass() {
    assertThat(RunDocuments.merge(List.of(RUN, RUN)).state().buckets())
        .extracting(Bucket::sampled)
        .isEqualTo(RUN.state().buckets().stream().map(bucket -> 2 * bucket.sampled()).toList());
  }
}
