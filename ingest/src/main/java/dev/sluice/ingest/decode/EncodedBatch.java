package dev.sluice.ingest.decode;

import dev.sluice.core.Counters;
import dev.sluice.storage.page.RowTooLargeException;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Consecutive rows of a file, ready to be published.
 *
 * @param records those of the rows that were not dropped, in the order of each partition
 * @param counters of all of the rows, including those that were dropped
 * @param nextRow the row of the file that follows
 * @param bytes of keys and values, and of texts that they stand for
 * @param tooLarge the first row that was rejected because of the size of its columns
 */
public record EncodedBatch(
    List<ProducerRecord<byte[], byte[]>> records,
    Counters counters,
    long nextRow,
    long bytes,
    Optional<RowTooLargeException> tooLarge) {}
