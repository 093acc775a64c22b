package dev.sluice.jobs.dedup;

import dev.sluice.jobs.dedup.stage.BandAppender;
import dev.sluice.jobs.dedup.stage.DocumentSpill;
import dev.sluice.jobs.documents.DocumentFile;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentResults;
import dev.sluice.jobs.documents.ParquetDocuments;
import dev.sluice.jobs.process.ProcessMemory;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.util.List;

/** Spills keys and features of documents, with a checkpoint now and then. Used by one thread. */
final class SignaturePass implements DocumentResults<SignedPiece> {
  private final DocumentSpill spill;
  private final BandAppender appender;
  private final ProcessMemory memory;
  private ReadPosition read;
  private long sinceMark;

  SignaturePass(DocumentSpill spill, ProcessMemory memory) {
    this.spill = spill;
    this.appender = spill.appender();
    this.memory = memory;
    this.read = ReadPosition.of(spill.reading());
  }

  /** The position to resume at. */
  ReadPosition read() {
    return read;
  }

  @Override
  public void begun(DocumentFile file) throws IOException {
    if (file instanceof ParquetDocuments parquet) {
      memory.check(parquet.table());
    }
  }

  @Override
  public void accept(SignedPiece piece) throws IOException {
    piece.spillTo(spill, appender, read.number());
    read = read.plus(piece.rows(), piece.textBytes());
    sinceMark += piece.textBytes();
    if (sinceMark >= memory.noteBytes()) {
      mark();
    }
  }

  @Override
  public void ended(TextFile file) {
    read = read.nextFile();
  }

  /** Rows before the damage count; the last pass quarantines the file. */
  @Override
  public void broken(TextFile file, SourceFormatException problem) {
    read = read.nextFile();
  }

  private void mark() throws IOException {
    spill.mark(read.json(), List.of(appender));
    sinceMark = 0;
  }

  /** All documents have been read. */
  void finish() throws IOException {
    mark();
    spill.finish(List.of(appender));
  }
}
