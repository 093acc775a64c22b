package dev.sluice.jobs.generate;

import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Types;
import org.apache.parquet.schema.Types.MessageTypeBuilder;

/** The columns of FineWeb-Edu, all optional, as there. */
final class SyntheticSchema {
  private SyntheticSchema() {}

  /**
   * The schema of a file.
   *
   * @param dated whether it has the column {@code date}
   */
  static MessageType of(boolean dated) {
    MessageTypeBuilder schema = Types.buildMessage();
    string(schema, "text");
    string(schema, "id");
    string(schema, "dump");
    string(schema, "url");
    if (dated) {
      string(schema, "date");
    }
    string(schema, "file_path");
    string(schema, "language");
    schema.optional(DOUBLE).named("language_score");
    schema.optional(INT64).named("token_count");
    schema.optional(DOUBLE).named("score");
    schema.optional(INT64).named("int_score");
    return schema.named("schema");
  }

  private static void string(MessageTypeBuilder schema, String name) {
    schema.optional(BINARY).as(stringType()).named(name);
  }
}
