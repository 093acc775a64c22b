package dev.sluice.app.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.monitor.RunDocument.Bucket;
import dev.sluice.app.page.SampleRuns;
import java.util.List;
import org.junit.jupiter.api.Test;

class DocumentMergeTest {
  private static final RunDocument RUN = SampleRuns.running(3, List.of());

  /** As it was before buckets had the rows that sampling let pass. */
  private static RunDocument before() {
    String json = RunDocumentJson.write(RUN).replaceAll(",\"sampled\":[0-9]+}", "}");
    assertThat(json).doesNotContain("\"sampled\":");
    return RunDocumentJson.read(json);
  }

  @Test
  void shouldMeasureTheRateOfDocumentsOfBefore() {
    RunDocument merged = RunDocuments.merge(List.of(before(), before()));

    assertThat(merged.buckets()).hasSameSizeAs(RUN.buckets());
    for (int i = 0; i < merged.buckets().size(); i++) {
      Bucket one = RUN.buckets().get(i);
      double passed = one.kept() + one.duplicatesRemoved() + one.operatorDropped();
      Bucket both = merged.buckets().get(i);
      assertThat(both.measuredRate()).isEqualTo(passed / (passed + one.sampledOut()));
      assertThat(both.sampled()).isEqualTo(Math.round(2 * passed));
    }
  }

  @Test
  void shouldAddWhatSamplingLetPass() {
    assertThat(RunDocuments.merge(List.of(RUN, RUN)).buckets())
        .extracting(Bucket::sampled)
        .isEqualTo(RUN.buckets().stream().map(bucket -> 2 * bucket.sampled()).toList());
  }
}
