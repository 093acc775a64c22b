package dev.sluice.topics;

import dev.sluice.core.Counters;
import dev.sluice.core.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
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
    Counters curated) {
  private static final byte[] HEADER = Schemas.header(Schemas.END_OF_UNIT);

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
    record.put("inputs", inputs);
    record.put("setAside", setAside);
    record.put("ingested", ingested.nested());
    record.put("curated", curated.nested());
    return SingleObject.encode(record);
  }

  /**
   * Reads a value.
   *
   * @throws MalformedRecordException when the bytes are not a marker
   */
  public static EndOfUnit parse(byte[] value) throws MalformedRecordException {
    GenericRecord record = SingleObject.decode(value, Schemas.END_OF_UNIT);
    List<String> inputs = new ArrayList<>();
    ((List<?>) record.get("inputs")).forEach(path -> inputs.add(path.toString()));
    SortedMap<String, String> setAside = new TreeMap<>();
    ((Map<?, ?>) record.get("setAside"))
        .forEach((file, reason) -> setAside.put(file.toString(), reason.toString()));
    return new EndOfUnit(
        Unit.parse(record.get("unit").toString()),
        (int) record.get("partition"),
        inputs,
        setAside,
        counters(record.get("ingested")),
        counters(record.get("curated")));
  }

  @SuppressWarnings("unchecked") // as the schema says; keys are Strings by avro.java.string
  private static Counters counters(Object nested) {
    return Counters.ofNested((Map<String, Map<String, Map<String, Long>>>) nested);
  }
}
