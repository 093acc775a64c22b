package dev.sluice.app.peek;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.sink.SourceTexts;
import dev.sluice.storage.json.RecordJson;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.Reject;
import dev.sluice.topics.record.SchemaRegistry.RegistryRefusedException;
import dev.sluice.topics.record.SchemaRegistry.RegistrySilentException;
import dev.sluice.topics.record.SelectedRows;
import dev.sluice.topics.record.SelectedRows.SelectedRow;
import dev.sluice.topics.record.SignatureBlock;
import dev.sluice.topics.record.TextPointer;
import dev.sluice.topics.record.TopicDocument;
import dev.sluice.topics.record.TopicRecord;
import dev.sluice.topics.record.Watermark;
import dev.sluice.topics.record.WriterSchemas;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Formats a record as a line of JSON. The line has the record's partition and offset, its headers,
 * its key and its value. The type of the value follows from its bytes and, for progress, from its
 * topic.
 */
final class RecordFormatter {
  private static final String PROGRESS_TOPIC = ".ingest.progress";
  private static final String COLUMNS = "columns";

  private final BytesFormatter bytes;
  private final WriterSchemas schemas;
  private final SourceTexts sources;
  private final Optional<TableSchema> carried;

  /**
   * Formats records.
   *
   * @param full whether to show values completely instead of a few hundred characters
   * @param carried columns that rows carry along
   */
  RecordFormatter(
      boolean full, WriterSchemas schemas, SourceTexts sources, Optional<TableSchema> carried) {
    this.bytes = new BytesFormatter(full);
    this.schemas = schemas;
    this.sources = sources;
    this.carried = carried;
  }

  /**
   * Returns the record on one line. A value that cannot be decoded is shown as raw bytes; the only
   * error is a registry that does not return the schema.
   */
  String line(ConsumerRecord<byte[], byte[]> record) {
    Map<String, Object> headers = new LinkedHashMap<>();
    for (Header header : record.headers()) {
      headers.put(header.key(), bytes.text(header.value()));
    }
    Map<String, Object> fields =
        fields(
            "topic", record.topic(),
            "partition", record.partition(),
            "offset", record.offset(),
            "timestamp", Instant.ofEpochMilli(record.timestamp()).toString(),
            "headers", headers,
            "key", bytes.text(record.key()),
            "value_bytes", record.value() == null ? 0 : record.value().length);
    describe(record, fields);
    return Json.text(fields);
  }

  /** Adds {@code type} and {@code value}, or {@code problem} and the raw bytes. */
  private void describe(ConsumerRecord<byte[], byte[]> record, Map<String, Object> fields) {
    byte[] value = record.value();
    if (value == null) {
      fields.put("type", "tombstone");
      fields.put("value", null);
      return;
    }
    try {
      if (record.topic().endsWith(PROGRESS_TOPIC)) {
        describe("progress", progress(value), fields);
      } else {
        describeAvro(schemas.current(value), fields);
      }
    } catch (RegistrySilentException | RegistryRefusedException e) {
      throw e;
    } catch (MalformedRecordException | RuntimeException e) {
      // Whatever wrote this record, it is shown, and does not prevent the others from being shown.
      fields.put("type", "malformed");
      fields.put("problem", String.valueOf(e.getMessage()));
      bytes.addRaw(value, fields);
    }
  }

  private void describeAvro(byte[] value, Map<String, Object> fields)
      throws MalformedRecordException {
    if (Reject.matches(value)) {
      describe("reject", reject(Reject.parse(value)), fields);
      return;
    }
    if (SignatureBlock.matches(value)) {
      describe("signature_block", block(SignatureBlock.parse(value)), fields);
      return;
    }
    TopicRecord record = TopicRecord.parse(value);
    if (record instanceof EndOfUnit marker) {
      describe("end_of_unit", marker(marker), fields);
    } else if (record instanceof Forget forget) {
      describe("forget", Json.PLAIN.valueToTree(forget), fields);
    } else if (record instanceof Watermark watermark) {
      describe("watermark", Json.PLAIN.valueToTree(watermark), fields);
    } else if (record instanceof DocumentRecord document) {
      describe("document", document(document), fields);
    } else if (record instanceof SelectedRows rows) {
      describe("selected_rows", selectedRows(rows), fields);
    }
  }

  private static void describe(String type, Object value, Map<String, Object> fields) {
    fields.put("type", type);
    fields.put("value", value);
  }

  private static JsonNode progress(byte[] value) throws MalformedRecordException {
    try {
      return Json.PLAIN.readTree(value);
    } catch (IOException e) {
      throw new MalformedRecordException("not JSON: " + new String(value, UTF_8), e);
    }
  }

