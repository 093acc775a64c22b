package dev.sluice.topics.record;

import dev.sluice.core.Counters;
import dev.sluice.core.PathReader;
import dev.sluice.core.PathWriter;
import dev.sluice.core.Unit;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/**
 * The marker that ends a unit in one partition. Ingest writes one to every partition of {@code
 * documents} in the unit's last transaction; the topology passes it on, in order, to every curated
 * topic with what it counted itself. It may arrive more than once; only the first counts.
 *
 * @param unit that ends
 * @param partition that the marker is meant for; its key says nothing
 * @param inputs files of the unit by relative path, in reading order
 * @param setAside files that could not be read, or only in part, with the reason
 * @param ingested what ingest counted, over all partitions
 * @param curated what the topology counted in this partition for the bucket of the topic; on the
 *     first bucket's topic also the rows without a bucket. Empty on {@code documents}
 */
public record EndOfUnit(
    Unit unit,
    int partition,
    List<String> inputs,
    SortedMap<String, String> setAside,
    Counters ingested,
    Counters curated)
    implements TopicRecord {
  private static final byte[] HEADER = Schemas.header(Schemas.END_OF_UNIT);

  @Override
  public void requirePlace(byte[] key, int from) throws MalformedRecordException {
    if (partition != from) {
      throw new MalformedRecordException(
          "a marker of partition %d in partition %d".formatted(partition, from));
    }
  }

  /** The same marker for another partition. */
  public EndOfUnit forPartition(int other) {
    return new EndOfUnit(unit, other, inputs, setAside, ingested, curated);
  }

  /** The same marker with what the topology counted. */
  public EndOfUnit withCurated(Counters counters) {
    return new EndOfUnit(unit, partition, inputs, setAside, ingested, counters);
  }

  /** Whether a value is a marker. */
  public static boolean matches(byte[] value) {
    return Schemas.hasHeader(value, HEADER);
  }

  /** The marker as a record's value. */
  public byte[] encode() {
    GenericRecord record = new GenericData.Record(Schemas.END_OF_UNIT);
    record.put("unit", unit.id());
    record.put("partition", partition);
    record.put("inputs", List.of());
    record.put("setAside", setAside);
    record.put("ingested", ingested.nested());
    record.put("curated", curated.nested());
    record.put("paths", ByteBuffer.wrap(paths(inputs)));
    return SingleObject.encode(record);
  }

  /**
   * Reads a value.
   *
   * @throws MalformedRecordException when the bytes are not a marker
   */
  public static EndOfUnit parse(byte[] value) throws MalformedRecordException {
    if (!matches(value)) {
      throw new MalformedRecordException("not an end-of-unit marker: unknown header");
    }
    AvroReader in = new AvroReader(value, Schemas.HEADER_LENGTH);
    Unit unit = unit(in.readString());
    int partition = in.readInt();
    List<String> former = in.readStrings();
    SortedMap<String, String> setAside = in.readMap(in::readString);
    Counters ingested = counters(in);
    Counters curated = counters(in);
    List<String> paths = paths(in.readBytes());
    in.requireEnd();
    List<String> inputs = former.isEmpty() ? paths : former;
    return new EndOfUnit(unit, partition, inputs, setAside, ingested, curated);
  }

  /** Very many files have long paths in common, and there is a marker for each partition. */
  private static byte[] paths(List<String> inputs) {
    PathWriter paths = new PathWriter();
    inputs.forEach(paths::writePath);
    return paths.toBytes();
  }

  private static List<String> paths(byte[] written) throws MalformedRecordException {
    PathReader in = new PathReader(written, 0);
    List<String> paths = new ArrayList<>();
    try {
      while (in.position() < written.length) {
        paths.add(in.readPath());
      }
    } catch (IllegalArgumentException e) {
      throw new MalformedRecordException("the paths of a marker: " + e.getMessage(), e);
    }
    return paths;
  }

  private static Unit unit(String id) throws MalformedRecordException {
    try {
      return Unit.parse(id);
    } catch (IllegalArgumentException e) {
      throw new MalformedRecordException(e.getMessage(), e);
    }
  }

  private static Counters counters(AvroReader in) throws MalformedRecordException {
    return Counters.ofNested(in.readMap(() -> in.readMap(() -> in.readMap(in::readLong))));
  }
}
