package dev.sluice.neardup;

import dev.sluice.core.work.WorkerPool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * The documents that own the keys of a batch. Those of earlier files are fetched for many documents
 * of the batch at a time, in the order in which they are stored and by several threads; those of
 * the batch itself are read when they are asked for, and the latest ones are kept. Not thread-safe.
 */
final class Owners {
  /** Documents fetched at a time, which is also how many of the batch are kept. */
  private static final int FETCHED = 1 << 13;

  /** In a reference to a document of the batch, which is otherwise its rank. */
  private static final long IN_BATCH = 1L << 62;

  private final SignatureBatch batch;
  private final int[] order;
  private final KeyGroups groups;
  private final SignatureStore store;
  private final WorkerPool pool;
  private final Map<Long, Signature> fetched = new HashMap<>();
  private final Map<Long, Signature> recent =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Signature> eldest) {
          return size() > FETCHED;
        }
      };
  private int fetchedTo; // member of a group

  Owners(
      SignatureBatch batch, int[] order, KeyGroups groups, SignatureStore store, WorkerPool pool) {
    this.batch = batch;
    this.order = order;
    this.groups = groups;
    this.store = store;
    this.pool = pool;
  }

  /** The reference to a document of the batch. Greater than those of earlier documents. */
  static long inBatch(int rank) {
    return IN_BATCH | rank;
  }

  /** An owner of the groups whose members are decided now. */
  Signature get(long reference) throws IOException {
    if (reference < IN_BATCH) {
      return fetched.get(reference);
    }
    Signature known = recent.get(reference);
    if (known == null) {
      known = batch.distantSignature(order[(int) (reference & ~IN_BATCH)]);
      recent.put(reference, known);
    }
    return known;
  }

  /** Fetches the owners of some members' groups, unless they are here. */
  void fetch(int from, int to) throws IOException, InterruptedException {
    if (to <= fetchedTo) {
      return;
    }
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
    fetch(Arrays.stream(wanted, 0, count).sorted().distinct().toArray());
    fetchedTo = end; // if that is within a document's members, all of them are fetched again
  }

  private void fetch(long[] references) throws IOException, InterruptedException {
    fetched.clear();
    List<Callable<List<Signature>>> work = new ArrayList<>();
    int part = references.length / pool.size() + 1;
    for (int from = 0; from < references.length; from += part) {
      long[] some = Arrays.copyOfRange(references, from, Math.min(from + part, references.length));
      work.add(() -> read(some));
    }
    int at = 0;
    for (List<Signature> some : pool.all(work)) {
      for (Signature each : some) {
        fetched.put(references[at++], each);
      }
    }
  }

  /** Reads ascending references. */
  private List<Signature> read(long[] references) throws IOException {
    List<Signature> read = new ArrayList<>(references.length);
    for (int from = 0; from < references.length; ) {
      int file = SignatureStore.fileOf(references[from]);
      int to = from;
      while (to < references.length && SignatureStore.fileOf(references[to]) == file) {
        to++;
      }
      long[] numbers = Arrays.stream(references, from, to).map(SignatureStore::numberOf).toArray();
      read.addAll(store.files().get(file).kept(numbers));
      from = to;
    }
    return read;
  }
}
