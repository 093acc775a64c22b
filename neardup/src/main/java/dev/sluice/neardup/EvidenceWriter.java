package dev.sluice.neardup;

import dev.sluice.storage.output.Json;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.table.RecordBuffer;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableRowGroup;
import dev.sluice.storage.table.TableWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Writes an {@link EvidenceFile}. Its bytes are a function of the rows. Memory: a row group of 8
 * MiB. Not thread-safe.
 */
public final class EvidenceWriter implements Closeable {
  private static final int GROUP_BYTES = 8 << 20;

  private final Publication publication;
  private final Path temporary;
  private final TableFormat format;
  private final TableWriter table;
  private final RecordBuffer record = new RecordBuffer();
  private TableRowGroup group;
  private long groupBytes;

  /**
   * Creates a temporary file.
   *
   * @param keptGroups groups from which only copies are removed
   */
  public EvidenceWriter(Publication publication, List<String> keptGroups) throws IOException {
    this.publication = publication;
    this.format =
        new TableFormat(
            EvidenceFile.SCHEMA,
            EvidenceFile.REPEATED,
            keptGroups.isEmpty()
                ? Map.of()
                : Map.of(EvidenceFile.KEPT_GROUPS, Json.text(keptGroups)),
            TableFormat.LEVEL,
            TableFormat.PAGE_BYTES);
    this.temporary = publication.temporaryName("evidence");
    Files.createDirectories(temporary.getParent());
    this.table = new TableWriter(format, temporary);
    this.group = new TableRowGroup(format);
  }

  /** Adds a row. */
  public void add(Match match) throws IOException {
    EvidenceFile.encode(match, record);
    group.write(record.bytes(), 0, record.length());
    groupBytes += record.length();
    if (groupBytes >= GROUP_BYTES) {
      endGroup();
    }
  }

  private void endGroup() throws IOException {
    group.finish();
    table.append(group);
    group = new TableRowGroup(format);
    groupBytes = 0;
  }

  /** Publishes the complete file after flushing it to disk. An existing file is replaced. */
  public void publish(Path target) throws IOException {
    if (groupBytes > 0) {
      endGroup();
    }
    table.complete();
    table.close();
    publication.replace(temporary, target);
  }

  /** Deletes the temporary file. */
  @Override
  public void close() {
    table.discard();
  }
}
