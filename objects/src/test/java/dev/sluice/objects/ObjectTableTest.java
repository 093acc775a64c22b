package dev.sluice.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.PermanentException;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.table.RecordBuffer;
import dev.sluice.storage.table.RecordRows;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableRowGroup;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.table.TableWriter;
import dev.sluice.storage.text.InputTree;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables in an object store take few requests. */
class ObjectTableTest {
  private static final int GROUPS = 2;
  private static final int ROWS = 1_500;
  private static final String KEY = "in/a.parquet";

  @TempDir Path directory;

  private final MemoryStore store = new MemoryStore();
  private final FileSystem system =
      new ObjectFileSystemProvider("memory") {
        @Override
        protected ObjectStore open(String authority) {
          return store;
        }
      }.getFileSystem(URI.create("memory://bucket"));

  @BeforeEach
  void write() throws IOException {
    TableFormat format =
        TableFormat.of(
            TableSchema.parse("message x { required binary text (STRING); required int64 n; }"));
    Path file = directory.resolve("table");
    Random random = new Random(1);
    TableWriter writer = new TableWriter(format, file);
    for (int group = 0; group < GROUPS; group++) {
      TableRowGroup rows = new TableRowGroup(format);
      RecordBuffer record = new RecordBuffer();
      for (int row = 0; row < ROWS; row++) {
        byte[] text = new byte[700];
        random.nextBytes(text);
        for (int i = 0; i < text.length; i++) {
          text[i] = (byte) (' ' + (text[i] & 63));
        }
        record.clear();
        record.variable(text, 0, text.length);
        record.int64(row);
        rows.write(record.bytes(), 0, record.length());
      }
      rows.finish();
      writer.append(rows);
    }
    writer.complete();
    store.put(KEY, Files.readAllBytes(file));
  }

  @Test
  void shouldReadTheColumnsOfARowGroupTogether() throws IOException {
    TableFile table = TableFile.open(system.getPath("/" + KEY));
    store.requests();

    for (int group = 0; group < GROUPS; group++) {
      try (RecordRows rows =
          table.rows(group, table.schema(), new RowBuffers(RecordBuffer.MAX_BYTES))) {
        while (rows.next()) {
          assertThat(rows.length()).isPositive();
        }
      }
      assertThat(store.requests()).as("row group %d", group).hasSize(1);
    }
    table.pageBytes(0);
    assertThat(store.requests()).as("headers of all pages").hasSize(1);
  }

  @Test
  void shouldAskForTheNextRowGroupWhileOneIsRead() throws IOException, InterruptedException {
    Path file = system.getPath("/" + KEY);
    TableFile table = TableFile.open(file);
    TableSchema schema = table.schema().only(Set.of("text"));
    try (RecordRows reader = table.rows(schema, new RowBuffers(1 << 20))) {
      store.requests();
      long rows = 0;
      while (reader.next()) {
        rows++;
        if (rows == 1) {
          assertThat(readsAfterAWhile()).isEqualTo(GROUPS);
        }
      }
      assertThat(rows).isEqualTo((long) GROUPS * ROWS);
      assertThat(store.requests()).as("read twice").isEmpty();
    }
  }

  private long readsAfterAWhile() throws InterruptedException {
    long reads = 0;
    for (int i = 0; i < 6_000 && reads < GROUPS; i++) {
      reads += store.requests().size();
      Thread.sleep(10);
    }
    return reads;
  }

  /** As a decompressor reads. */
  @Test
  void shouldAskForMoreAndMoreOfAStream() throws IOException {
    byte[] content = new byte[40 << 20];
    new Random(2).nextBytes(content);
    store.put("in/packed", content);
    byte[] read;
    try (InputStream in =
        new BufferedInputStream(SourceFile.stream(system.getPath("/in/packed")), 64 << 10)) {
      read = in.readAllBytes();
    }

    assertThat(read).isEqualTo(content);
    assertThat(store.requests().stream().filter(request -> request.startsWith("read")))
        .hasSizeLessThan(14);
  }

  @Test
  void shouldOpenWhatWasListedWithoutAskingAgain() throws IOException {
    List<InputTree.Entry> files = InputTree.below(system.getPath("/in")).files();
    assertThat(files).extracting(InputTree.Entry::name).containsExactly("a.parquet");
    Path found = files.get(0).found();
    assertThat(found).isEqualTo(system.getPath("/" + KEY));
    store.requests();

    assertThat(Files.size(found)).isEqualTo(store.head(KEY).orElseThrow().bytes());
    store.requests();
    SourceFile.stream(found).read();
    assertThat(store.requests()).hasSize(1).allMatch(request -> request.startsWith("read"));

    store.put(KEY, "something else of another length");
    assertThatThrownBy(() -> SourceFile.stream(found).read())
        .isInstanceOf(PermanentException.class);
  }
}
