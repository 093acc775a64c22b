package dev.sluice.neardup;

import dev.sluice.algorithms.neardup.Fingerprint.Containment;
import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import dev.sluice.neardup.SignatureFooter.Counts;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/** Decides the documents of a batch, one after the other, and writes the results. */
final class Decisions {
  private static final int REMOVED = -1; // or not decided

  private final SignatureBatch batch;
  private final int[] order;
  private final KeyGroups groups;
  private final Owners owners;
  private final SignatureFileWriter writer;
  private final Matcher.Comparison comparison;
  private final GuardWatch watch;
  private final int[] numbers;
  private final BitSet foreignSlots = new BitSet(); // of kept documents
  private final long[] candidates;
  private int decided;
  private long copies;
  private long contained;

  Decisions(
      SignatureBatch batch,
      int[] order,
      KeyGroups groups,
      Owners owners,
      SignatureFileWriter writer,
      Matcher.Comparison comparison,
      GuardWatch watch) {
    this.batch = batch;
    this.order = order;
    this.groups = groups;
    this.owners = owners;
    this.writer = writer;
    this.comparison = comparison;
    this.watch = watch;
    this.numbers = new int[order.length];
    Arrays.fill(numbers, REMOVED);
    this.candidates = new long[batch.width()];
  }

  /** Decides all documents, or only those before the place where the unit stops. */
  void run() throws IOException, InterruptedException {
    int width = batch.width();
    int from = 0;
    for (int rank = 0; rank < order.length; rank++) {
      Document document = batch.document(order[rank]);
      if (watch.stopsBefore(document.origin())) {
        return;
      }
      int to = from;
      while (to < groups.memberCount() && groups.slot(to) / width == rank) {
        to++;
      }
      watch.add(document.origin(), decide(rank, document, from, to));
      decided++;
      from = to;
    }
  }

  private Rule decide(int rank, Document document, int from, int to)
      throws IOException, InterruptedException {
    if (from < to) {
      owners.fetch(from, to);
      Optional<Match> closest = closest(document, from, to);
      if (closest.isPresent() && closest.get().isRemoval()) {
        remove(closest.get());
        return closest.get().containment().rule();
      }
      if (closest.isPresent() && closest.get().containment().share() >= EvidenceFile.LEAST_SHOWN) {
        writer.add(closest.get());
      }
    }
    keep(rank, document, from, to);
    return Rule.NONE;
  }

  /**
   * The owner that contains the most of a document; one by which it is removed before all others.
   * Empty if nobody owns any of its keys.
   */
  private Optional<Match> closest(Document document, int from, int to) throws IOException {
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
        Document kept = owners.get(candidates[i]);
        Containment containment = compare(document, kept);
        if (closest.isEmpty() || isCloser(containment, closest.get().containment())) {
          closest = Optional.of(new Match(document.origin(), kept.origin(), containment));
        }
      }
    }
    return closest;
  }

  private Containment compare(Document document, Document kept) {
    Containment found = comparison.of(document.fingerprint(), kept.fingerprint());
    return found.rule() == Rule.CONTAINED && watch.keepsContained(document.origin())
        ? new Containment(Rule.NONE, found.share(), found.error(), found.similarity())
        : found;
  }

  private static boolean isCloser(Containment one, Containment other) {
    boolean removes = one.rule() != Rule.NONE;
    boolean otherRemoves = other.rule() != Rule.NONE;
    return removes == otherRemoves ? one.share() > other.share() : removes;
  }

  private void remove(Match match) throws IOException {
    writer.add(match);
    if (match.containment().rule() == Rule.COPY) {
      copies++;
    } else {
      contained++;
    }
  }

  private void keep(int rank, Document document, int from, int to) throws IOException {
    numbers[rank] = writer.keep(document);
    for (int member = from; member < to; member++) {
      int group = groups.group(member);
      if (groups.owner(group) == KeyGroups.NOBODY) {
        groups.own(group, Owners.inBatch(rank));
      } else if (groups.owner(group) != Owners.inBatch(rank)) {
        foreignSlots.set(groups.slot(member));
      }
    }
  }

  /**
   * Writes the keys of documents that are kept. Each key is written with the document that owns it.
   */
  void writeKeys(BatchKeys keys) throws IOException {
    writer.beginKeys();
    int to;
    for (int from = 0; from < keys.count(); from = to) {
      to = keys.endOfEqual(from);
      for (int at = from; at < to; at++) {
        int number = numbers[keys.slot(at) / batch.width()];
        if (number != REMOVED && !foreignSlots.get(keys.slot(at))) {
          writer.addKey(keys.key(at), number);
          break;
        }
      }
    }
  }

  /** Returns how many documents were decided. If the unit stops, it is fewer than all. */
  int decided() {
    return decided;
  }

  /** Returns the counts of the decisions. */
  Counts counts() {
    return new Counts(decided, copies, contained);
  }
}
