package dev.sluice.jobs.survey;

import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobs.analyze.NumberSketch;
import dev.sluice.jobs.survey.ShardReading.ShardValues;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.validate.SmallOutput;
import dev.sluice.jobs.validate.output.SealedOutput;
import dev.sluice.jobs.validate.report.TestingOutput;
import dev.sluice.storage.page.SourceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardReadingTest {
  @TempDir private Path root;

  @Test
  void shouldReadEveryDocumentOnceWithAnyNumberOfThreads() throws Exception {
    TestingOutput output = SmallOutput.at(root);
    output.write();
    ShardValues one = ShardReading.read(SealedOutput.open(root), 1, JobProgress.NONE).orElseThrow();
    ShardValues four =
        ShardReading.read(SealedOutput.open(root), 4, JobProgress.NONE).orElseThrow();
    List<Long> documents = one.lengths().stream().map(NumberSketch::count).toList();
    assertThat(documents.get(1)).isEqualTo(300);
    assertThat(documents.get(0)).isPositive();
    assertThat(one.textBytes(1)).isEqualTo("Another text, ".length() * 300 + 10 + 2 * 90 + 3 * 200);
    assertThat(one.scores().count()).isEqualTo(documents.get(0) + documents.get(1));
    assertThat(four.scores().quantile(0.5)).isEqualTo(one.scores().quantile(0.5));
    assertThat(four.lengths().get(1).quantile(0.5)).isEqualTo(17);
  }

  @Test
  void shouldNameABrokenShard() throws IOException {
    SmallOutput.at(root).write();
    Files.write(root.resolve(SmallOutput.HIGH), new byte[100]);
    assertThatThrownBy(() -> ShardReading.read(SealedOutput.open(root), 2, JobProgress.NONE))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining(SmallOutput.HIGH);
  }

  /** Somebody else may have written the manifests. */
  @Test
  void shouldReadNoFilesBesideTheOutput() throws IOException {
    Path out = root.resolve("out");
    TestingOutput output = SmallOutput.at(out);
    output.write();
    Files.copy(out.resolve(SmallOutput.HIGH), root.resolve("other.parquet"));
    String beside = "en/3.0/CC-MAIN-2013-20/../../../../other.parquet";
    output.describe(beside, 150);

    assertThatThrownBy(() -> SealedOutput.open(out))
        .isInstanceOf(JobRefusedException.class)
        .hasMessageContaining(
            "CC-MAIN-2013-20.json: lists %s, which is outside of the output", beside);
  }

  @Test
  void shouldRefuseWhatIsNoSealedOutput() throws IOException {
    assertThatThrownBy(() -> SealedOutput.open(root.resolve("none")))
        .isInstanceOf(JobRefusedException.class)
        .hasMessage(root.resolve("none") + " is not a directory");
    assertRefusal(() -> SealedOutput.open(root), "nothing in it is sealed yet");
    SmallOutput.at(root).write();
    Files.writeString(root.resolve("_sluice/dumps/CC-MAIN-2013-20.json"), "{");
    assertRefusal(() -> SealedOutput.open(root), "CC-MAIN-2013-20.json: is not a manifest");
  }
}
