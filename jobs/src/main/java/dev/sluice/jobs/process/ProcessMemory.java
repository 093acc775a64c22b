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

/**
 * How processing shares out the heap, and how many threads that is enough for.
 *
 * @param threads that work at once
 * @param documentBytes of the heap for what operators make of large documents
 * @param pageBytes that reading a file may take: a page of each column, stored and unpacked
 * @param packingBytes rows that are packed at once may have
 * @param noteBytes after so many bytes read it is noted how far the work is
 */
public record ProcessMemory(
    int threads, long documentBytes, long pageBytes, long packingBytes, long noteBytes) {
  /** What the program itself needs: classes' data, tables of operators, the journal. */
  private static final long OWN_BYTES = 28L << 20;

  /** What a process takes besides its heap, about. */
  private static final long BESIDE_HEAP = 128L << 20;

  /** A piece and what is kept of it. */
  private static final long PIECE_BYTES = 2L * DocumentPiece.BYTES + (256 << 10);

  /** Rows of a group, and the row group they become. */
  private static final long GROUP_BYTES = 14L << 20;

  private static final long GROUP_ROWS = 10L << 20;

  /** Pages that are read. */
  private static final long PAGE_BYTES = 12L << 20;

  /**
   * How often the bytes of a text are taken while operators work on it: the string and its units,
   * and words, hashes and places of repeated sequences. Measured with all filters on words of one
   * letter; other texts take less.
   */
  private static final int OPERATOR_FACTOR = 72;

  /** How often the largest row may be there: read, in pieces, kept, packed. */
  private static final int ROW_FACTOR = 9;

  private static final long NOTE_BYTES = 256L << 20;
  private static final long MIB = 1 << 20;

  /** What operators take for a text. */
  static long operatorBytes(int textBytes) {
    return (long) OPERATOR_FACTOR * textBytes;
  }

  /**
   * As many threads as are wanted, or as the heap is enough for.
   *
   * @throws JobRefusedException when it is not enough for one, with the sum
   */
  public static ProcessMemory of(long heapBytes, int wanted, DocumentColumns columns) {
    return of(heapBytes, wanted, columns, OPERATOR_FACTOR);
  }

  /**
   * The same where rows are kept or not, and what is made of texts is bounded.
   *
   * @param factor how often the bytes of the longest text are taken besides
   * @throws JobRefusedException when it is not enough for one thread, with the sum
   */
  public static ProcessMemory ofRows(
      long heapBytes, int wanted, DocumentColumns columns, int factor) {
    return of(heapBytes, wanted, columns, factor);
  }

  private static ProcessMemory of(long heapBytes, int wanted, DocumentColumns columns, int factor) {
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

  /** The same, with notes at least after so many bytes, and no more than that waiting for one. */
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
   * Checks that a file can be read in its share.
   *
   * @throws JobFailedException when it cannot
   * @throws IOException when the headers of its pages cannot be read
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
      return 0; // found again, and told, where the rows before it have been read
    }
  }

  private void check(Path file, int group, long needed) {
    if (needed > pageBytes) {
      throw new JobFailedException(
          "%s: the pages of row group %d take %d MiB to read, and this memory leaves %d MiB for that: type the same command with %d MiB more --memory"
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
    return "memory is too little: a heap of %d MiB, where a document of %s may take %d MiB and one thread %d MiB besides: type the same command with --memory %dMiB or more%s"
        .formatted(
            heap / MIB,
            ByteSize.format(columns.maxBytes()),
            forDocument(columns.maxBytes(), factor) / MIB,
            forThreads(1, factor) / MIB,
            process,
            smaller);
  }
}
