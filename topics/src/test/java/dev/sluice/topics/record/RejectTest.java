package dev.sluice.topics.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.junit.jupiter.api.Test;

class RejectTest {
  @Test
  void shouldKeepRawBytesReasonAndCoordinates() throws IOException {
    byte[] raw = {0, -1, 2};

    GenericRecord read =
        new BinaryMessageDecoder<GenericRecord>(GenericData.get(), Schemas.REJECT)
            .decode(Reject.encode("invalid_text", 3, 1L << 40, raw));

    assertThat(read.get("reason")).hasToString("invalid_text");
    assertThat(read.get("partition")).isEqualTo(3);
    assertThat(read.get("offset")).isEqualTo(1L << 40);
    assertThat(read.get("record")).isEqualTo(ByteBuffer.wrap(raw));
  }

  @Test
  void shouldFitWhateverWasSent() throws IOException {
    byte[] raw = new byte[100_000];
    raw[9] = 7;

    byte[] fits = Reject.encode("reason", 0, 0, raw, 102_048);
    byte[] cut = Reject.encode("\u6f22".repeat(5000), 0, 0, raw, 90_000);

    assertThat(decoded(fits).get("record")).isEqualTo(ByteBuffer.wrap(raw));
    assertThat(cut).hasSizeLessThan(90_000);
    assertThat(decoded(cut).get("record")).isEqualTo(ByteBuffer.wrap(raw, 0, 90_000 - 2048));
    assertThat(decoded(cut).get("reason").toString())
        .endsWith("... (the first 87952 of 100000 bytes)")
        .hasSizeLessThan(400);
  }

  private static GenericRecord decoded(byte[] reject) throws IOException {
    return new BinaryMessageDecoder<GenericRecord>(GenericData.get(), Schemas.REJECT)
        .decode(reject);
  }

  @Test
  void shouldBeNeitherDocumentNorMarker() {
    byte[] reject = Reject.encode("r", 0, 0, TestingDocuments.plain().encode());

    assertThat(DocumentRecord.matches(reject)).isFalse();
    assertThat(EndOfUnit.matches(reject)).isFalse();
  }

  @Test
  void shouldReadBackWhatWasRejected() throws MalformedRecordException {
    byte[] raw = {0, -1, 2};

    Reject read = Reject.parse(Reject.encode("invalid_text", 3, 1L << 40, raw));

    assertThat(read.reason()).isEqualTo("invalid_text");
    assertThat(read.partition()).isEqualTo(3);
    assertThat(read.offset()).isEqualTo(1L << 40);
    assertThat(read.record()).isEqualTo(raw);
  }

  @Test
  void shouldSayWhatIsWrongWithARejectThatIsCutOff() {
    byte[] reject = Reject.encode("invalid_text", 3, 7, new byte[] {1, 2, 3});

    for (int length = 0; length < reject.length; length++) {
      byte[] part = Arrays.copyOf(reject, length);
      assertThatThrownBy(() -> Reject.parse(part)).isInstanceOf(MalformedRecordException.class);
    }
  }
}
