package dev.sluice.neardup;

import dev.sluice.core.work.WorkerPool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;

/**
 * Finds which documents of a batch have a key in common with each other or with an earlier
 * document. Each such key is a group. Keys of one document that nobody owns are in no group.
 *
 * <p>Memory: 8 bytes for each key that is in a group, and 8 for each group. While groups are found,
 * twice as much, and 8 bytes for each key of the ranges that are worked on.
 */
final class KeyGroups {
  /** The owner of a key that no document owns. */
  static final long NOBODY = -1;

  private static final long LOW = 0xFFFF_FFFFL;

  /** A slot, then the number of its group, in ascending order. */
  private final long[] members;

  private final long[] owners;

  private KeyGroups(long[] members, long[] owners) {
    this.members = members;
    this.owners = owners;
  }

  /**
   * Finds the groups of a batch. It sorts the keys of the batch and reads the keys of all files
   * once, with several ranges in parallel.
   */
  static KeyGroups find(BatchKeys keys, SignatureStore store, WorkerPool pool)
      throws IOException, InterruptedException {
    List<Callable<Found>> ranges = new ArrayList<>();
    for (int range = 0; range < SignatureFile.RANGES; range++) {
      int number = range;
      ranges.add(() -> new Found(keys, store, number));
    }
    return join(pool.all(ranges));
  }

  private static KeyGroups join(List<Found> ranges) {
    long[] members =
        new long[ranges.stream().mapToInt(each -> each.members.length).reduce(0, Math::addExact)];
    long[] owners = new long[ranges.stream().mapToInt(each -> each.owners.length).sum()];
    int memberCount = 0;
    int groups = 0;
    for (Found each : ranges) {
      for (long member : each.members) {
        members[memberCount++] = member + groups;
      }
      System.arraycopy(each.owners, 0, owners, groups, each.owners.length);
      groups += each.owners.length;
    }
    Arrays.sort(members);
    return new KeyGroups(members, owners);
  }

  /** Returns the number of keys in groups. They are numbered in the order of their slots. */
  int memberCount() {
    return members.length;
  }

  int slot(int member) {
    return (int) (members[member] >>> Integer.SIZE);
  }

  int group(int member) {
    return (int) (members[member] & LOW);
  }

  /** Returns the owner of a group's key. */
  long owner(int group) {
    return owners[group];
  }

  void own(int group, long owner) {
    owners[group] = owner;
  }

  /** The groups of one range. */
  private static final class Found {
    private final long[] members;
    private final long[] owners;

    Found(BatchKeys keys, SignatureStore store, int range) throws IOException {
      keys.sort(range);
      int begin = keys.begin(range);
      int end = keys.end(range);
      long[] known = new long[end - begin];
      Arrays.fill(known, NOBODY);
      for (int run = 0; run < store.files().size() && begin < end; run++) {
        find(keys, begin, store.files().get(run).keys(range), run, known);
      }
      LongStream.Builder memberList = LongStream.builder();
      LongStream.Builder ownerList = LongStream.builder();
      long groups = 0;
      int to;
      for (int from = begin; from < end; from = to) {
        to = keys.endOfEqual(from);
        if (to - from > 1 || known[from - begin] != NOBODY) {
          for (int i = from; i < to; i++) {
            memberList.add((long) keys.slot(i) << Integer.SIZE | groups);
          }
          ownerList.add(known[from - begin]);
          groups++;
        }
      }
      members = memberList.build().toArray();
      owners = ownerList.build().toArray();
    }

    /** Notes owners at the first of equal keys. The first file that has a key counts. */
    private static void find(
        BatchKeys keys, int begin, SignatureFile.KeyCursor file, int run, long[] known)
        throws IOException {
      for (int from = begin; from < begin + known.length; from = keys.endOfEqual(from)) {
        long key = keys.key(from);
        if (file.seek(key) == key && known[from - begin] == NOBODY) {
          known[from - begin] = SignatureStore.reference(run, file.owner());
        }
      }
      file.seek(SignatureFile.KeyCursor.END);
    }
  }
}
