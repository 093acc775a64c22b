package dev.sluice.topics.record;

import dev.sluice.core.Counters;
import dev.sluice.core.InputLosses;
import dev.sluice.core.PathReader;
import dev.sluice.core.PathWriter;
import dev.sluice.core.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The marker that ends a unit in one partition.
 *
 * <p>Ingest writes one to every partition of {@code documents} in the unit's last transaction. The
 * topology forwards it to every curated topic, after all documents of the unit, with the topology's
 * counters. It may arrive more than once; only the first one counts.
 *
 * @param unit the unit that ends
 * @param partition the partition that the marker belongs to; the marker's key has no meaning
 * @param inputs paths of the unit's files, in reading order
 * @param quarantined files that could not be read, or only in part, with the reason
 * @param ingested counters of ingest, over all partitions
 * @param curated counters of the topology for this partition and the topic's bucket. On the first
 *     bucket's topic, rows without a bucket are included. Empty on {@code documents}
 * @param losses what the unit's files have lost, as far as ingest can see
 * @param sources if directories of the input were read at commits, the URL that each of them stood
 *     for, see {@link dev.sluice.topics.progress.ProgressState.UnitFiles}
 */
public record EndOfUnit(
    Unit unit,
    int partition,
    List<String> inputs,
    SortedMap<String, String> quarantined,
    Counters ingested,
    Counters curated,
    InputLosses losses,
    SortedMap<String, String> sources)
    implements Marker {
  private static final byte[] HEADER = Schemas.header(Schemas.END_OF_UNIT);
  private static final int CAPACITY = 1 << 10;

  /** Creates the marker of a unit without losses whose input has no commits. */
  public EndOfUnit(
      Unit unit,
      int partition,
      List<String> inputs,
      SortedMap<String, String> quarantined,
      Counters ingested,
      Counters curated) {
    this(
        unit, partition, inputs, quarantined, ingested, curated, InputLosses.NONE, new TreeMap<>());
  }

  @Override
  public EndOfUnit forPartition(int other) {
    return new EndOfUnit(unit, other, inputs, quarantined, ingested, curated, losses, sources);
  }

  /** Returns the marker with these counters of the topology. */
  public EndOfUnit withCurated(Counters counters) {
    return new EndOfUnit(unit, partition, inputs, quarantined, ingested, counters, losses, sources);
  }

  /** Returns whether a value has a marker's header. */
  public static boolean matches(byte[] value) {
    return Schemas.hasHeader(value, HEADER);
  }

  @Override
  public byte[] encode() {
    AvroWriter out = new AvroWriter(HEADER, CAPACITY);
    out.writeString(unit.id());
    out.writeLong(partition);
    out.writeMap(quarantined, out::writeString);
    write(ingested, out);
    write(curated, out);
    out.writeBytes(paths(inputs));
    out.writeMap(sources, out::writeString);
    out.writeMap(losses.files(), counts -> out.writeMap(counts, out::writeLong));
    return out.toBytes();
  }

  private static void write(Counters counters, AvroWriter out) {
    out.writeMap(
        counters.nested(),
        buckets -> out.writeMap(buckets, counts -> out.writeMap(counts, out::writeLong)));
  }

  /**
   * Decodes a value.
   *
   * @throws MalformedRecordException if it is not a marker
   */
  public static EndOfUnit parse(byte[] value) throws MalformedRecordException {
    AvroReader in = AvroReader.body(value, HEADER, "an end-of-unit marker");
    Unit unit = unit(in.readString());
    int partition = in.readInt();
    SortedMap<String, String> quarantined = in.readMap(in::readString);
    Counters ingested = counters(in);
    Counters curated = counters(in);
    List<String> inputs = paths(in.readBytes());
    SortedMap<String, String> sources = in.readMap(in::readString);
    InputLosses losses = new InputLosses(in.readMap(() -> in.readMap(in::readLong)));
    in.requireEnd();
    return new EndOfUnit(unit, partition, inputs, quarantined, ingested, curated, losses, sources);
  }

  /**
   * Encodes paths without their common prefixes, because each partition gets all paths of the unit.
   */
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
      throw new MalformedRecordException("invalid paths in a marker: " + e.getMessage(), e);
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
