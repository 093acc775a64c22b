package dev.sluice.jobs.dedup;

import dev.sluice.jobs.dedup.stage.SetSpill;
import dev.sluice.jobs.documents.DocumentFile;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentResults;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;

/** Spills the shingle sets of candidates, with a checkpoint now and then. Used by one thread. */
final class SetPass implements DocumentResults<SetPiece> {
  private static final int ROWS_A_NOTE = 1 << 20;

  private final SetSpill spill;
  private final long noteBytes;
  private ReadPosition read;
  private ReadPosition marked;

  SetPass(SetSpill spill, long noteBytes) {
    this.spill = spill;
    this.noteBytes = noteBytes;
    this.read = ReadPosition.of(spill.reading());
    this.marked = read;
  }

  /** The position to resume at. */
  ReadPosition read() {
    return read;
  }

  @Override
  public void begun(DocumentFile file) {
    // that it can be read in its share has been seen before
  }

  @Override
  public void accept(SetPiece piece) throws IOException {
    piece.spillTo(spill);
    read = read.plus(piece.rows(), piece.bytes());
    if (read.textBytes() - marked.textBytes() >= noteBytes
        || read.number() - marked.number() >= ROWS_A_NOTE) {
      spill.mark(read.json());
      marked = read;
    }
  }

  @Override
  public void ended(TextFile file) {
    read = read.nextFile();
  }

  @Override
  public void broken(TextFile file, SourceFormatException problem) {
    read = read.nextFile();
  }

  /** All sets have been added. */
  void finish() throws IOException {
    spill.finish(read.json());
  }
}
