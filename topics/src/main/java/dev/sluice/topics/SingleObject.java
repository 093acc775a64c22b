package dev.sluice.topics;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/** Avro single-object encoding of the rare records, through Avro's own generic reader and writer. */
final class SingleObject {
  private SingleObject() {}

  static byte[] encode(GenericRecord record) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      out.write(Schemas.header(record.getSchema()));
      BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
      new GenericDatumWriter<GenericRecord>(record.getSchema()).write(record, encoder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  static GenericRecord decode(byte[] value, Schema schema) throws MalformedRecordException {
    if (!Schemas.hasHeader(value, Schemas.header(schema))) {
      throw new MalformedRecordException("not a record of " + schema.getFullName());
    }
    try {
      return new GenericDatumReader<GenericRecord>(schema)
          .read(
              null,
              DecoderFactory.get()
                  .binaryDecoder(
                      value,
                      Schemas.HEADER_LENGTH,
                      value.length - Schemas.HEADER_LENGTH,
                      null));
    } catch (IOException | AvroRuntimeException e) {
      throw new MalformedRecordException("broken record of " + schema.getFullName(), e);
    }
  }
}
