package dev.sluice.jobs.duplicates;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import dev.sluice.jobs.validate.output.KeyTable;
import dev.sluice.jobs.validate.output.KeyTable.IdKey;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.Match;
import dev.sluice.neardup.SignatureFile.Records;
import java.io.IOException;

/**
 * Counts for each kept document how many were removed because of it. Reads the evidence twice for
 * each four million removed documents. Memory: 36 bytes for each kept document of these, at most
 * 160 MB.
 */
public final class KeptCopies {
  /** Does not depend on the machine, because it determines the order of documents. */
  private static final long TABLE_BYTES = 144L << 20;

  private static final int COPIES = 0;
  private static final int IDENTICAL = 1;

  private final KeyTable table;
  private final IdKey.Maker keys = new IdKey.Maker();

  /**
   * A kept document.
   *
   * @param document where it comes from
   * @param copies number of documents that were removed because of it
   * @param identical number of those that have the same units in the same order
   */
  public record KeptDocument(DocumentOrigin document, long copies, long identical) {}

  private KeptCopies(long removed) {
    this.table = new KeyTable(2, removed, TABLE_BYTES);
  }

  /**
   * Passes on the kept documents because of which others were removed, in an order that depends on
   * the evidence alone.
   */
  public static void forEach(EvidenceFiles evidence, Records<KeptDocument> into)
      throws IOException {
    long[] removed = new long[1];
    evidence.read(match -> removed[0] += match.isRemoval() ? 1 : 0);
    KeptCopies copies = new KeptCopies(removed[0]);
    for (int pass = 0; pass < copies.table.passes(); pass++) {
      copies.table.begin(pass);
      evidence.read(copies::count);
      evidence.read(match -> copies.passOn(match, into));
    }
  }

  private IdKey key(Match match) {
    DocumentOrigin kept = match.kept();
    return keys.of(0, "%s#%d".formatted(kept.file(), kept.row()).getBytes(UTF_8));
  }

  private void count(Match match) {
    IdKey key = key(match);
    if (match.isRemoval() && table.isOfThisPass(key)) {
      table.add(key);
      int slot = table.find(key);
      table.set(slot, COPIES, table.value(slot, COPIES) + 1);
      if (match.containment().rule() == Rule.COPY) {
        table.set(slot, IDENTICAL, table.value(slot, IDENTICAL) + 1);
      }
    }
  }

  /** Passes on a document when it comes first. */
  private void passOn(Match match, Records<KeptDocument> into) throws IOException {
    IdKey key = key(match);
    if (match.isRemoval() && table.isOfThisPass(key)) {
      int slot = table.find(key);
      long copies = table.value(slot, COPIES);
      if (copies > 0) {
        into.accept(new KeptDocument(match.kept(), copies, table.value(slot, IDENTICAL)));
        table.set(slot, COPIES, 0);
      }
    }
  }
}
