package dev.sluice.topics.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.PathWriter;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/** Records as an older and a newer version of the program might write them. */
public final class OtherVersions {
  /** Without score, pointer and dump, and a text that is always there. */
  static final Schema OLDER =
      new Schema.Parser()
          .parse(
              """
              {"type": "record", "name": "Document", "namespace": "dev.sluice.topics",
               "fields": [
                 {"name": "unit", "type": "string"},
                 {"name": "file", "type": "string"},
                 {"name": "row", "type": "int"},
                 {"name": "id", "type": "string"},
                 {"name": "text", "type": "bytes"}]}
              """);

  /** With the text in front, fields added in the middle and at the end, and another union. */
  static final Schema NEWER =
      new Schema.Parser()
          .parse(
              """
              {"type": "record", "name": "Document", "namespace": "dev.sluice.topics",
               "fields": [
                 {"name": "text", "type": ["bytes", "null"]},
                 {"name": "id", "type": "bytes"},
                 {"name": "language", "type": {"type": "enum", "name": "Language",
                   "symbols": ["EN", "DE"]}, "default": "EN"},
                 {"name": "unit", "type": "string"},
                 {"name": "file", "type": "string"},
                 {"name": "row", "type": "long"},
                 {"name": "labels", "type": {"type": "map", "values": "float"}, "default": {}},
                 {"name": "dump", "type": "string"},
                 {"name": "score", "type": ["null", "double"]},
                 {"name": "pointer", "type": ["null", {"type": "record", "name": "TextPointer",
                   "fields": [
                     {"name": "rowGroup", "type": "int"},
                     {"name": "length", "type": "long"},
                     {"name": "sha256", "type": "bytes"},
                     {"name": "wellFormed", "type": "boolean"}]}]},
                 {"name": "fetched", "type": ["null", "long"], "default": null}]}
              """);

  private static final Schema NEWER_MARKER = newerMarker();

  private OtherVersions() {}

  private static Schema newerMarker() {
    String current = Schemas.END_OF_UNIT.toString();
    String added = "{\"name\":\"began\",\"type\":\"long\",\"default\":0},";
    UnaryOperator<String> add = json -> json.replaceFirst("\"fields\":\\[", "\"fields\":[" + added);
    return new Schema.Parser().parse(add.apply(current));
  }

  /** Schemas as this version knows them when the other versions have published theirs. */
  public static WriterSchemas schemas() {
    return new WriterSchemas(
        fingerprint ->
            Stream.of(OLDER, NEWER, NEWER_MARKER)
                .filter(schema -> Schemas.fingerprint(schema) == fingerprint)
                .findFirst());
  }

  /** A document of unit#1 that an older version has written. */
  public static byte[] older(String id, String text) {
    GenericRecord record = new GenericData.Record(OLDER);
    record.put("unit", "unit#1");
    record.put("file", "old.parquet");
    record.put("row", 7);
    record.put("id", id);
    record.put("text", ByteBuffer.wrap(text.getBytes(UTF_8)));
    return Translation.encode(record);
  }

  /** A document that a newer version has written. */
  public static byte[] newer(String unit, String id, double score, String text) {
    GenericRecord record = new GenericData.Record(NEWER);
    record.put("text", ByteBuffer.wrap(text.getBytes(UTF_8)));
    record.put("id", ByteBuffer.wrap(id.getBytes(UTF_8)));
    record.put("language", new GenericData.EnumSymbol(NEWER.getField("language").schema(), "DE"));
    record.put("unit", unit);
    record.put("file", "new.parquet");
    record.put("row", 8L);
    record.put("labels", Map.of("toxic", 0.5f));
    record.put("dump", "CC-MAIN-2024-10");
    record.put("score", score);
    record.put("fetched", 1L);
    return Translation.encode(record);
  }

  /** A marker that a newer version has written. */
  public static byte[] newer(EndOfUnit marker) {
    PathWriter paths = new PathWriter();
    marker.inputs().forEach(paths::writePath);
    GenericRecord record = new GenericData.Record(NEWER_MARKER);
    record.put("began", 5L);
    record.put("unit", marker.unit().id());
    record.put("partition", marker.partition());
    record.put("quarantined", marker.quarantined());
    record.put("ingested", marker.ingested().nested());
    record.put("curated", marker.curated().nested());
    record.put("paths", ByteBuffer.wrap(paths.toBytes()));
    record.put("sources", marker.sources());
    record.put("losses", marker.losses().files());
    return Translation.encode(record);
  }
}
