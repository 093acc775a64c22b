package dev.sluice.jobs.duplicates;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.jobs.duplicates.KeptCopies.KeptDocument;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.storage.table.RecordBuffer;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableRowGroup;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.table.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * Writes a Parquet file with the number of removed copies of each kept document that has any. Its
 * bytes are a function of the evidence.
 */
public final class CopiesFile {
  private static final TableFormat FORMAT =
      new TableFormat(
          TableSchema.parse(
              """
              message copies {
                required binary id (STRING);
                required binary dump (STRING);
                required binary bucket (STRING);
                required int64 copies;
                required int64 identical;
              }\
              """),
          Set.of("dump", "bucket"),
          Map.of(),
          TableFormat.LEVEL,
          TableFormat.PAGE_BYTES);

  private static final int GROUP_ROWS = 1 << 17;

  private final TableWriter writer;
  private final RecordBuffer record = new RecordBuffer();
  private TableRowGroup group = new TableRowGroup(FORMAT);

  private CopiesFile(TableWriter writer) {
    this.writer = writer;
  }

  /**
   * Writes the file.
   *
   * @param target a file on a local disk, which is replaced
   * @return the number of kept documents with copies
   */
  public static long write(EvidenceFiles evidence, Path target) throws IOException {
    TemporaryFile file = new TemporaryFile(target);
    Files.createDirectories(target.toAbsolutePath().getParent());
    Files.deleteIfExists(file.path());
    long rows;
    try (TableWriter writer = new TableWriter(FORMAT, file.path())) {
      CopiesFile copies = new CopiesFile(writer);
      KeptCopies.forEach(evidence, copies::add);
      copies.endGroup();
      writer.complete();
      rows = writer.rows();
    }
    file.publish();
    return rows;
  }

  private void add(KeptDocument kept) throws IOException {
    DocumentOrigin document = kept.document();
    record.clear();
    text(document.id());
    text(document.dump());
    text(document.bucket());
    record.int64(kept.copies());
    record.int64(kept.identical());
    group.write(record.bytes(), 0, record.length());
    if (group.rows() == GROUP_ROWS) {
      endGroup();
    }
  }

  private void text(String text) {
    byte[] utf8 = text.getBytes(UTF_8);
    record.variable(utf8, 0, utf8.length);
  }

  private void endGroup() throws IOException {
    group.finish();
    writer.append(group);
    group = new TableRowGroup(FORMAT);
  }
}
