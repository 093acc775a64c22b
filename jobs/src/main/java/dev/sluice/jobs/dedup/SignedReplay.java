package dev.sluice.jobs.dedup;

import dev.sluice.jobs.dedup.method.DuplicateMethod;
import dev.sluice.jobs.dedup.stage.DocumentSpill;
import dev.sluice.jobs.process.ProcessMemory;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.PartDirectory.FinishedPart;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** The first pass of a join: the pieces that parts have signed, as if files had just been read. */
final class SignedReplay implements SignedFile.Receiver {
  private final List<TextFile> files;
  private final SignaturePass pass;
  private final JobProgress progress;
  private final long planned;
  private final int skippedFiles;
  private final long skippedRows;
  private int file;
  private long row;
  private long read;
  private long rows;

  private SignedReplay(List<TextFile> files, SignaturePass pass, JobProgress progress) {
    this.files = files;
    this.pass = pass;
    this.progress = progress;
    this.planned = files.stream().mapToLong(TextFile::bytes).sum();
    this.skippedFiles = pass.read().ended().size();
    this.skippedRows = pass.read().row();
  }

  /** Spills all documents, from the position of an earlier invocation on. */
  static void run(
      JoinedParts parts,
      List<TextFile> files,
      DuplicateMethod method,
      DocumentSpill spill,
      ProcessMemory memory,
      JobProgress progress)
      throws IOException {
    SignaturePass pass = new SignaturePass(spill, memory);
    SignedReplay replay = new SignedReplay(files, pass, progress);
    for (FinishedPart part : parts.parts()) {
      Path signed = parts.file(part, NearDuplicateParts.SIGNED);
      try {
        SignedFile.read(signed, method, replay);
      } catch (UncheckedIOException e) { // of what receives the pieces
        throw e.getCause();
      } catch (IOException e) {
        throw part.unreadable(signed, e);
      }
    }
    pass.finish();
  }

  @Override
  public void piece(SignedPiece piece) {
    boolean before = file < skippedFiles || file == skippedFiles && row < skippedRows;
    row += piece.rows();
    rows += piece.rows();
    if (!before) {
      accept(piece);
    }
    progress.reached(
        new JobPosition(JobPhase.READING, read, planned, rows, files.get(file).name()));
  }

  private void accept(SignedPiece piece) {
    try {
      pass.accept(piece);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void fileEnded() {
    read += files.get(file).bytes();
    if (file >= skippedFiles) {
      pass.ended(files.get(file));
    }
    file++;
    row = 0;
  }
}
