package dev.sluice.jobs.validate.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.neardup.Fingerprint.Rule;
import dev.sluice.core.Utf8;
import dev.sluice.core.Verdict;
import dev.sluice.jobs.validate.output.KeyTable;
import dev.sluice.jobs.validate.output.KeyTable.IdKey;
import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Excerpts;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.jobs.validate.report.NearDuplicateProof;
import dev.sluice.jobs.validate.report.NearDuplicateProof.Pair;
import dev.sluice.jobs.validate.report.ValidateOptions;
import dev.sluice.jobs.validate.source.SourceJudge.RowJudgement;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.EvidenceFile;
import dev.sluice.neardup.EvidenceFiles;
import dev.sluice.neardup.Match;
import dev.sluice.operators.neardup.ExactContainment;
import dev.sluice.storage.source.ScaledRow;
import dev.sluice.storage.takedown.NamedRows;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Proves that removed near-duplicates are contained in kept documents. It compares their texts.
 * Shares no hashing with the signatures: cuts texts into strings and counts. Reads the source in
 * its order, in which kept documents come before those that were removed because of them.
 *
 * <p>Memory: 36 bytes for each kept document, up to a limit beyond which the source is read several
 * times, and some 100 bytes for each of them that was taken down. Temporary space: the texts of the
 * kept documents. Not thread-safe.
 */
final class TextProof {
  private static final int WORST = 10;
  private static final int SHOWN_CHARACTERS = 300;
  private static final String TAKEN_DOWN = "(taken down)";
  private static final Excerpts NO_TEXTS = new Excerpts("", "");
  private static final int OFFSET = 0;
  private static final int LENGTH = 1;

  /** The lowest shares come first. Equal shares are in the order of the source. */
  private static final Comparator<Pair> ORDER =
      Comparator.comparingDouble(Pair::share)
          .thenComparing(Pair::file, Utf8.ORDER)
          .thenComparingLong(Pair::row);

  private final double threshold;
  private final SourceJudge judge;
  private final PassingRows rows;
  private final EvidenceFiles evidence;
  private final NamedRows named;
  private final ValidateOptions options;
  private final Path spool;
  private final IdKey.Maker keys = new IdKey.Maker();
  private final Set<IdKey> takenDown = new HashSet<>(); // kept documents
  private final NavigableSet<Pair> worst = new TreeSet<>(ORDER);
  private FileChannel texts;
  private long written;
  private long total;
  private long every = 1;
  private long compared;
  private long below;
  private long farBelow;
  private double least = 1;
  private long unread;
  private String firstUnread = "";

  /**
   * @param named the rows that take-downs name; their ids and texts are not reported
   * @param spool temporary file, which must not exist
   */
  TextProof(
      double threshold,
      SourceJudge judge,
      PassingRows rows,
      EvidenceFiles evidence,
      NamedRows named,
      ValidateOptions options,
      Path spool) {
    this.threshold = threshold;
    this.judge = judge;
    this.rows = rows;
    this.evidence = evidence;
    this.named = named;
    this.options = options;
    this.spool = spool;
  }

  /** Compares the texts, and reports what they do not prove. */
  NearDuplicateProof prove(Findings findings) throws IOException, InterruptedException {
    evidence.read(match -> total += match.isRemoval() ? 1 : 0);
    options.sample().ifPresent(most -> every = Math.max(1, (total + most - 1) / most));
    KeyTable kept = new KeyTable(2, total / every + 1, options.memoryBytes());
    for (int pass = 0; pass < kept.passes(); pass++) {
      try (FileChannel opened =
          FileChannel.open(
              spool,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE)) {
        texts = opened;
        written = 0;
        kept.begin(pass);
        compare(kept);
      }
    }
    NearDuplicateProof proof =
        new NearDuplicateProof(total, compared, threshold, least, below, List.copyOf(worst));
    judge(proof, findings);
    return proof;
  }

  private void compare(KeyTable kept) throws IOException, InterruptedException {
    for (Path file : evidence.paths()) {
      try (Selection all = new Selection(Optional.of(file))) {
        for (; all.match != null; all.next()) {
          IdKey key = key(all.match.kept());
          if (kept.isOfThisPass(key)) {
            kept.add(key);
          }
        }
      }
    }
    for (int step = 0; step < rows.steps().size(); step++) {
      boolean compares = rows.steps().get(step).isOfOutput();
      Optional<Path> file =
          compares ? evidence.ofUnit(rows.steps().get(step).reads()) : Optional.empty();
      try (Selection removed = new Selection(file)) {
        rows.read(step, (at, position, row, verdict) -> take(kept, removed, row, verdict));
      }
    }
  }

  /**
   * Every so many of the removed documents of a file, one after another. Files are in the order of
   * the source, so they are read beside it.
   */
  private final class Selection implements Closeable {
    private final Optional<EvidenceFile> file;
    private Match match; // null after the last
    private long number;

    Selection(Optional<Path> path) throws IOException {
      this.file = path.isPresent() ? Optional.of(new EvidenceFile(path.get())) : Optional.empty();
      next();
    }

    void next() throws IOException {
      do {
        match = file.isPresent() ? file.get().next().orElse(null) : null;
      } while (match != null && (!match.isRemoval() || number++ % every != 0));
    }

    /**
     * Returns the match of a row, or null if the row was not removed. Rows must be requested in
     * order.
     */
    Match of(String path, long row) throws IOException {
      while (match != null && compare(match.document(), path, row) < 0) {
        next();
      }
      return match != null && compare(match.document(), path, row) == 0 ? match : null;
    }

