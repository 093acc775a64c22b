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
 * Writes each record as a JSON object, in UTF-8 and without a line break. The bytes are a function
 * of schema and record.
 *
 * <p>All columns are written in schema order, with null for absent values. Groups become objects;
 * lists and repeated columns become arrays. Maps with string keys become objects; other maps become
 * arrays of objects with key and value. Integers and decimals keep all digits; floating-point
 * numbers get their shortest form; NaN and infinities, which JSON lacks, become null. Dates, times
 * and timestamps are ISO 8601 strings, with Z if they are in UTC; UUIDs have their usual form; an
 * interval is an object of months, days and millis. A column annotated as JSON is inserted as it
 * is, or as a string if it is not valid JSON. Binary values without a logical type become base64
 * strings, because they need not be text.
 *
 * <p>Memory: two copies of the largest object. Not thread-safe.
 */
public final class RecordJson {
  private static final int KEPT_BYTES = 1 << 20;

  private final RecordReader reader;
  private final List<JsonWriterNode> fields;
  private final JsonValues values;
  private final Output output = new Output();
  private final JsonGenerator generator;

  /** A byte array stream that exposes its array. */
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

  /** Creates a writer for records of this schema. */
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

  /** Writes a record. The previous object is replaced. */
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
      throw new UncheckedIOException(e); // writing to memory does not fail
    }
  }

  /** Returns the array that holds the object from index 0. It is valid until the next record. */
  public byte[] buffer() {
    return output.array();
  }

  /** Returns the length of the object in bytes. */
  public int length() {
    return output.size();
  }

  /** Returns how many strings so far were not valid UTF-8. U+FFFD replaces their invalid bytes. */
  public long replaced() {
    return values.replaced();
  }
}
