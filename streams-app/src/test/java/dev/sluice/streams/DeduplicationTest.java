package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.DedupScope;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeduplicationTest {
  private static final String UUID_ID = "<urn:uuid:0f8fad5b-d9cb-469f-a165-70867728950e>";

  @TempDir private Path stateDir;

  @Test
  void shouldKeepTheFirstOfTwoCopies() {
    TestingDocument first = TestingDocument.of(UUID_ID, 1.5);
    TestingDocument second = first.fromRow(9).withText("another text");
    try (TestingCuration curation = TestingCuration.open(stateDir, DedupScope.BUCKET)) {
      curation.send(first, second);

      assertThat(curation.documents("low")).containsExactly(first.value());
    }
  }

  @Test
  void shouldDropTheCopyOfAnotherDumpAndUnit() {
    TestingDocument first = TestingDocument.of("a", 1.5);
    TestingDocument second = first.inDump("CC-MAIN-2024-18").inUnit("CC-MAIN-2024-18#1");
    try (TestingCuration curation = TestingCuration.open(stateDir, DedupScope.BUCKET)) {
      curation.send(first, second);

      assertThat(curation.documents("low")).containsExactly(first.value());
    }
  }

  @Test
  void shouldKeepAnIdOncePerBucket() {
    TestingDocument low = TestingDocument.of("a", 1.5);
    TestingDocument high = TestingDocument.of("a", 4);
    try (TestingCuration curation = TestingCuration.open(stateDir, DedupScope.BUCKET)) {
      curation.send(low, high, low.fromRow(1), high.fromRow(1));

      assertThat(curation.documents("low")).containsExactly(low.value());
      assertThat(curation.documents("high")).containsExactly(high.value());
    }
  }

  @Test
  void shouldKeepAnIdOnceInAllBucketsWhenTheScopeIsGlobal() {
    TestingDocument low = TestingDocument.of("a", 1.5);
    TestingDocument high = TestingDocument.of("a", 4);
    try (TestingCuration curation = TestingCuration.open(stateDir, DedupScope.GLOBAL)) {
      curation.send(high, low);

      assertThat(curation.documents("low")).isEmpty();
      assertThat(curation.documents("high")).containsExactly(high.value());
    }
  }

  @Test
  void shouldLetTheFirstKeptCopyWinWhenTheScopeIsGlobal() {
    TestingDocument sampledOut = TestingDocument.of("a", 2.5);
    TestingDocument broken = TestingDocument.of("a", 1.5).withText(new byte[] {(byte) 0xC0});
    TestingDocument kept = TestingDocument.of("a", 4);
    try (TestingCuration curation = TestingCuration.open(stateDir, DedupScope.GLOBAL)) {
      curation.send(sampledOut, broken, kept);

      assertThat(curation.documents("high")).containsExactly(kept.value());
    }
  }

  @Test
  void shouldKeepEveryCopyWhenTheScopeIsNone() {
    TestingDocument first = TestingDocument.of("a", 1.5);
    try (TestingCuration curation = TestingCuration.open(stateDir, DedupScope.NONE)) {
      curation.send(first, first.fromRow(1), first.fromRow(2));

      assertThat(curation.documents("low"))
          .containsExactly(first.value(), first.fromRow(1).value(), first.fromRow(2).value());
    }
  }

  @Test
  void shouldDistinguishAllDifferentIds() {
    String[] ids = {
      UUID_ID,
      UUID_ID.toUpperCase(Locale.ROOT),
      UUID_ID.substring(1, UUID_ID.length() - 1),
      UUID_ID + " ",
      UUID_ID.replace('0', '1'),
      "0f8fad5b-d9cb-469f-a165-70867728950e",
      "0f8fad5bd9cb469fa16570867728950e",
      "data/a.parquet#7",
      " ",
      "ä"
    };
    try (TestingCuration curation = TestingCuration.open(stateDir, DedupScope.BUCKET)) {
      for (String id : ids) {
        curation.send(TestingDocument.of(id, 1.5), TestingDocument.of(id, 1.5).fromRow(1));
      }

      assertThat(curation.curated("low"))
          .extracting(record -> new String(record.key(), UTF_8))
          .containsExactly(ids);
    }
  }

  @Test
  void shouldRememberIdsOverARestart() {
    TestingDocument first = TestingDocument.of("a", 1.5);
    try (TestingCuration curation = TestingCuration.open(stateDir, DedupScope.BUCKET)) {
      curation.send(first);
    }
    try (TestingCuration curation = TestingCuration.open(stateDir, DedupScope.BUCKET)) {
      curation.send(first, first.fromRow(1), TestingDocument.of("b", 1.5));

      assertThat(curation.documents("low")).containsExactly(TestingDocument.of("b", 1.5).value());
    }
  }
}
