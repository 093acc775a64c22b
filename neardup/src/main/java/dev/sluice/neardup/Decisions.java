package dev.sluice.neardup;

import dev.sluice.algorithms.neardup.Fingerprint.Containment;
import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import dev.sluice.neardup.SignatureFooter.Counts;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.stream.LongStream;

/** Decides the documents of a batch, one after the other, and writes what is known of them. */
final class Decisions {
  private static final int REMOVED = -1;

  private final SignatureBatch batch;
  private final int[] order;
  private final KeyGroups groups;
  private final Owners owners;
  private final SignatureFileWriter writer;
  private final Matcher.Comparison comparison;
  private final double leastShown;
  private final int[] numbers;
  private final BitSet ownSlots = new BitSet();
  private final long[] candidates;
  private final long[] rejected = new long[Counts.SHARES];
  private long copies;
  private long contained;

  Decisions(
      SignatureBatch batch,
      int[] order,
      KeyGroups groups,
      Owners owners,
      SignatureFileWriter writer,
      Matcher.Comparison comparison,
      double leastShown) {
    this.batch = batch;
    this.order = order;
    this.groups = groups;
    this.owners = owners;
    this.writer = writer;
    this.comparison = comparison;
    this.leastShown = leastShown;
    this.numbers = new int[order.length];
    this.candidates = new long[batch.width()];
  }

  /** Decides all documents. */
  void run() throws IOException, InterruptedException {
    int width = batch.width();
    int from = 0;
    for (int rank = 0; rank < order.length; rank++) {
      int to = from;
      while (to < groups.memberCount() && groups.slot(to) / width == rank) {
        to++;
      }
      decide(rank, from, to);
      from = to;
    }
  }

  private void decide(int rank, int from, int to) throws IOException, InterruptedException {
    Signature document = batch.signature(order[rank]);
    if (from < to) {
      owners.fetch(from, to);
      Optional<Match> closest = closest(document, from, to);
      if (closest.isPresent() && closest.get().isRemoval()) {
        remove(rank, closest.get());
        return;
      }
      if (closest.isPresent()) {
        noteRejected(closest.get());
      }
    }
    keep(rank, document, from, to);
  }

  /**
   * The owner that contains the most of a document; one by which it is removed before all others.
   * Empty if nobody owns any of its keys.
   */
  private Optional<Match> closest(Signature document, int from, int to) throws IOException {
    int count = 0;
    for (int member = from; member < to; member++) {
      long owner = groups.owner(groups.group(member));
      if (owner != KeyGroups.NOBODY) {
        candidates[count++] = owner;
      }
    }
    Arrays.sort(candidates, 0, count);
    Optional<Match> closest = Optional.empty();
    for (int i = 0; i < count; i++) {
      if (i == 0 || candidates[i] != candidates[i - 1]) {
        Signature kept = owners.get(candidates[i]);
        Containment containment = comparison.of(document.fingerprint(), kept.fingerprint());
        if (closest.isEmpty() || isCloser(containment, closest.get().containment())) {
          closest = Optional.of(new Match(document.origin(), kept.origin(), containment));
        }
      }
    }
    return closest;
  }

  private static boolean isCloser(Containment one, Containment other) {
    boolean removes = one.rule() != Rule.NONE;
    boolean otherRemoves = other.rule() != Rule.NONE;
    return removes == otherRemoves ? one.share() > other.share() : removes;
  }

  private void remove(int rank, Match match) throws IOException {
    numbers[rank] = REMOVED;
    writer.add(match);
    if (match.containment().rule() == Rule.COPY) {
      copies++;
    } else {
      contained++;
    }
  }

  private void noteRejected(Match match) throws IOException {
    double share = match.containment().share();
    rejected[Math.min(Counts.SHARES - 1, (int) (share * Counts.SHARES))]++;
    if (share >= leastShown) {
      writer.add(match);
    }
  }

  private void keep(int rank, Signature document, int from, int to) throws IOException {
    numbers[rank] = writer.keep(document);
    int width = batch.width();
    ownSlots.set(rank * width, (rank + 1) * width);
    for (int member = from; member < to; member++) {
      int group = groups.group(member);
      if (groups.owner(group) == KeyGroups.NOBODY) {
        groups.own(group, Owners.inBatch(rank));
      } else if (groups.owner(group) != Owners.inBatch(rank)) {
        ownSlots.clear(groups.slot(member));
      }
    }
  }

  /** The slots of keys that belong to the documents that have them. */
  BitSet ownSlots() {
    return ownSlots;
  }

  /** How many documents of the batch stayed before one that stays. */
  int keptNumber(int rank) {
    return numbers[rank];
  }

  /** What was decided. */
  Counts counts() {
    return new Counts(order.length, copies, contained, LongStream.of(rejected).boxed().toList());
  }
}
