package dev.sluice.jobs.dedup;

import dev.sluice.core.Bytes;
import dev.sluice.jobs.dedup.method.DuplicateMethod;
import dev.sluice.jobs.dedup.method.ExactMethod;
import dev.sluice.jobs.dedup.method.Signer;
import dev.sluice.jobs.dedup.method.UnitPosition;
import dev.sluice.jobs.dedup.stage.BandAppender;
import dev.sluice.jobs.dedup.stage.DocumentSpill;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * Keys and features of the documents of one piece, or of their paragraphs or lines. Every row
 * counts as a document, even without a text, so a document's number is that of its row. Filled by
 * one thread, then read by another.
 */
final class SignedPiece {
  private static final int FIRST_ROWS = 512;

  private final int signatureBytes;
  private final boolean ofParts;
  private int[] counts = new int[FIRST_ROWS];
  private double[] scores = new double[FIRST_ROWS];
  private int[] lengths = new int[FIRST_ROWS];
  private long[] keys = new long[FIRST_ROWS * 4];
  private byte[] signatures;
  private int entries;
  private int rows;
  private int allKeys;
  private long textBytes;

  SignedPiece(DuplicateMethod method) {
    this.signatureBytes = method.signatureBytes();
    this.ofParts = method.units().isPresent();
    this.signatures = new byte[FIRST_ROWS * signatureBytes];
  }

  /** Adds a row without a document. */
  void addNothing() {
    if (!ofParts) {
      add(Double.NaN, 0);
    }
    rows++;
  }

  /** Adds a row whose parts have been added. */
  void addParts(int length) {
    textBytes += length;
    rows++;
  }

  /**
   * Adds a part of the next row's document, unless it matches nothing.
   *
   * @param index of the part
   */
  void addPart(Signer signer, byte[] text, int offset, int length, int index, long[] keysOfOne) {
    add(Double.NaN, length);
    if (sign(signer, text, offset, length, keysOfOne) == 0) {
      entries--;
    } else {
      int at = (entries - 1) * signatureBytes + ExactMethod.HASH_BYTES;
      Bytes.writeLong(signatures, at, UnitPosition.of(rows, index));
    }
  }

  /**
   * Adds a document.
   *
   * @param score NaN if there is none
   */
  void add(Signer signer, byte[] text, int offset, int length, double score, long[] keysOfOne) {
    add(score, length);
    sign(signer, text, offset, length, keysOfOne);
    textBytes += length;
    rows++;
  }

  private int sign(Signer signer, byte[] text, int offset, int length, long[] keysOfOne) {
    int entry = entries - 1;
    int found = signer.sign(text, offset, length, keysOfOne, signatures, entry * signatureBytes);
    if (allKeys + found > keys.length) {
      keys = Arrays.copyOf(keys, Math.max(allKeys + found, 2 * keys.length));
    }
    System.arraycopy(keysOfOne, 0, keys, allKeys, found);
    allKeys += found;
    counts[entry] = found;
    return found;
  }

  private void add(double score, int length) {
    if (entries == counts.length) {
      counts = Arrays.copyOf(counts, 2 * entries);
      scores = Arrays.copyOf(scores, 2 * entries);
      lengths = Arrays.copyOf(lengths, 2 * entries);
      signatures = Arrays.copyOf(signatures, 2 * entries * signatureBytes);
    }
    counts[entries] = 0;
    scores[entries] = score;
    lengths[entries] = length;
    entries++;
  }

  /**
   * Passes everything on, in order.
   *
   * @param firstRow number of the piece's first row over all files
   */
  void spillTo(DocumentSpill spill, BandAppender appender, long firstRow) throws IOException {
    byte[] signature = new byte[signatureBytes];
    int key = 0;
    for (int entry = 0; entry < entries; entry++) {
      System.arraycopy(signatures, entry * signatureBytes, signature, 0, signatureBytes);
      if (ofParts) {
        long place = Bytes.readLong(signature, ExactMethod.HASH_BYTES);
        Bytes.writeLong(signature, ExactMethod.HASH_BYTES, UnitPosition.moved(place, firstRow));
      }
      long document = spill.add(signature, scores[entry], lengths[entry]);
      for (int end = key + counts[entry]; key < end; key++) {
        appender.add(keys[key], document);
      }
    }
  }

  /** Writes it; {@link #read} is the inverse. */
  void write(DataOutputStream out) throws IOException {
    out.writeInt(rows);
    out.writeLong(textBytes);
    out.writeInt(entries);
    out.writeInt(allKeys);
    for (int entry = 0; entry < entries; entry++) {
      out.writeInt(counts[entry]);
      out.writeDouble(scores[entry]);
      out.writeInt(lengths[entry]);
    }
    for (int key = 0; key < allKeys; key++) {
      out.writeLong(keys[key]);
    }
    out.write(signatures, 0, entries * signatureBytes);
  }

  static SignedPiece read(DataInputStream in, DuplicateMethod method) throws IOException {
    SignedPiece piece = new SignedPiece(method);
    piece.rows = in.readInt();
    piece.textBytes = in.readLong();
    piece.entries = in.readInt();
    piece.allKeys = in.readInt();
    piece.counts = new int[piece.entries];
    piece.scores = new double[piece.entries];
    piece.lengths = new int[piece.entries];
    for (int entry = 0; entry < piece.entries; entry++) {
      piece.counts[entry] = in.readInt();
      piece.scores[entry] = in.readDouble();
      piece.lengths[entry] = in.readInt();
    }
    piece.keys = new long[piece.allKeys];
    for (int key = 0; key < piece.allKeys; key++) {
      piece.keys[key] = in.readLong();
    }
    piece.signatures = new byte[piece.entries * piece.signatureBytes];
    in.readFully(piece.signatures);
    return piece;
  }

  int rows() {
    return rows;
  }

  /** The size of the documents' texts. */
  long textBytes() {
    return textBytes;
  }
}
