package dev.sluice.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.record.internal.FileLogInputStream.FileChannelRecordBatch;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.common.utils.internals.BufferSupplier;
import org.apache.kafka.common.utils.internals.CloseableIterator;

/**
 * Reads the files of a broker that is stopped. They may have more records than consumers see:
 * aborted ones, and deleted ones until the broker deletes their file.
 */
public final class LogSegments {
  private LogSegments() {}

  /** Receives records in the order of their offsets. */
  @FunctionalInterface
  public interface Taker {
    /**
     * Takes a record.
     *
     * @param value the value, or null
     */
    void take(long offset, byte[] value);
  }

  /**
   * Returns the files of some topics, sorted, with those that are being deleted.
   *
   * @param data directory of the broker's data
   */
  public static List<Path> of(Path data, List<String> topics) throws IOException {
    try (Stream<Path> files = Files.walk(data, 2)) {
      return files
          .filter(file -> file.getFileName().toString().matches("[0-9]+\\.log.*"))
          .filter(file -> topics.contains(topic(file.getParent().getFileName().toString())))
          .sorted()
          .toList();
    }
  }

  /** Returns the topic of a directory such as {@code topic-7} or {@code topic-7.id-delete}. */
  private static String topic(String directory) {
    return directory.replaceFirst("-[0-9]+(\\.[^.]+-(delete|stray|future))?$", "");
  }

  /**
   * Reads all records of a file, except control records.
   *
   * @throws IOException if the file cannot be read to its end
   */
  public static void read(Path file, Taker taker) throws IOException {
    try (FileRecords records = FileRecords.open(file.toFile(), false)) {
      long end = 0;
      for (FileChannelRecordBatch batch : records.batches()) {
        end = batch.position() + (long) batch.sizeInBytes();
        if (!batch.isControlBatch()) {
          read(batch, taker);
        }
      }
      if (end < records.sizeInBytes()) {
        throw new IOException(
            "the last %,d bytes are not a record".formatted(records.sizeInBytes() - end));
      }
    } catch (KafkaException e) {
      throw new IOException("has a damaged record: " + e.getMessage(), e);
    }
  }

  private static void read(FileChannelRecordBatch batch, Taker taker) {
    try (CloseableIterator<Record> all = batch.streamingIterator(BufferSupplier.create())) {
      while (all.hasNext()) {
        Record record = all.next();
        ByteBuffer value = record.value();
        taker.take(record.offset(), value == null ? null : Utils.toArray(value));
      }
    }
  }
}
