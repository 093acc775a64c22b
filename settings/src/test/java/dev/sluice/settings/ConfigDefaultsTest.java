package dev.sluice.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.ScoreBuckets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConfigDefaultsTest {
  private final LoadedConfig loaded =
      TestingConfig.load(ConfigRequest.of(Optional.empty(), List.of()));
  private final SluiceConfig config = loaded.config();

  @Test
  void shouldTakeHalfOfTheMachineAndAtMostTwoGibibytes() {
    assertThat(config.memoryBytes()).isEqualTo(2L << 30);
    assertThat(new Machine(3L << 30, 2).autoMemoryBytes()).isEqualTo(3L << 29);
    assertThat(config.workDir()).isEmpty();
    assertThat(config.workDirectory()).isEmpty();
    assertThat(config.stateDirectory()).isEmpty();
  }

  @Test
  void shouldDeriveWhatIsLeftToTheProgram() {
    assertThat(config.sink()).isEqualTo(new SluiceConfig.SinkConfig(256L << 20, 2));
    assertThat(config.kafka().isEmbedded()).isTrue();
    assertThat(config.kafka().partitionsOfNewOutput()).isEqualTo(2);
    assertThat(config.streamThreads(2, TestingConfig.MACHINE)).isEqualTo(2);
    assertThat(config.ingestWorkers(TestingConfig.MACHINE)).isEqualTo(2);
    assertThat(config.output().partitionsByDump()).isTrue();
    assertThat(config.nearDedup()).isEmpty();
  }

  @Test
  void shouldRoundScoresThatAreNearlyInTheNextBucket() {
    ScoreBuckets buckets = config.rules().buckets();
    assertThat(buckets.indexOf(3.0 - 2e-9)).isZero();
    assertThat(buckets.indexOf(3.0 - 5e-10)).isEqualTo(1);
  }

  @Test
  void shouldHashTheContentAsPinned() {
    assertThat(ContentHash.of(config.content()))
        .isEqualTo("20a64c69e9529ac2d8515d85d5ef53ad83b4651af7a89690bac52eb609224adf");
  }

  @Test
  void shouldSayThatEverythingIsADefault() {
    assertThat(loaded.settings()).extracting(Setting::origin).containsOnly("default");
    assertThat(loaded.warnings()).isEmpty();
  }

  @Test
  void shouldKeepItsDirectoriesInTheOutput() {
    SluiceConfig withOutput =
        TestingConfig.load(TestingConfig.assignments("output.path=/data/out")).config();
    assertThat(withOutput.workDirectory()).contains(Path.of("/data/out/_sluice/work"));
    assertThat(withOutput.stateDirectory()).contains(Path.of("/data/out/_sluice/work/streams"));
  }
}