    private static int compare(DocumentOrigin document, String path, long row) {
      int order = Utf8.ORDER.compare(document.file(), path);
      return order == 0 ? Long.compare(document.row(), row) : order;
    }

    @Override
    public void close() throws IOException {
      if (file.isPresent()) {
        file.get().close();
      }
    }
  }

  private IdKey key(DocumentOrigin document) {
    return key(document.file(), document.row());
  }

  private IdKey key(String file, long row) {
    return keys.of(0, (file + "#" + row).getBytes(UTF_8));
  }

  private void take(KeyTable kept, Selection removed, ScaledRow row, Verdict verdict)
      throws IOException {
    IdKey own = key(row.file(), row.row().row());
    int slot = kept.isOfThisPass(own) ? kept.find(own) : -1;
    Match match = removed.of(row.file(), row.row().row());
    if (slot < 0 && match == null) {
      return;
    }
    RowJudgement judgement = judge.judge(row, verdict);
    if (!judgement.passes()) {
      return;
    }
    if (slot >= 0) {
      kept.set(slot, OFFSET, written);
      kept.set(slot, LENGTH, judgement.text().remaining());
      write(judgement.text().duplicate());
      if (isNamed(row, judgement)) {
        takenDown.add(own);
      }
    }
    if (match != null) {
      IdKey other = key(match.kept());
      if (kept.isOfThisPass(other)) {
        boolean isHidden = takenDown.contains(other) || isNamed(row, judgement);
        compare(match, isHidden, judgement, kept, kept.find(other));
      }
    }
  }

  private boolean isNamed(ScaledRow row, RowJudgement judgement) throws IOException {
    return named.kind(row.row(), row.id(), judgement.text()).isPresent();
  }

  private void write(ByteBuffer text) {
    try {
      while (text.hasRemaining()) {
        written += texts.write(text, written);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // not of the source
    }
  }

  private String read(KeyTable kept, int slot) {
    ByteBuffer text = ByteBuffer.allocate((int) kept.value(slot, LENGTH));
    try {
      while (text.hasRemaining()) {
        if (texts.read(text, kept.value(slot, OFFSET) + text.position()) < 0) {
          throw new EOFException(spool + " is truncated");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return UTF_8.decode(text.flip()).toString();
  }

  private void compare(
      Match match, boolean isHidden, RowJudgement judgement, KeyTable kept, int slot)
      throws IOException {
    if (kept.value(slot, LENGTH) == 0) {
      unread++;
      firstUnread = unread == 1 ? (isHidden ? TAKEN_DOWN : match.document().id()) : firstUnread;
    } else {
      String text = UTF_8.decode(judgement.text().duplicate()).toString();
      compare(match, isHidden, text, read(kept, slot));
    }
  }

  private void compare(Match match, boolean isHidden, String text, String keptText) {
    ExactContainment exact = ExactContainment.of(text, keptText);
    boolean copy = match.containment().rule() == Rule.COPY;
    double share = copy && !exact.copy() ? Math.min(exact.share(), 0.999_999) : exact.share();
    double needed = copy ? 1 : threshold;
    compared++;
    below += share < needed ? 1 : 0;
    farBelow += share < needed - (copy ? 0 : NearDuplicateProof.TOLERANCE) ? 1 : 0;
    least = Math.min(least, share);
    if (worst.size() < WORST || ORDER.compare(hidden(match, share), worst.last()) < 0) {
      worst.add(
          isHidden
              ? hidden(match, share)
              : pair(match, share, Excerpts.of(text, keptText, SHOWN_CHARACTERS)));
    }
    if (worst.size() > WORST) {
      worst.pollLast();
    }
  }

  private static Pair pair(Match match, double share, Excerpts excerpts) {
    return pair(match, match.document().id(), match.kept().id(), share, excerpts);
  }

  /** Returns a pair without ids and texts: of two similar documents, one was taken down. */
  private static Pair hidden(Match match, double share) {
    return pair(match, TAKEN_DOWN, TAKEN_DOWN, share, NO_TEXTS);
  }

  private static Pair pair(Match match, String id, String keptId, double share, Excerpts excerpts) {
    DocumentOrigin document = match.document();
    return new Pair(
        id,
        document.file(),
        document.row(),
        keptId,
        share,
        match.containment().share(),
        excerpts.text(),
        excerpts.kept());
  }

  private void judge(NearDuplicateProof proof, Findings findings) {
    if (unread > 0) {
      findings.violation(
          Check.SOURCE,
          EvidenceFiles.DIRECTORY,
          "for %,d removed documents, such as %s, the source has no earlier kept document"
              .formatted(unread, firstUnread));
    }
    if (farBelow > 0) {
      findings.violation(
          Check.SOURCE,
          EvidenceFiles.DIRECTORY,
          "for %,d of %,d removed documents, the kept document contains less than %.2f of the removed one, or is not a copy of it. The lowest share is %.4f: %s (%s row %d)"
              .formatted(
                  farBelow,
                  compared,
                  threshold - NearDuplicateProof.TOLERANCE,
                  least,
                  proof.worst().get(0).id(),
                  proof.worst().get(0).file(),
                  proof.worst().get(0).row()));
    } else if (below > NearDuplicateProof.MOST_BELOW * compared) {
      findings.violation(
          Check.SOURCE,
          EvidenceFiles.DIRECTORY,
          "for %,d of %,d removed documents, the kept document contains less than %.2f of the removed one, but this is allowed for at most 1 %%"
              .formatted(below, compared, threshold));
    }
  }
}