  /** Returns a map of alternating names and values, in this order. */
  private static Map<String, Object> fields(Object... namesAndValues) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return fields;
  }

  private static Map<String, Object> marker(EndOfUnit marker) {
    return fields(
        "unit", marker.unit().id(),
        "partition", marker.partition(),
        "inputs", marker.inputs(),
        "quarantined", marker.quarantined(),
        "ingested", marker.ingested().nested(),
        "curated", marker.curated().nested());
  }

  private Map<String, Object> block(SignatureBlock block) throws MalformedRecordException {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (SignatureBlock.Row row : block.rows()) {
      Signature signature = signature(row);
      rows.add(
          fields(
              "row", row.row(),
              "id", new String(row.id(), UTF_8),
              "dump", row.dump(),
              "bucket", row.bucket(),
              "keys", LongStream.of(signature.keys()).mapToObj("%012x"::formatted).toList(),
              "fingerprint_bytes",
                  signature.keys().length == 0 ? 0 : signature.fingerprint().size()));
    }
    return fields(
        "unit", block.unit(),
        "file", block.file(),
        "row_count", rows.size(),
        "rows", bytes.some(rows));
  }

  private static Signature signature(SignatureBlock.Row row) throws MalformedRecordException {
    try {
      return Signature.decode(row.signature());
    } catch (IllegalArgumentException e) {
      throw new MalformedRecordException(e.getMessage());
    }
  }

  private Map<String, Object> document(DocumentRecord document) {
    Map<String, Object> fields = fields("unit", document.unit(), "file", document.file());
    addRow(document, fields);
    if (document.pointer().isEmpty()) {
      int end = document.textOffset() + document.textLength();
      byte[] text = Arrays.copyOfRange(document.textBytes(), document.textOffset(), end);
      bytes.addText("text", text, fields);
      addColumns(document.columns(), fields);
    }
    return fields;
  }

  private Map<String, Object> selectedRows(SelectedRows selected) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (SelectedRow row : bytes.some(selected.documents())) {
      Map<String, Object> shown = new LinkedHashMap<>();
      addRow(row, shown);
      rows.add(shown);
    }
    return fields(
        "unit", selected.unit(),
        "file", selected.file(),
        "row_group", selected.rowGroup(),
        "row_count", selected.documents().size(),
        "rows", rows);
  }

  private void addRow(TopicDocument document, Map<String, Object> fields) {
    fields.put("row", document.row());
    fields.put("dump", document.dump());
    fields.put("id", bytes.text(document.id()));
    fields.put("score", document.hasScore() ? document.score() : null);
    if (document.pointer().isPresent()) {
      fields.put("pointer", pointer(document.pointer().get()));
      addSourceText(document, document.pointer().get(), fields);
    }
  }

  private static Map<String, Object> pointer(TextPointer pointer) {
    return fields(
        "row_group",
        pointer.rowGroup(),
        "length",
        pointer.length(),
        pointer.hash().isCrc() ? "crc" : "sha256",
        pointer.hash().toString(),
        "well_formed",
        pointer.wellFormed());
  }

  /** Adds the carried columns, as JSON if their types are known, else as bytes. */
  private void addColumns(ByteBuffer columns, Map<String, Object> fields) {
    if (!columns.hasRemaining()) {
      return;
    }
    int from = columns.arrayOffset() + columns.position();
    if (carried.isEmpty()) {
      bytes.addText(
          COLUMNS, Arrays.copyOfRange(columns.array(), from, from + columns.remaining()), fields);
      return;
    }
    RecordJson json = new RecordJson(carried.get());
    json.write(columns.array(), from, columns.remaining());
    fields.put(COLUMNS, new RawValue(new String(json.buffer(), 0, json.length(), UTF_8)));
  }

  /** Adds the text from the source, or why it cannot be read. */
  private void addSourceText(
      TopicDocument document, TextPointer pointer, Map<String, Object> fields) {
    try {
      sources.read(
          document,
          pointer,
          (text, columns) -> {
            byte[] copy = new byte[text.remaining()];
            text.duplicate().get(copy);
            bytes.addText("text", copy, fields);
            addColumns(columns, fields);
          });
    } catch (IOException e) {
      fields.put("text_problem", e.getMessage());
    }
  }

  private Map<String, Object> reject(Reject reject) {
    Map<String, Object> fields =
        fields(
            "reason", reject.reason(), "partition", reject.partition(), "offset", reject.offset());
    bytes.addRaw(reject.record(), fields);
    addDocument(reject.record(), fields);
    return fields;
  }

  private void addDocument(byte[] record, Map<String, Object> fields) {
    try {
      if (DocumentRecord.matches(record)) {
        fields.put("document", document(DocumentRecord.parse(record)));
      } else if (SelectedRows.matches(record)) {
        fields.put("document", selectedRows(SelectedRows.parse(record)));
      }
    } catch (MalformedRecordException e) {
      fields.put("problem", e.getMessage());
    }
  }
}
