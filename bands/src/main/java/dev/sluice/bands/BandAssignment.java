package dev.sluice.bands;

import dev.sluice.topics.FilesMismatchException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Opens bands where their files end, after checking that the broker still has the records that
 * follow. Offsets that the consumer group committed are ignored.
 */
final class BandAssignment {
  private static final int ATTEMPTS = 50;

  private final BandSettings settings;
  private final Consumer<byte[], byte[]> consumer;

  BandAssignment(BandSettings settings, Consumer<byte[], byte[]> consumer) {
    this.settings = settings;
    this.consumer = consumer;
  }

  /**
   * Opens a band and seeks the consumer to where its files end.
   *
   * @throws FilesMismatchException if the topic is not the one that the files were made from, or
   *     has lost records
   */
  BandPartition open(TopicPartition partition) throws IOException, FilesMismatchException {
    // The former owner may still publish and then delete records. Begin, files, end, in this order:
    // records before the begin offset are in files, and files end at or before the end offset.
    long begin = consumer.beginningOffsets(List.of(partition)).get(partition);
    BandPartition band = openFiles(partition.partition());
    long end = consumer.endOffsets(List.of(partition)).get(partition);
    FilesMismatchException.requireRecords(
        partition,
        begin,
        end,
        band.nextOffset(),
        "the files of the band continue",
        "records are gone that no file holds; bring back %s, or start a new output and topic prefix"
            .formatted(settings.root()));
    consumer.seek(partition, band.nextOffset());
    return band;
  }

  /**
   * The former owner may be replacing files, each a moment.
   *
   * @throws IOException that a later attempt can cure: a listing on NFS is up to a minute old
   */
  private BandPartition openFiles(int band) throws IOException, FilesMismatchException {
    for (int attempt = 1; ; attempt++) {
      try {
        return BandPartition.open(settings, band);
      } catch (NoSuchFileException e) {
        if (attempt == ATTEMPTS) {
          throw new IOException(e.getFile() + " is listed, but it is not there", e);
        }
      }
    }
  }
}
