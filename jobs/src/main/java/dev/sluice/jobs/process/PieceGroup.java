package dev.sluice.jobs.process;

import dev.sluice.jobs.documents.ByteRows;
import java.util.ArrayList;
import java.util.List;

/**
 * Pieces whose rows become one row group, or one packed part of lines. Where a group ends depends
 * on its pieces alone. Not thread-safe.
 */
final class PieceGroup {
  /** What the rows of a group have about. */
  private static final int BYTES = 8 << 20;

  /** What is told of rows that are not kept is not to grow without end. */
  private static final int TOLD_BYTES = 1 << 20;

  private static final int PIECES = 64;

  private final List<ByteRows> kept = new ArrayList<>();
  private final List<ByteRows> rejects = new ArrayList<>();
  private final List<SideLines> beside = new ArrayList<>();
  private ProcessCounts counts;
  private long bytes;
  private long told;
  private long inputBytes;
  private int pieces;

  PieceGroup(int operators) {
    this.counts = ProcessCounts.none(operators);
  }

  void add(ProcessedPiece piece) {
    pieces++;
    counts = counts.plus(piece.counts());
    inputBytes += piece.inputBytes();
    bytes += piece.kept().length();
    told += piece.rejects().length() + piece.beside().bytes();
    if (piece.kept().size() > 0) {
      kept.add(piece.kept());
    }
    if (piece.rejects().size() > 0) {
      rejects.add(piece.rejects());
    }
    if (piece.beside().bytes() > 0) {
      beside.add(piece.beside());
    }
  }

  /** What was read for it. */
  long inputBytes() {
    return inputBytes;
  }

  /** What is kept of that. */
  long bytes() {
    return bytes;
  }

  boolean isEmpty() {
    return pieces == 0;
  }

  boolean isFull() {
    return bytes >= BYTES || told >= TOLD_BYTES || pieces == PIECES;
  }

  /** The rows to be written, which the caller alone holds then. */
  List<ByteRows> takeKept() {
    List<ByteRows> taken = List.copyOf(kept);
    kept.clear();
    return taken;
  }

  List<ByteRows> rejects() {
    return rejects;
  }

  List<SideLines> beside() {
    return beside;
  }

  ProcessCounts counts() {
    return counts;
  }
}
