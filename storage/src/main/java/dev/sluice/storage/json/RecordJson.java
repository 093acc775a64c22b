package dev.sluice.storage.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import dev.sluice.storage.table.RecordReader;
import dev.sluice.storage.table.TableSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Makes of each record one JSON object, in UTF-8 and without an end of line. Its bytes are a
 * function of schema and record.
 *
 * <p>All columns are there, in the order of the schema, absent values as null. Groups are objects;
 * lists and repeated columns are arrays; maps with strings as keys are objects, others arrays of
 * objects of key and value. Whole numbers and decimals are numbers with all their digits, floating
 * point numbers the shortest that mean the same; NaN and infinities, which JSON has not, are null.
 * Dates, times and timestamps are strings as in ISO 8601, with Z where they are in UTC; UUIDs as
 * usual; an interval is an object of months, days and millis. A column annotated as JSON is what
 * its text says, or a string where that is no JSON. Binary values without a meaning are strings in
 * base64, since nothing says that they are text.
 *
 * <p>Heap: two copies of the largest object. Not thread-safe.
 */
public final class RecordJson {
  private static final int KEPT_BYTES = 1 << 20;

  private final RecordReader reader;
  private final List<JsonWriterNode> fields;
  private final JsonValues values;
  private final Output output = new Output();
  private final JsonGenerator generator;

  /** Bytes whose array can be looked at. */
  private static final class Output extends ByteArrayOutputStream {
    byte[] array() {
      return buf;
    }

    void clear() {
      if (buf.length > KEPT_BYTES) {
        buf = new byte[KEPT_BYTES];
      }
      reset();
    }
  }

  /** Writes records of this schema. */
  public RecordJson(TableSchema schema) {
    JsonFactory factory =
        new JsonFactoryBuilder()
            .rootValueSeparator("")
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .build();
    try {
      this.generator = factory.createGenerator(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.reader = new RecordReader(schema);
    this.values = new JsonValues(generator, reader);
    this.fields = JsonWriterNode.of(schema.message());
  }

  /** Makes the object of a record in the place of the one before. */
  public void write(byte[] record, int offset, int length) {
    output.clear();
    reader.set(record, offset, length);
    try {
      generator.writeStartObject();
      for (JsonWriterNode field : fields) {
        field.writeField(generator, reader, values);
      }
      generator.writeEndObject();
      generator.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
  }

  /** The array at whose start the object is, valid until the next one. */
  public byte[] buffer() {
    return output.array();
  }

  /** The object's bytes. */
  public int length() {
    return output.size();
  }

  /** How many strings so far were not UTF-8: U+FFFD stands in them for what was not. */
  public long replaced() {
    return values.replaced();
  }
}
