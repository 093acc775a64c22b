package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.bpe.TokenBuffer;
import dev.sluice.jobs.documents.FileTally;

/**
 * The token ids of consecutive documents of one file. Filled by one thread, then read by another.
 */
final class TokenBatch {
  private final TokenBuffer ids = new TokenBuffer();
  private final long[] rows;
  private final int[] ends;
  private int documents;
  private FileTally tally = FileTally.NONE;

  /**
   * With room for this many documents.
   *
   * @param documents initial capacity
   */
  TokenBatch(int documents) {
    this.rows = new long[documents];
    this.ends = new int[documents];
  }

  /** Ends the document of this row of the file; its ids are those added since the previous one. */
  void endDocument(long row) {
    rows[documents] = row;
    ends[documents++] = ids.size();
  }

  /** Notes what was read of the file for this batch. */
  void read(FileTally rows) {
    tally = rows;
  }

  /** What was read of the file for this batch. */
  FileTally tally() {
    return tally;
  }

  int documents() {
    return documents;
  }

  long row(int document) {
    return rows[document];
  }

  /** Index of a document's first id. */
  int from(int document) {
    return document == 0 ? 0 : ends[document - 1];
  }

  /** Index after a document's last id. */
  int to(int document) {
    return ends[document];
  }

  /** The ids of all documents. */
  TokenBuffer ids() {
    return ids;
  }
}
