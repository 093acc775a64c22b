package dev.sluice.jobs.process;

import dev.sluice.core.values.ByteSize;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.documents.DocumentPiece;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.TableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;

/**
 * The division of the heap for processing, and the number of threads for which the heap is large
 * enough.
 *
 * @param threads number of threads that work at the same time
 * @param documentBytes memory of operators for large documents
 * @param pageBytes memory for reading a file: a page of each column, compressed and decompressed
 * @param packingBytes memory for rows that are being compressed
 * @param noteBytes number of bytes read between checkpoints
 */
public record ProcessMemory(
    int threads, long documentBytes, long pageBytes, long packingBytes, long noteBytes) {
  /** Memory of the program itself: class data, tables of operators, the journal. */
  private static final long OWN_BYTES = 28L << 20;

  /** Approximate memory of a process outside its heap. */
  private static final long BESIDE_HEAP = 128L << 20;

  /** Memory for a piece and for the rows kept from it. */
  private static final long PIECE_BYTES = 2L * DocumentPiece.BYTES + (256 << 10);

  /** Memory for the rows of a group, and for the row group made from them. */
  private static final long GROUP_BYTES = 14L << 20;

  private static final long GROUP_ROWS = 10L << 20;

  /** Memory for pages being read. */
  private static final long PAGE_BYTES = 12L << 20;

  /**
   * Memory of operators as a multiple of a text's size: the string and its units, words, hashes and
   * positions of repeated n-grams. Measured with all filters on a text of one-letter words, which
   * is the worst case.
   */
  private static final int OPERATOR_FACTOR = 72;

  /**
   * Maximum number of copies of the largest row in memory: while it is read, in pieces, kept and
   * compressed.
   */
  private static final int ROW_FACTOR = 9;

  private static final long NOTE_BYTES = 256L << 20;
  private static final long MIB = 1 << 20;

  /** Returns the memory that operators need for a text. */
  static long operatorBytes(int textBytes) {
    return (long) OPERATOR_FACTOR * textBytes;
  }

  /**
   * Divides the heap for the requested number of threads, or for as many as fit.
   *
   * @throws JobRefusedException if the heap is too small for one thread; the message shows the
   *     calculation
   */
  public static ProcessMemory of(long heapBytes, int wanted, DocumentColumns columns) {
    return ofRows(heapBytes, wanted, columns, OPERATOR_FACTOR);
  }

  /**
   * Divides the heap for jobs that only keep or drop rows. The memory for texts is limited.
   *
   * @param factor memory needed in addition for a text, as a multiple of the size of the longest
   *     text
   * @throws JobRefusedException if the heap is too small for one thread; the message shows the
   *     calculation
   */
  public static ProcessMemory ofRows(
      long heapBytes, int wanted, DocumentColumns columns, int factor) {
    long usable = heapBytes - heapBytes / 16;
    if (needed(1, columns, factor) > usable) {
      throw new JobRefusedException(tooLittle(heapBytes, usable, columns, factor));
    }
    int threads = wanted;
    while (threads > 1 && needed(threads, columns, factor) > usable) {
      threads--;
    }
    long spare = usable - needed(threads, columns, factor);
    return new ProcessMemory(
        threads,
        (long) factor * columns.maxBytes() + spare / 4,
        PAGE_BYTES + spare / 2,
        (factor == 0 ? threads : threads + 1) * GROUP_ROWS,
        NOTE_BYTES);
  }

  /** Returns a copy that records a checkpoint at least every so many bytes. */
  public ProcessMemory noting(long bytes) {
    return new ProcessMemory(
        threads,
        documentBytes,
        pageBytes,
        Math.min(packingBytes, bytes),
        Math.min(noteBytes, bytes));
  }

  private static long needed(int threads, DocumentColumns columns, int factor) {
    return forThreads(threads, factor) + forDocument(columns.maxBytes(), factor);
  }

  private static long forThreads(int threads, int factor) {
    return OWN_BYTES
        + PAGE_BYTES
        + (2L * threads + 1) * PIECE_BYTES
        + (threads + 2) * GROUP_BYTES
        + 2L * threads * factor * DocumentRoom.SMALL_BYTES;
  }

  private static long forDocument(int maxBytes, int factor) {
    return (factor + ROW_FACTOR) * (long) maxBytes;
  }

  /**
   * Checks that a file can be read with the memory for reading.
   *
   * @throws JobFailedException if the memory does not suffice
   * @throws IOException if the headers of its pages cannot be read
   */
  public void check(TableFile table) throws IOException {
    for (int group = 0; group < table.rowGroups(); group++) {
      if (table.uncompressedBytes(group) > pageBytes) {
        check(table.file(), group, neededFor(table, group));
      }
    }
  }

  private static long neededFor(TableFile table, int group) throws IOException {
    try {
      return table.pageBytes(group);
    } catch (SourceFormatException e) {
      return 0; // the break is found again and reported when the rows before it have been read
    }
  }

  private void check(Path file, int group, long needed) {
    if (needed > pageBytes) {
      throw new JobFailedException(
          "%s: reading the pages of row group %d takes %d MiB, but only %d MiB are available: increase --memory by %d MiB, and run the command again"
              .formatted(
                  file,
                  group,
                  needed / MIB + 1,
                  pageBytes / MIB,
                  (needed - pageBytes) / MIB * 5 / 2 + 1));
    }
  }

  private static String tooLittle(long heap, long usable, DocumentColumns columns, int factor) {
    long all = needed(1, columns, factor);
    long process = (all + all / 15 + BESIDE_HEAP) / 15 * 16 / MIB + 1;
    long fits = (usable - forThreads(1, factor)) / (factor + ROW_FACTOR);
    String smaller =
        fits < 64 << 10 ? "" : ", or with --max-document-size %dKiB or less".formatted(fits >> 10);
    return "not enough memory: the heap has %d MiB, but a document of %s may take %d MiB, and one thread takes %d MiB in addition: run the command again with --memory %dMiB or more%s"
        .formatted(
            heap / MIB,
            ByteSize.format(columns.maxBytes()),
            forDocument(columns.maxBytes(), factor) / MIB,
            forThreads(1, factor) / MIB,
            process,
            smaller);
  }

  /**
   * Memory shared by operators. Small documents do not use it; a large document waits until enough
   * is free. Thread-safe.
   */
  public static final class DocumentRoom {
    /** The maximum size of a text that fits into the memory of each thread. */
    static final int SMALL_BYTES = 64 << 10;

    private static final int UNIT = 1 << 10;

    private final Semaphore units;
    private final int all;

    /** Creates shared memory of this many bytes. */
    public DocumentRoom(long bytes) {
      this.all = (int) Math.min(Integer.MAX_VALUE, Math.max(1, bytes / UNIT));
      this.units = new Semaphore(all, true);
    }

    /**
     * Reserves memory for a text. A text that needs more than the limit waits until all memory is
     * free.
     */
    public int take(int textBytes) {
      if (textBytes <= SMALL_BYTES) {
        return 0;
      }
      int wanted = (int) Math.min(all, ProcessMemory.operatorBytes(textBytes) / UNIT + 1);
      units.acquireUninterruptibly(wanted);
      return wanted;
    }

    /** Releases a reservation. */
    public void giveBack(int taken) {
      units.release(taken);
    }
  }
}
