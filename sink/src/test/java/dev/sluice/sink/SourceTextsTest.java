package dev.sluice.sink;

import static dev.sluice.sink.TestingSink.utf8;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.shard.ShardWriter;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.RowTexts;
import dev.sluice.storage.source.TextHandOver;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.write.ShardCompression;
import dev.sluice.topics.progress.PinnedUnits;
import dev.sluice.topics.record.DocumentEncoder;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.SelectedRows;
import dev.sluice.topics.record.SelectedRows.SelectedRow;
import dev.sluice.topics.record.TextDigest;
import dev.sluice.topics.record.TextPointer;
import dev.sluice.topics.record.TopicDocument;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceTextsTest {
  private static final TopicPartition PARTITION = TestingSink.partition(0);
  private static final ColumnMapping COLUMNS =
      new ColumnMapping(Optional.of("id"), "text", "score", Optional.empty());

  @TempDir Path root;
  private Path file;
  private SourceTexts texts;

  @BeforeEach
  void setUp() throws IOException {
    file = root.resolve("input/source.parquet");
    Files.createDirectories(file.getParent());
    write("text of row ");
    texts =
        new SourceTexts(
            Optional.of(new SinkSettings.Source(file.getParent(), COLUMNS)),
            PinnedUnits.NONE,
            1 << 20);
  }

  /** A source of three row groups of two rows. */
  private void write(String prefix) throws IOException {
    write(IntStream.range(0, 6).mapToObj(i -> prefix + i).toList(), 2);
  }

  private void write(List<String> rows, int rowGroupRows) throws IOException {
    Files.deleteIfExists(file);
    ShardFormat format =
        new ShardFormat(ColumnRole.FIELDS, ShardCompression.ZSTD, 3, 8 << 10, 1 << 20);
    ShardWriter writer = new ShardWriter(format, file);
    for (int i = 0; i < rows.size(); i++) {
      byte[] text = utf8(rows.get(i));
      writer.write(new ShardRow(utf8("id-" + i), text, 0, text.length, 4.5, "unknown"));
      if ((i + 1) % rowGroupRows == 0) {
        writer.flushRowGroup();
      }
    }
    writer.close(new TreeMap<>());
  }

  private static TextPointer pointer(int rowGroup, String text) {
    byte[] bytes = utf8(text);
    return new TextPointer(
        rowGroup, text.length(), TextDigest.sha256(bytes, 0, bytes.length), true);
  }

  private static DocumentRecord document(long row, TextPointer pointer) throws Exception {
    return DocumentRecord.parse(
        new TestingRecords(PARTITION).document("unknown", row, pointer).all().get(0).value());
  }

  /** A row whose text stays in the source with all others. */
  private static SelectedRow selected(int rowGroup, long row, String text) throws Exception {
    return selected(rowGroup, row, text, "");
  }

  private static SelectedRow selected(int rowGroup, long row, String text, String columns)
      throws Exception {
    return selected("CC-MAIN-2024-10#1", rowGroup, row, text, columns);
  }

  private static SelectedRow selected(
      String unit, int rowGroup, long row, String text, String columns) throws Exception {
    TextDigest hash = TextDigest.crc(ByteBuffer.wrap(utf8(text)), ByteBuffer.wrap(utf8(columns)));
    SelectedRows.Encoder encoder = new SelectedRows.Encoder(unit, "source.parquet", rowGroup);
    encoder.add(
        new DocumentEncoder.Head(row, "unknown", OptionalDouble.of(4.5)),
        utf8("id-" + row),
        Optional.of(new TextPointer(rowGroup, text.length(), hash, true)));
    return SelectedRows.parse(encoder.take().orElseThrow()).documents().get(0);
  }

  private static byte[] read(SourceTexts texts, SelectedRow row) throws IOException {
    return read(texts, row, row.pointer().orElseThrow());
  }

  private static byte[] read(SourceTexts texts, TopicDocument document, TextPointer pointer)
      throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    texts.read(
        document,
        pointer,
        (text, columns) ->
            read.write(text.array(), text.arrayOffset() + text.position(), text.remaining()));
    return read.toByteArray();
  }

  @Test
  void shouldReadBackTheTextThatADocumentPointsAt() throws Exception {
    TextPointer pointer = pointer(1, "text of row 3");

    assertThat(read(texts, document(3, pointer), pointer)).isEqualTo(utf8("text of row 3"));
  }

  /** The hash covers what the row carries along, here its dump: a level, a length and the bytes. */
  @Test
  void shouldReadColumnsBesideTheTextAndCompareBoth() throws Exception {
    TableSchema carried = TableSchema.parse("message m { optional binary dump (STRING); }");
    SourceTexts carrying =
        new SourceTexts(
            Optional.of(
                new SinkSettings.Source(
                    file.getParent(), COLUMNS.carrying(Optional.of(carried)), Optional.empty())),
            PinnedUnits.NONE,
            1 << 20);
    SelectedRow row = selected(1, 3, "text of row 3", "\1\7unknown");
    SelectedRow other = selected(1, 3, "text of row 3", "\1\7CC-MAIN");

    List<String> read = new ArrayList<>();
    carrying.read(
        row,
        row.pointer().orElseThrow(),
        (text, columns) -> read.add(UTF_8.decode(columns.duplicate()).toString()));
    assertThat(read).containsExactly("\1\7unknown");
    assertThatThrownBy(() -> read(carrying, other))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("source.parquet row 3 has changed since it was ingested");
    assertThatThrownBy(() -> read(texts, row)).isInstanceOf(IOException.class);
  }

  @Test
  void shouldTakeTheTextThatIngestHasLeft() throws Exception {
    SourceTexts handed = handed("text of row 3");
    Files.delete(file);

    assertThat(read(handed, selected(1, 3, "text of row 3"))).isEqualTo(utf8("text of row 3"));
  }

  @Test
  void shouldReadTheSourceWhereIngestHasLeftAnotherText() throws Exception {
    assertThat(read(handed("text of row X"), selected(1, 3, "text of row 3")))
        .isEqualTo(utf8("text of row 3"));
  }

  /** With a text that another file of this name had. */
  private SourceTexts handed(String text) {
    TextHandOver handOver = new TextHandOver(1 << 20);
    RowTexts row = handOver.begin("source.parquet", 1);
    ByteBuffer columns = ByteBuffer.allocate(0);
    ByteBuffer content = ByteBuffer.wrap(utf8(text));
    row.add(3, content, columns, TextDigest.crc(content, columns).crcs());
    row.publish();
    return new SourceTexts(
        Optional.of(new SinkSettings.Source(file.getParent(), COLUMNS, Optional.of(handOver))),
        PinnedUnits.NONE,
        1 << 20);
  }

  /** Reading the rows of a row group one by one must not decompress all of it for each. */
  @Test
  void shouldUnpackNothingButThePageOfTheRow() throws Exception {
    Random random = new Random(1);
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      rows.add(TestingRecords.text(random, 20_000));
    }
    write(rows, 6);
    byte[] bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, bytes.length / 20, bytes.length / 10, (byte) 0); // of the first row's page
    Files.write(file, bytes);
    TextPointer pointer = pointer(0, rows.get(4));

    assertThat(read(texts, document(4, pointer), pointer)).isEqualTo(utf8(rows.get(4)));
  }

  @Test
  void shouldSayThatAChangedFileHasNoSuchRow() throws Exception {
    TextPointer pointer = pointer(1, "text of row 3");
    DocumentRecord document = document(5, pointer);

    assertThatThrownBy(() -> read(texts, document, pointer))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the text of source.parquet row 5 has changed since it was ingested");
  }

  @Test
  void shouldRefuseATextThatItsMemoryIsTooSmallFor() throws Exception {
    SourceTexts small =
        new SourceTexts(
            Optional.of(new SinkSettings.Source(file.getParent(), COLUMNS)),
            PinnedUnits.NONE,
            1 << 20,
            6);
    TextPointer pointer = pointer(1, "text of row 3");

    assertThatThrownBy(() -> read(small, document(3, pointer), pointer))
        .isInstanceOfSatisfying(
            IOException.class, error -> assertThat(IoRetry.canMend(error)).isFalse())
        .hasMessageContaining(
            "row 3 has 13 bytes, but with the current memory, a text can have at most 6 bytes")
        .hasMessageEndingWith("Set memory to 3 times as much");
  }

  @Test
  void shouldWriteItToTheShardLikeAnyOther() throws Exception {
    TestingSink pointing =
        TestingSink.in(root.resolve("pointing"))
            .withSource(new SinkSettings.Source(file.getParent(), COLUMNS));
    TestingSink plain = TestingSink.in(root.resolve("plain"));

    TestingSink.feed(
        pointing.open(PARTITION),
        new TestingRecords(PARTITION)
            .document("unknown", 3, pointer(1, "text of row 3"))
            .marker("d#1")
            .all());
    TestingSink.feed(
        plain.open(PARTITION),
        new TestingRecords(PARTITION).document("unknown", "text of row 3").marker("d#1").all());

    assertThat(pointing.contents("en")).isEqualTo(plain.contents("en"));
  }

  @Test
  void shouldNotSkipATextWhoseSourceIsGone() throws Exception {
    TextPointer pointer = pointer(1, "text of row 3");
    DocumentRecord document = document(3, pointer);
    Files.delete(file);

    assertThatThrownBy(() -> read(texts, document, pointer))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("the text of source.parquet row 3 is still needed");
  }

  @Test
  void shouldNotTakeAnotherTextForIt() throws Exception {
    TextPointer pointer = pointer(1, "text of row 3");
    DocumentRecord document = document(3, pointer);
    write("changed text ");

    assertThatThrownBy(() -> read(texts, document, pointer))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the text of source.parquet row 3 has changed since it was ingested");
  }

  /** As after a repair: the first generation was read with the footer that the file had then. */
  @Test
  void shouldReadTheFileOfEachGenerationAnew() throws Exception {
    SelectedRow before = selected("CC-MAIN-2024-10#1", 1, 3, "text of row 3", "");
    assertThat(read(texts, before)).isEqualTo(utf8("text of row 3"));
    write(List.of("other text 0", "other text 1", "other text 2"), 3);

    SelectedRow after = selected("CC-MAIN-2024-10#2", 0, 2, "other text 2", "");

    assertThat(read(texts, after)).isEqualTo(utf8("other text 2"));
  }

  @Test
  void shouldSayThatAChangedFileHasNoSuchRowGroup() throws Exception {
    TextPointer pointer = pointer(7, "text of row 3");
    DocumentRecord document = document(3, pointer);

    assertThatThrownBy(() -> read(texts, document, pointer))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the text of source.parquet row 3 has changed since it was ingested");
  }

  @Test
  void shouldSayWhichSettingIsMissing() throws Exception {
    TextPointer pointer = pointer(1, "text of row 3");
    DocumentRecord document = document(3, pointer);

    assertThatThrownBy(
            () -> read(new SourceTexts(Optional.empty(), PinnedUnits.NONE, 0), document, pointer))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Set input.path");
  }
}
