package dev.sluice.bands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.bands.BandFile;
import dev.sluice.storage.page.IoRetry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BandAssignmentTest {
  private static final TopicPartition BAND = new TopicPartition("test-bands", 0);

  @TempDir private Path directory;

  /** As on NFS, where a directory is listed as it was some seconds ago. */
  @Test
  void shouldAllowForAFileThatIsListedAndNotThere() throws Exception {
    BandSettings settings = TestingBandSettings.of(directory, 1, "a", Optional.empty(), 1 << 20);
    Path listed = BandFile.of(settings.root(), 1, "unit", 0, 1, 1).path();
    Files.createDirectories(listed.getParent());
    Files.createSymbolicLink(listed, directory.resolve("merged"));

    try (MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest")) {
      consumer.assign(List.of(BAND));
      consumer.updateBeginningOffsets(Map.of(BAND, 0L));
      consumer.updateEndOffsets(Map.of(BAND, 0L));
      BandAssignment assignment = new BandAssignment(settings, consumer);

      assertThatThrownBy(() -> assignment.open(BAND))
          .hasMessage(listed + " is listed, but it is not there")
          .isInstanceOfSatisfying(IOException.class, e -> assertThat(IoRetry.canMend(e)).isTrue());
      Files.delete(listed);
      assertThat(assignment.open(BAND).nextOffset()).isZero();
    }
  }
}
