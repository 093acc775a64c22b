package dev.sluice.topics.record;

import dev.sluice.core.BegunUnit;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.ForgottenUnit.SourcePart;
import java.util.List;

/**
 * The record that forgets units in one partition. All documents of these units before this record
 * no longer count.
 *
 * <p>A reset sends one to every partition of {@code documents}, and the topology forwards it to
 * every curated topic. It may arrive more than once; only the first one of a reset counts.
 *
 * @param dump the reset's target: a dump, or {@code unit ...}, {@code directory ...}
 * @param reset random id of the reset
 * @param partition the partition that the record belongs to; the record's key has no meaning
 * @param units the forgotten units. No shard has rows both of one of them and of a unit that is not
 *     forgotten
 * @param begun all other units that had started and not ended
 */
public record Forget(
    String dump, String reset, int partition, List<ForgottenUnit> units, List<BegunUnit> begun)
    implements Marker {
  private static final byte[] HEADER = Schemas.header(Schemas.FORGET);
  private static final int CAPACITY = 1 << 10;

  /** Copies the lists. */
  public Forget {
    units = List.copyOf(units);
    begun = List.copyOf(begun);
  }

  /** Creates a reset during which no other unit was read. */
  public Forget(String dump, String reset, int partition, List<ForgottenUnit> units) {
    this(dump, reset, partition, units, List.of());
  }

  @Override
  public Forget forPartition(int other) {
    return new Forget(dump, reset, other, units, begun);
  }

  /**
   * Returns the record with only the ids of its units. It is small, however many files the units
   * have.
   */
  public Forget withIdsAlone() {
    List<ForgottenUnit> ids =
        units.stream()
            .map(unit -> ForgottenUnit.begun(unit.unit(), List.of(), List.of(), List.of(), 0, 0))
            .toList();
    return new Forget(dump, reset, partition, ids);
  }

  /** Returns whether a value has a forget record's header. */
  public static boolean matches(byte[] value) {
    return Schemas.hasHeader(value, HEADER);
  }

  @Override
  public byte[] encode() {
    AvroWriter out = new AvroWriter(HEADER, CAPACITY);
    out.writeString(dump);
    out.writeString(reset);
    out.writeLong(partition);
    out.writeArray(units, unit -> write(unit, out));
    out.writeArray(begun, unit -> write(unit, out));
    return out.toBytes();
  }

  private static void write(ForgottenUnit unit, AvroWriter out) {
    out.writeString(unit.unit());
    out.writeArray(
        unit.files(),
        file -> {
          out.writeString(file.path());
          out.writeLong(file.bytes());
        });
    out.writeStrings(unit.quarantined());
    out.writeLong(unit.file());
    out.writeLong(unit.row());
    out.writeStrings(unit.dumps());
    out.writeString(unit.digest());
  }

  private static void write(BegunUnit unit, AvroWriter out) {
    out.writeString(unit.unit());
    out.writeLong(unit.file());
    out.writeLong(unit.row());
  }

  /**
   * Decodes a value.
   *
   * @throws MalformedRecordException if it is not a forget record
   */
  public static Forget parse(byte[] value) throws MalformedRecordException {
    AvroReader in = AvroReader.body(value, HEADER, "a forget record");
    Forget forget =
        new Forget(
            in.readString(),
            in.readString(),
            in.readInt(),
            in.readArray(() -> unit(in)),
            in.readArray(() -> begun(in)));
    in.requireEnd();
    return forget;
  }

  private static ForgottenUnit unit(AvroReader in) throws MalformedRecordException {
    String unit = in.readString();
    List<SourcePart> files = in.readArray(() -> new SourcePart(in.readString(), in.readLong()));
    List<String> quarantined = in.readStrings();
    int file = in.readInt();
    long row = in.readLong();
    List<String> dumps = in.readArray(in::readDump);
    String digest = in.readString();
    try {
      return new ForgottenUnit(unit, files, quarantined, file, row, dumps, digest);
    } catch (IllegalArgumentException e) {
      throw new MalformedRecordException("an invalid forget record: " + e.getMessage(), e);
    }
  }

  private static BegunUnit begun(AvroReader in) throws MalformedRecordException {
    String unit = in.readString();
    int file = in.readInt();
    long row = in.readLong();
    try {
      return new BegunUnit(unit, file, row);
    } catch (IllegalArgumentException e) {
      throw new MalformedRecordException("an invalid forget record: " + e.getMessage(), e);
    }
  }
}
