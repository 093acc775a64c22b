package dev.sluice.app.peek;

import dev.sluice.sink.SourceTexts;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.topics.record.WriterSchemas;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** A record as a line of JSON: where it lies, its headers, its key, and what its value is. */
final class RecordFormatter {
  private final ValueFormatter values;
  private final BytesFormatter bytes;

  /**
   * Formats records.
   *
   * @param full whether to show everything instead of a few hundred characters
   * @param carried columns that rows carry along
   */
  RecordFormatter(
      boolean full, WriterSchemas schemas, SourceTexts sources, Optional<TableSchema> carried) {
    this.bytes = new BytesFormatter(full);
    this.values = new ValueFormatter(bytes, schemas, sources, carried);
  }

  /**
   * The record on one line. A value that nobody can decode is shown as it is; only a registry that
   * does not tell its schema is an error.
   */
  String line(ConsumerRecord<byte[], byte[]> record) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("topic", record.topic());
    fields.put("partition", record.partition());
    fields.put("offset", record.offset());
    fields.put("timestamp", Instant.ofEpochMilli(record.timestamp()).toString());
    Map<String, Object> headers = new LinkedHashMap<>();
    for (Header header : record.headers()) {
      headers.put(header.key(), bytes.text(header.value()));
    }
    fields.put("headers", headers);
    fields.put("key", bytes.text(record.key()));
    fields.put("value_bytes", record.value() == null ? 0 : record.value().length);
    values.describe(record, fields);
    return Json.text(fields);
  }
}
