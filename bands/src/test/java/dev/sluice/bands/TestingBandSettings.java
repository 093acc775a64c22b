package dev.sluice.bands;

import dev.sluice.algorithms.neardup.SketchCheck;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.publish.Publication;
import dev.sluice.topics.TopicNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of a single band, for tests without a broker. */
final class TestingBandSettings {
  private TestingBandSettings() {}

  /**
   * Nothing is tried again.
   *
   * @param output directory that holds the band's files and the instance's temporary ones
   */
  static BandSettings of(
      Path output, int partitions, String instance, Optional<SketchCheck> check, long batchBytes) {
    return new BandSettings(
        new TopicNames("test", List.of()),
        partitions,
        1,
        check,
        "cluster",
        "topic",
        output.resolve("bands"),
        new Publication(output.resolve("tmp-" + instance)),
        instance,
        1,
        1 << 20,
        batchBytes,
        new IoRetry(0, Duration.ZERO));
  }
}
