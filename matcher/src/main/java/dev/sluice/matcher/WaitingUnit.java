package dev.sluice.matcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.Frontier;
import dev.sluice.neardup.RemovedRows;
import dev.sluice.neardup.SignatureBatch;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.SignatureBlock;
import dev.sluice.topics.record.Watermark;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * A unit that is not completely decided. It has the signatures that are in no file, and how far
 * each partition of {@code documents} has come in the unit. Not thread-safe.
 */
final class WaitingUnit implements Closeable {
  /** So few documents stay in memory, whatever room they take. */
  private static final int FEW = 64;

  /** An offset is noted for so many documents or more. */
  private static final int NOTED = 1 << 10;

  /** The maximum number of characters in a path. No file system has longer paths. */
  private static final int MOST_PATH = 20_000;

  private final String unit;
  private final Batches batches;
  private final Frontier[] positions;
  private final long[] offsets;
  private final List<Stretch> stretches = new ArrayList<>();
  private SignatureBatch batch;
  private Frontier decided;
  private Frontier held = Frontier.END;

  /** The least offset of a block with documents that are left in the topic. */
  private long leftOffset = Long.MAX_VALUE;

  /** Makes batches. */
  @FunctionalInterface
  interface Batches {
    SignatureBatch create() throws IOException;
  }

  private record Signed(DocumentOrigin origin, Signature signature) {}

  /** Consecutive records. */
  private static final class Stretch {
    private final long offset;
    private Frontier end = Frontier.BEGIN;
    private int documents;

    Stretch(long offset) {
      this.offset = offset;
    }

    void add(SignatureBlock block) {
      long last = block.rows().get(block.rows().size() - 1).row();
      Frontier after = new Frontier(block.file(), last + 1, false);
      end = after.compareTo(end) > 0 ? after : end;
      documents += block.rows().size();
    }
  }

  /**
   * @param partitions of {@code documents}
   * @param decided up to where files decide it
   */
  WaitingUnit(String unit, int partitions, Frontier decided, Batches batches) throws IOException {
    this.unit = unit;
    this.batches = batches;
    this.batch = batches.create();
    this.positions = new Frontier[partitions];
    this.offsets = new long[partitions];
    this.decided = decided;
    Arrays.fill(positions, decided);
  }

  String unit() {
    return unit;
  }

  SignatureBatch batch() {
    return batch;
  }

  /** Returns the place up to which files decide the unit. */
  Frontier decided() {
    return decided;
  }

  /**
   * Adds the documents of a block that are neither decided nor left in the topic.
   *
   * @throws MalformedRecordException if Sluice did not write it; then none is added
   */
  void add(long offset, SignatureBlock block) throws IOException, MalformedRecordException {
    List<Signed> documents = new ArrayList<>(block.rows().size());
    for (SignatureBlock.Row row : block.rows()) {
      documents.add(document(block.file(), row));
    }
    boolean added = false;
    for (Signed document : documents) {
      DocumentOrigin origin = document.origin();
      if (!held.covers(origin.file(), origin.row())) {
        leftOffset = Math.min(leftOffset, offset);
      } else if (!decided.covers(origin.file(), origin.row())) {
        batch.add(origin, document.signature());
        added = true;
      }
    }
    if (added) {
      note(offset, block);
    }
  }

  private Signed document(String file, SignatureBlock.Row row) throws MalformedRecordException {
    Signature signature = signature(row);
    if (file.isEmpty()
        || file.length() > MOST_PATH
        || row.row() > RemovedRows.MOST_ROW
        || signature.keys().length > batch.width()) {
      throw new MalformedRecordException("a row that cannot exist");
    }
    String id = new String(row.id(), UTF_8);
    return new Signed(new DocumentOrigin(file, row.row(), id, row.dump(), row.bucket()), signature);
  }

  private static Signature signature(SignatureBlock.Row row) throws MalformedRecordException {
    try {
      return Signature.decode(row.signature());
    } catch (IllegalArgumentException e) {
      throw new MalformedRecordException(e.getMessage());
    }
  }

  private void note(long offset, SignatureBlock block) {
    Stretch last = stretches.isEmpty() ? null : stretches.get(stretches.size() - 1);
    if (last == null || last.documents >= NOTED) {
      last = new Stretch(offset);
      stretches.add(last);
    }
    last.add(block);
  }

  /** Records how far a partition has come. A record that arrives again changes nothing. */
  boolean move(long offset, Watermark watermark) {
    Frontier to =
        watermark.ended() ? Frontier.END : new Frontier(watermark.file(), watermark.row(), false);
    int partition = watermark.partition();
    if (to.compareTo(positions[partition]) <= 0) {
      return false;
    }
    positions[partition] = to;
    offsets[partition] = offset;
    return true;
  }

  /**
   * Returns the place up to which all documents have arrived and are in memory. It is the lowest
   * position of all partitions, unless documents before it were left in the topic.
   */
  Frontier frontier() {
    Frontier least = held;
    for (Frontier position : positions) {
      least = position.compareTo(least) < 0 ? position : least;
    }
    return least;
  }

  /** Returns whether there is anything new to decide. */
  boolean canProceed() {
    return frontier().compareTo(decided) > 0;
  }

  /**
   * Returns whether everything in memory can be decided. If nothing is left in the topic, this is
   * the whole unit.
   */
  boolean isComplete() {
    return frontier().equals(held);
  }

  /** Returns whether the next document to decide was left in the topic. */
  boolean mustBeReadAgain() {
    return !held.ended() && held.compareTo(decided) <= 0;
  }

  /** Drops the documents before a frontier, because they are in a file. */
  void decide(Frontier frontier) throws IOException {
    keep(frontier, Frontier.END);
    stretches.removeIf(stretch -> stretch.end.compareTo(frontier) <= 0);
    decided = frontier;
  }

  private void keep(Frontier from, Frontier until) throws IOException {
    SignatureBatch rest = batches.create();
    batch.addTo(rest, from, until);
    batch.close();
    batch = rest;
  }

  /**
   * Frees memory. It leaves the half of the documents that is furthest ahead in the topic, and they
   * are read again when all documents before them are decided.
   *
   * @return false if there are so few that they stay
   */
  boolean leaveHalf() throws IOException {
    if (batch.count() <= FEW) {
      return false;
    }
    leave(batch.middle());
    return true;
  }

  /** Leaves all documents in the topic. */
  void leaveAll() throws IOException {
    leave(decided);
  }

  private void leave(Frontier from) throws IOException {
    held = from;
    leftOffset = Math.min(leftOffset, firstOfStretches(from));
    keep(Frontier.BEGIN, from);
  }

  private long firstOfStretches(Frontier frontier) {
    return stretches.stream()
        .filter(stretch -> stretch.end.compareTo(frontier) > 0)
        .mapToLong(stretch -> stretch.offset)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** Returns the lowest offset that must be read again if the unit is decided up to a frontier. */
  OptionalLong firstOffset(Frontier frontier) {
    long first = Math.min(leftOffset, firstOfStretches(frontier));
    for (int partition = 0; partition < positions.length; partition++) {
      if (positions[partition].compareTo(frontier) > 0) {
        first = Math.min(first, offsets[partition]);
      }
    }
    return first == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(first);
  }

  @Override
  public void close() throws IOException {
    batch.close();
  }
}
