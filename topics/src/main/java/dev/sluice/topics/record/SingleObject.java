package dev.sluice.topics.record;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Encodes rare records in Avro's single-object encoding, with Avro's generic writer. */
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
}
