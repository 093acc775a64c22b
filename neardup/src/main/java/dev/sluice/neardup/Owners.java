package dev.sluice.neardup;

import dev.sluice.core.work.WorkerPool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * The documents that own the keys of a batch. Owners in earlier files are fetched for many
 * documents of the batch at a time, in the order in which they are stored, each block once, and by
 * several threads. Owners in the batch, and those for which there was no room, are read when they
 * are requested. The owners that were used last stay in memory. Memory: {@value #MOST_BYTES} bytes,
 * half of them for owners that are being fetched. Not thread-safe.
 */
final class Owners {
  /** Documents fetched at a time, if they are small. */
  private static final int FETCHED = 1 << 13;

  /** The maximum number of bytes of the documents that are kept in memory. */
  static final int MOST_BYTES = 8 << 20;

  private static final int OTHER_BYTES = 400; // of a document, beside its fingerprint

  /** In a reference to a document of the batch, which is otherwise its rank. */
  private static final long IN_BATCH = 1L << 62;

  private final SignatureBatch batch;
  private final int[] order;
  private final KeyGroups groups;
  private final SignatureStore store;
  private final WorkerPool pool;
  private final Map<Long, Document> held = new LinkedHashMap<>(16, 0.75f, true);
  private long heldBytes;
  private int fetchedTo; // member of a group

  Owners(
      SignatureBatch batch, int[] order, KeyGroups groups, SignatureStore store, WorkerPool pool) {
    this.batch = batch;
    this.order = order;
    this.groups = groups;
    this.store = store;
    this.pool = pool;
  }

  /**
   * Returns the reference to a document of the batch. It is greater than those of earlier
   * documents.
   */
  static long inBatch(int rank) {
    return IN_BATCH | rank;
  }

  /** Returns an owner of the groups whose members are being decided. */
  Document get(long reference) throws IOException {
    Document owner = held.get(reference);
    if (owner == null) {
      owner =
          reference < IN_BATCH
              ? read(new long[] {reference}, 1).get(0)
              : batch.distantDocument(order[(int) (reference & ~IN_BATCH)]);
      hold(reference, owner);
    }
    return owner;
  }

  private void hold(long reference, Document document) {
    held.put(reference, document);
    heldBytes += bytes(document);
    evict(MOST_BYTES);
  }

  private void evict(int mostBytes) {
    Iterator<Document> eldest = held.values().iterator();
    while (heldBytes > mostBytes) {
      heldBytes -= bytes(eldest.next());
      eldest.remove();
    }
  }

  private static int bytes(Document document) {
    return OTHER_BYTES + document.fingerprint().size();
  }

  /** Fetches the owners of the groups of these members, unless they are already in memory. */
  void fetch(int from, int to) throws IOException, InterruptedException {
    if (to <= fetchedTo) {
      return;
    }
    evict(MOST_BYTES / 2);
    int end = from;
    long[] wanted = new long[FETCHED + to - from];
    int count = 0;
    while (end < groups.memberCount() && (end < to || count < FETCHED)) {
      long owner = groups.owner(groups.group(end));
      if (owner != KeyGroups.NOBODY && owner < IN_BATCH) {
        wanted[count++] = owner;
      }
      end++;
    }
    fetch(
        Arrays.stream(wanted, 0, count)
            .filter(reference -> !held.containsKey(reference))
            .sorted()
            .distinct()
            .toArray());
    fetchedTo = end; // if that is within a document's members, all of them are fetched again
  }

  private void fetch(long[] references) throws IOException, InterruptedException {
    List<Callable<List<Document>>> work = new ArrayList<>();
    int part = references.length / pool.size() + 1;
    for (int from = 0; from < references.length; from += part) {
      long[] some = Arrays.copyOfRange(references, from, Math.min(from + part, references.length));
      work.add(() -> read(some, MOST_BYTES / 2 / pool.size()));
    }
    int from = 0;
    for (List<Document> some : pool.all(work)) {
      for (int i = 0; i < some.size(); i++) {
        hold(references[from + i], some.get(i));
      }
      from += part;
    }
  }

  /** Reads ascending references, each block once, from the first on until there is no more room. */
  private List<Document> read(long[] references, int mostBytes) throws IOException {
    List<Document> read = new ArrayList<>();
    List<Document> block = List.of();
    long first = -1;
    int bytes = 0;
    for (int i = 0; i < references.length && bytes < mostBytes; i++) {
      int inBlock = (int) (references[i] % SignatureFileWriter.BLOCK);
      if (first != references[i] - inBlock) {
        first = references[i] - inBlock;
        SignatureFile file = store.files().get(SignatureStore.fileOf(first));
        block = file.keptBlock(SignatureStore.numberOf(first));
      }
      read.add(block.get(inBlock));
      bytes += bytes(block.get(inBlock));
    }
    return read;
  }
}
