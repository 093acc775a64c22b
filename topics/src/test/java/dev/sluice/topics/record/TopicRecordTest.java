package dev.sluice.topics.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TopicRecordTest {
  private static final WriterSchemas SCHEMAS = WriterSchemas.shipped();
  private static final EndOfUnit MARKER = TestingMarkers.full().forPartition(4);
  private static final Forget FORGET = new Forget("CC-MAIN-2024-10", "some id", 4, List.of());

  @Test
  void shouldReadEachKindOfRecord() throws Exception {
    byte[] document = TestingDocuments.plain().encode();

    assertThat(SCHEMAS.read(document))
        .isInstanceOfSatisfying(
            DocumentRecord.class, read -> assertThat(read.value()).isSameAs(document));
    assertThat(SCHEMAS.read(MARKER.encode())).isInstanceOf(EndOfUnit.class);
    assertThat(SCHEMAS.read(FORGET.encode())).isEqualTo(FORGET);
  }

  @Test
  void shouldRefuseEverythingElse() {
    byte[] reject = Reject.encode("some reason", 0, 0, new byte[0]);

    for (byte[] value : new byte[][] {null, {}, {1, 2, 3}, reject}) {
      assertThatThrownBy(() -> SCHEMAS.read(value)).isInstanceOf(MalformedRecordException.class);
    }
  }

  @Test
  void shouldReadRecordsThatAreInTheirPlace() throws Exception {
    byte[] id = TestingDocuments.plain().id().getBytes(UTF_8);

    assertThat(SCHEMAS.read(id, TestingDocuments.plain().encode(), 9))
        .isInstanceOf(DocumentRecord.class);
    assertThat(SCHEMAS.read(new byte[0], MARKER.encode(), 4)).isInstanceOf(EndOfUnit.class);
    assertThat(SCHEMAS.read(new byte[0], FORGET.encode(), 4)).isInstanceOf(Forget.class);
  }

  @Test
  void shouldRefuseRecordsOfAnotherPlace() {
    byte[] key = {'a'};

    assertThatThrownBy(() -> SCHEMAS.read(key, TestingDocuments.plain().encode(), 4))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessage("the key of the record differs from the id of its document");
    assertThatThrownBy(() -> SCHEMAS.read(key, MARKER.encode(), 3))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessage("a marker of partition 4 is in partition 3");
    assertThatThrownBy(() -> SCHEMAS.read(key, FORGET.encode(), 3))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessage("a marker of partition 4 is in partition 3");
  }
}
