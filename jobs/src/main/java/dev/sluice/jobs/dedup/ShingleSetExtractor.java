package dev.sluice.jobs.dedup;

import dev.sluice.jobs.dedup.method.TrueSimilarity;
import dev.sluice.jobs.dedup.stage.SetSpill;
import dev.sluice.jobs.documents.DocumentCursor;
import dev.sluice.jobs.documents.DocumentPiece;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentWork;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Builds the shingle sets of candidates. Pieces are started in order, so candidates are read once,
 * in parallel to them.
 */
final class ShingleSetExtractor implements DocumentWork<SetPiece> {
  private final RowNumbers numbers;
  private final SetSpill spill;
  private final TrueSimilarity rule;
  private final ConcurrentLinkedQueue<ShingleSet> free = new ConcurrentLinkedQueue<>();

  ShingleSetExtractor(RowNumbers numbers, SetSpill spill, TrueSimilarity rule) {
    this.numbers = numbers;
    this.spill = spill;
    this.rule = rule;
  }

  @Override
  public Callable<SetPiece> begin(DocumentPiece piece) throws IOException {
    long first = numbers.first(piece);
    long[] wanted = spill.wanted(first, first + piece.size());
    return () -> gather(piece, first, wanted);
  }

  private SetPiece gather(DocumentPiece piece, long first, long[] wanted) {
    SetPiece gathered = new SetPiece(piece.size());
    ShingleSet shingles = Optional.ofNullable(free.poll()).orElseGet(() -> new ShingleSet(rule));
    DocumentCursor cursor = piece.cursor();
    long row = first;
    for (int next = 0; next < wanted.length && cursor.next(); row++) {
      if (row == wanted[next]) {
        next++;
        if (cursor.hasDocument()) {
          add(row, cursor, shingles, gathered);
        }
      }
    }
    free.add(shingles);
    return gathered;
  }

  private static void add(
      long document, DocumentCursor cursor, ShingleSet shingles, SetPiece gathered) {
    shingles
        .of(cursor.textArray(), cursor.textOffset(), cursor.textBytes())
        .ifPresent(set -> gathered.add(document, set));
  }
}
