package dev.sluice.jobs.process;

import dev.sluice.storage.rows.ByteRows;
import java.util.ArrayList;
import java.util.List;

/**
 * Pieces whose rows become one row group, or one compressed part of lines. Its end depends on its
 * pieces alone. Not thread-safe.
 */
final class PieceGroup {
  /** Approximate size of a group's rows. */
  private static final int BYTES = 8 << 20;

  /** Bounds the diagnostics of rows that are not kept. */
  private static final int REPORTED_BYTES = 1 << 20;

  private static final int PIECES = 64;

  private final List<ByteRows> kept = new ArrayList<>();
  private final List<ByteRows> rejects = new ArrayList<>();
  private final List<SideLines> beside = new ArrayList<>();
  private ProcessCounts counts;
  private long bytes;
  private long reported;
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
    reported += piece.rejects().length() + piece.beside().bytes();
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

  /** Bytes read for it. */
  long inputBytes() {
    return inputBytes;
  }

  /** Bytes kept of them. */
  long bytes() {
    return bytes;
  }

  boolean isEmpty() {
    return pieces == 0;
  }

  boolean isFull() {
    return bytes >= BYTES || reported >= REPORTED_BYTES || pieces == PIECES;
  }

  /** Hands the rows to be written over to the caller. */
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
