package dev.sluice.ingest.decode;

import dev.sluice.core.Counters;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Some consecutive rows of a file, ready to be sent.
 *
 * @param records the rows that travel, in order
 * @param counters what was counted over all of the rows, those included that stay here
 * @param nextRow the row of the file behind these
 * @param bytes of keys and values
 */
public record EncodedBatch(
    List<ProducerRecord<byte[], byte[]>> records, Counters counters, long nextRow, long bytes) {}
