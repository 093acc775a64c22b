package dev.sluice.topics.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.Counters;
import dev.sluice.topics.record.TestingDocuments.Fields;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the bytes, a parser answers with a record or with MalformedRecordException. */
class MalformedRecordTest {
  private static final int FLIPS = 20_000;

  @FunctionalInterface
  private interface Parser {
    void parse(byte[] value) throws MalformedRecordException;
  }

  private static void requireTypedAnswer(Parser parser, byte[] value) {
    try {
      parser.parse(value);
    } catch (MalformedRecordException e) {
      assertThat(e).hasMessageMatching("(?s).+");
    }
  }

  private static void flipAtRandom(Parser parser, byte[] good, long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < FLIPS; i++) {
      byte[] value = good.clone();
      int flips = 1 + random.nextInt(4);
      for (int j = 0; j < flips; j++) {
        int at = Schemas.HEADER_LENGTH + random.nextInt(good.length - Schemas.HEADER_LENGTH);
        value[at] = (byte) random.nextInt(256);
      }
      assertThatCode(() -> requireTypedAnswer(parser, value))
          .as("%s", Arrays.toString(value))
          .doesNotThrowAnyException();
    }
  }

  private static void cutEverywhere(Parser parser, byte[] good) {
    for (int length = 0; length < good.length; length++) {
      byte[] cut = Arrays.copyOf(good, length);
      assertThatThrownBy(() -> parser.parse(cut))
          .as("cut to %d of %d bytes", length, good.length)
          .isInstanceOf(MalformedRecordException.class);
    }
  }

  @Test
  void shouldRefuseEveryTruncatedDocument() {
    cutEverywhere(DocumentRecord::parse, TestingDocuments.plain().encode());
    cutEverywhere(DocumentRecord::parse, TestingDocuments.pointed().encode());
  }

  @Test
  void shouldRefuseEveryTruncatedMarker() {
    cutEverywhere(EndOfUnit::parse, TestingMarkers.full().encode());
  }

  @Test
  void shouldAnswerFlippedDocumentsWithATypedError() {
    flipAtRandom(DocumentRecord::parse, TestingDocuments.plain().encode(), 1);
    flipAtRandom(DocumentRecord::parse, TestingDocuments.pointed().encode(), 2);
  }

  @Test
  void shouldAnswerFlippedMarkersWithATypedError() {
    flipAtRandom(EndOfUnit::parse, TestingMarkers.full().encode(), 3);
  }

  @Test
  void shouldReportRandomBytesAfterAValidHeaderAsMalformed() {
    Random random = new Random(4);
    for (int i = 0; i < FLIPS; i++) {
      byte[] noise = new byte[Schemas.HEADER_LENGTH + random.nextInt(64)];
      random.nextBytes(noise);
      System.arraycopy(DocumentRecord.header(), 0, noise, 0, Schemas.HEADER_LENGTH);
      byte[] asMarker = noise.clone();
      byte[] header = Schemas.header(Schemas.END_OF_UNIT);
      System.arraycopy(header, 0, asMarker, 0, header.length);
      assertThatCode(
              () -> {
                requireTypedAnswer(DocumentRecord::parse, noise);
                requireTypedAnswer(EndOfUnit::parse, asMarker);
              })
          .as("%s", Arrays.toString(noise))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void shouldRefuseBytesAfterTheRecord() {
    byte[] document = TestingDocuments.plain().encode();
    byte[] marker = TestingMarkers.full().encode();

    assertThatThrownBy(() -> DocumentRecord.parse(Arrays.copyOf(document, document.length + 1)))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageContaining("row 7");
    assertThatThrownBy(() -> EndOfUnit.parse(Arrays.copyOf(marker, marker.length + 1)))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageContaining("1 bytes after");
  }

  @Test
  void shouldRefuseARowGroupBeyondAnInt() {
    AvroWriter out = beginDocument("CC-MAIN-2024-10");
    out.writeLong(0);
    out.writeLong(1);
    out.writeLong(1L << 40);

    assertThatThrownBy(() -> DocumentRecord.parse(out.toBytes()))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageContaining(Long.toString(1L << 40));
  }

  @Test
  void shouldRefuseAUnionBranchThatTheSchemaDoesNotHave() {
    AvroWriter out = beginDocument("CC-MAIN-2024-10");
    out.writeLong(0);
    out.writeLong(0);
    out.writeLong(0);
    out.writeLong(2);
    out.writeBytes("text".getBytes(UTF_8), 0, 4);

    assertThatThrownBy(() -> DocumentRecord.parse(out.toBytes()))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageContaining("branch 2");
  }

  @Test
  void shouldRefuseADumpThatIsNoDumpName() {
    Fields plain = TestingDocuments.plain();
    Fields escaping =
        new Fields(
            plain.unit(),
            plain.file(),
            plain.row(),
            "../../CC-MAIN-2024-10",
            plain.id(),
            OptionalDouble.empty(),
            Optional.empty(),
            plain.text());

    assertThatThrownBy(() -> DocumentRecord.parse(escaping.encode()))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageContaining("../../CC-MAIN-2024-10");
  }

  private static String readDump(String dump) throws MalformedRecordException {
    AvroWriter out = new AvroWriter(16);
    out.writeString(dump);
    return new AvroReader(out.toBytes(), 0).readDump();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ".", "..", "a/b", "-a", "_sluice", "a b", "all", "nul", "CC-MAIN-2024-10/.."})
  void shouldRefuseDumpsThatAreNoSafeDirectories(String dump) {
    assertThatThrownBy(() -> readDump(dump))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageContaining(
            "dump \"" + dump + "\" must be unknown or 1 to 128 of the characters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"CC-MAIN-2024-10", "unknown", "wikipedia-2024", "Books3_v1.1"})
  void shouldTakeDumpsOfAllOutputs(String dump) throws MalformedRecordException {
    assertThat(readDump(dump)).isEqualTo(dump);
  }

  @Test
  void shouldRefuseAUnitThatWouldMixWithAnothersCounters() {
    DocumentEncoder encoder = new DocumentEncoder("unit#1\0CC-MAIN-2024-10", "file");
    DocumentEncoder.Head head = new DocumentEncoder.Head(0, "unknown", OptionalDouble.empty());

    assertThatThrownBy(() -> DocumentRecord.parse(encoder.encodeWithoutText(head, new byte[] {1})))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageContaining("NUL");
  }

  @Test
  void shouldNotAllocateWhatOnlyALengthClaims() {
    AvroWriter strings = beginMarker();
    strings.writeLong(Integer.MAX_VALUE - 16);
    AvroWriter string = beginMarker();
    string.writeLong(1);
    string.writeLong(Integer.MAX_VALUE - 16);
    AvroWriter blocks = beginMarker();
    blocks.writeLong(Long.MIN_VALUE);
    blocks.writeLong(0);

    for (AvroWriter claim : List.of(strings, string, blocks)) {
      assertThatThrownBy(() -> EndOfUnit.parse(claim.toBytes()))
          .isInstanceOf(MalformedRecordException.class);
    }
  }

  private static AvroWriter beginMarker() {
    AvroWriter out = new AvroWriter(64);
    out.writeRaw(Schemas.header(Schemas.END_OF_UNIT), 0, Schemas.HEADER_LENGTH);
    out.writeBytes("unit#1".getBytes(UTF_8), 0, 6);
    out.writeLong(0);
    return out;
  }

  @Test
  void shouldReadCollectionsInSizedBlocks() throws MalformedRecordException {
    AvroWriter out = beginMarker();
    out.writeLong(-1); // one entry, and the bytes of the block
    out.writeLong(4);
    out.writeBytes(new byte[] {'a', 'x'}, 0, 1);
    out.writeBytes(new byte[] {'a', 'x'}, 1, 1);
    out.writeLong(1);
    out.writeBytes(new byte[] {'b', 'y'}, 0, 1);
    out.writeBytes(new byte[] {'b', 'y'}, 1, 1);
    for (int end = 0; end < 6; end++) {
      out.writeLong(0);
    }

    assertThat(EndOfUnit.parse(out.toBytes()).quarantined())
        .containsExactly(Map.entry("a", "x"), Map.entry("b", "y"));
  }

  @Test
  void shouldRefuseAMarkerWhoseUnitIsNone() {
    GenericRecord record = new GenericData.Record(Schemas.END_OF_UNIT);
    record.put("unit", "no generation");
    record.put("partition", 0);
    record.put("quarantined", Map.of());
    record.put("ingested", new Counters().nested());
    record.put("curated", new Counters().nested());
    record.put("paths", ByteBuffer.wrap(new byte[0]));
    record.put("sources", Map.of());
    record.put("losses", Map.of());
    byte[] value = Translation.encode(record);

    assertThatThrownBy(() -> EndOfUnit.parse(value))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageContaining("no generation");
  }

  private static AvroWriter beginDocument(String dump) {
    AvroWriter out = new AvroWriter(64);
    out.writeRaw(DocumentRecord.header(), 0, Schemas.HEADER_LENGTH);
    for (String field : new String[] {"unit#1", "file"}) {
      out.writeBytes(field.getBytes(UTF_8), 0, field.length());
    }
    out.writeLong(0);
    out.writeBytes(dump.getBytes(UTF_8), 0, dump.length());
    out.writeBytes(new byte[] {'i'}, 0, 1);
    return out;
  }
}
