package dev.sluice.neardup;

import dev.sluice.core.work.WorkerPool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Which documents of a batch have a key in common, or one that belongs to an earlier document. Each
 * such key is a group. Keys of one document that nobody owns are in no group.
 *
 * <p>Memory: 8 bytes for each key that is in a group, and 8 for each group. While groups are found,
 * twice as much, and 8 bytes for each key of the ranges that are worked on.
 */
final class KeyGroups {
  /** The owner of a key that belongs to nobody. */
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
   * Finds the groups of a batch: sorts its keys and reads those of all files once, ranges in
   * parallel.
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
    int members = ranges.stream().mapToInt(each -> each.memberCount).reduce(0, Math::addExact);
    int groups = ranges.stream().mapToInt(each -> each.groupCount).sum();
    long[] allMembers = new long[members];
    long[] allOwners = new long[groups];
    int memberCount = 0;
    int groupCount = 0;
    for (Found each : ranges) {
      for (int i = 0; i < each.memberCount; i++) {
        allMembers[memberCount++] = each.members[i] + groupCount;
      }
      System.arraycopy(each.owners, 0, allOwners, groupCount, each.groupCount);
      groupCount += each.groupCount;
    }
    Arrays.sort(allMembers);
    return new KeyGroups(allMembers, allOwners);
  }

  /** The number of keys in groups. They are numbered in the order of their slots. */
  int memberCount() {
    return members.length;
  }

  int slot(int member) {
    return (int) (members[member] >>> Integer.SIZE);
  }

  int group(int member) {
    return (int) (members[member] & LOW);
  }

  /** The owner of a group's key. */
  long owner(int group) {
    return owners[group];
  }

  void own(int group, long owner) {
    owners[group] = owner;
  }

  /** The groups of one range. */
  private static final class Found {
    private long[] members = new long[64];
    private long[] owners = new long[64];
    private int memberCount;
    private int groupCount;

    Found(BatchKeys keys, SignatureStore store, int range) throws IOException {
      keys.sort(range);
      int begin = keys.begin(range);
      int end = keys.end(range);
      long[] known = new long[end - begin];
      Arrays.fill(known, NOBODY);
      for (int run = 0; run < store.files().size() && begin < end; run++) {
        find(keys, begin, store.files().get(run).keys(range), run, known);
      }
      for (int from = begin; from < end; ) {
        int to = keys.endOfEqual(from);
        if (to - from > 1 || known[from - begin] != NOBODY) {
          add(keys, from, to, known[from - begin]);
        }
        from = to;
      }
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

    private void add(BatchKeys keys, int from, int to, long owner) {
      if (groupCount == owners.length) {
        owners = Arrays.copyOf(owners, 2 * groupCount);
      }
      for (int i = from; i < to; i++) {
        if (memberCount == members.length) {
          members = Arrays.copyOf(members, 2 * memberCount);
        }
        members[memberCount++] = (long) keys.slot(i) << Integer.SIZE | groupCount;
      }
      owners[groupCount++] = owner;
    }
  }
}
