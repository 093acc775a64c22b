package dev.sluice.storage.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.DumpName;
import dev.sluice.storage.table.TestingFile;
import dev.sluice.storage.testing.Corpus;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.LongStream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents of FineWeb that somebody has scored: small integers, and no dump. */
class FineWebSourceTest {
  private static final ColumnMapping MAPPING =
      new ColumnMapping(Optional.of("id"), "text", "score", Optional.of("dump"));

  private static final MessageType SCORED =
      TestingFile.schema(
          """
          message schema {
            optional binary id (STRING);
            optional int32 score (INTEGER(8, true));
            optional binary reasoning (STRING);
            optional binary text (STRING);
            optional binary url (STRING);
            optional int64 timestamp (TIMESTAMP(MICROS, false));
            optional binary model (STRING);
            optional int32 input_tokens;
            optional int32 text_length;
          }
          """);

  @TempDir private Path directory;

  @Test
  void shouldReadEveryScoredDocument() throws Exception {
    List<TestingRows.Row> rows = new ArrayList<>();
    List<Group> groups = new ArrayList<>();
    for (int i = 0; i < 250; i++) {
      String text = "Der Senat hat am %d. Mai über die Größe entschieden.\n".formatted(i).repeat(i);
      TestingRows.Row row =
          new TestingRows.Row(
              i,
              Optional.of("<urn:uuid:%08x-def3-48db-906a-1cebd21ae324>".formatted(i)),
              Optional.of(text),
              OptionalDouble.of(i * i % 6),
              DumpName.UNKNOWN);
      rows.add(row);
      groups.add(group(row));
    }
    TestingFile format =
        new TestingFile(CompressionCodecName.SNAPPY, WriterVersion.PARQUET_1_0, true, 100);
    Path file = format.write(directory.resolve("batch.parquet"), SCORED, groups);

    assertThat(TestingRows.read(file, MAPPING)).isEqualTo(rows);
  }

  private static Group group(TestingRows.Row row) {
    String text = row.text().orElseThrow();
    Group group = TestingFile.row(SCORED);
    group.add("id", row.id().orElseThrow());
    group.add("score", (int) row.score().orElseThrow());
    group.add("reasoning", "The text names a court, and what it decided.");
    group.add("text", text);
    group.add("url", "https://example.org/" + row.number());
    group.add("timestamp", 1_767_343_418_124_488L + row.number());
    group.add("model", "a model");
    group.add("input_tokens", text.length() / 4);
    group.add("text_length", text.length());
    return group;
  }

  /** Written by another program. */
  @Test
  @Tag(Corpus.TAG)
  void shouldReadEveryRealDocument() throws Exception {
    int[] scores = new int[6];
    long textBytes = 0;
    for (Path file : Corpus.files()) {
      List<TestingRows.Row> rows = TestingRows.read(file, MAPPING);

      assertThat(rows)
          .extracting(TestingRows.Row::number)
          .containsExactlyElementsOf(LongStream.range(0, 100).boxed().toList());
      for (TestingRows.Row row : rows) {
        assertThat(row.id().orElseThrow()).startsWith("<urn:uuid:");
        assertThat(row.dump()).isEqualTo(DumpName.UNKNOWN);
        scores[(int) row.score().orElseThrow()]++;
        textBytes += row.text().orElseThrow().getBytes(StandardCharsets.UTF_8).length;
      }
    }
    // counted by another reader
    assertThat(scores).containsExactly(795, 242, 172, 238, 406, 147);
    assertThat(textBytes).isEqualTo(14097566L);
  }
}
