package dev.sluice.ingest.decode;

import dev.sluice.core.Counters;
import java.util.List;
import java.util.SortedMap;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Consecutive rows of a file, ready to be published.
 *
 * @param records those of the rows that were not dropped, in the order of each partition
 * @param counters of all of the rows, including those that were dropped
 * @param losses what the rows lost, by counter; of those that were dropped, and of those that the
 *     topology will drop
 * @param nextRow the row of the file that follows
 * @param bytes of keys and values, and of texts that they stand for
 */
public record EncodedBatch(
    List<ProducerRecord<byte[], byte[]>> records,
    Counters counters,
    SortedMap<String, Long> losses,
    long nextRow,
    long bytes) {}
