package dev.sluice.jobs.process;

import dev.sluice.jobs.documents.ByteRows;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableRowGroup;
import dev.sluice.storage.table.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

/** A Parquet file; each group of pieces is a row group. */
final class TableOutput implements FileOutput {
  private final TableFormat format;
  private final Path file;
  private TableWriter writer;

  /** Resumes after the file's last checkpoint, if it has one. */
  TableOutput(TableFormat format, Path file) throws IOException {
    this.format = format;
    this.file = file;
    this.writer = TableWriter.continueAt(format, file);
  }

  @Override
  public boolean continueAt(Position position) {
    return position.outputRows() == writer.rows() && position.outputBytes() == writer.bytes();
  }

  /** Also for a new file. */
  @Override
  public void startOver() throws IOException {
    writer.discard();
    writer = new TableWriter(format, file);
  }

  @Override
  public Callable<Packed> packing(List<ByteRows> rows) {
    return () -> {
      TableRowGroup group = new TableRowGroup(format);
      for (ByteRows piece : rows) {
        for (int row = 0; row < piece.size(); row++) {
          group.write(piece.bytes(), piece.offset(row), piece.length(row));
        }
      }
      group.finish();
      return () -> writer.append(group);
    };
  }

  @Override
  public long rows() {
    return writer.rows();
  }

  @Override
  public long bytes() {
    return writer.bytes();
  }

  /** Nothing: the writer's own checkpoint needs the recorded position. */
  @Override
  public void beforeNote() {}

  @Override
  public void afterNote() throws IOException {
    writer.checkpoint();
  }

  @Override
  public void complete() throws IOException {
    writer.close();
    writer.release();
  }

  @Override
  public void close() throws IOException {
    writer.release();
  }
}
