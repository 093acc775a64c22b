package dev.sluice.neardup;

import dev.sluice.neardup.SignatureFooter.Counts;
import dev.sluice.storage.PermanentException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Merges several consecutive files of one unit into one file. What is made depends only on the
 * files. Streams them; takes 65 KiB for each.
 */
final class SignatureMerge {
  private final List<SignatureFile> files;

  /**
   * @param files two or more in the order of their batches
   */
  SignatureMerge(List<SignatureFile> files) {
    this.files = files;
  }

  /** A file whose keys are being read. */
  private record Source(SignatureFile.KeyCursor keys, long keptBefore) {
    long key() {
      return keys.key();
    }
  }

  /** Writes and publishes the file. */
  void write(SignatureFileWriter writer, Path target) throws IOException {
    requireSequence(target);
    for (SignatureFile file : files) {
      file.kept(writer::keep);
    }
    for (SignatureFile file : files) {
      file.matches(writer::add);
    }
    writer.beginKeys();
    for (int range = 0; range < SignatureFile.RANGES; range++) {
      writeRange(writer, range);
    }
    SignatureFooter first = files.get(0).footer();
    SignatureFooter last = files.get(files.size() - 1).footer();
    Counts counts =
        files.stream().map(file -> file.footer().counts()).reduce(Counts.NONE, Counts::plus);
    writer.complete(
        new SignatureFooter(
            last.position(),
            first.first(),
            last.last(),
            first.from(),
            counts,
            last.guard(),
            last.stored(),
            writer.endKeys(),
            Collections.emptySortedMap()));
    writer.publish(target);
  }

  private void requireSequence(Path target) throws IOException {
    for (int i = 1; i < files.size(); i++) {
      SignatureFooter before = files.get(i - 1).footer();
      SignatureFooter footer = files.get(i).footer();
      if (footer.first() != before.last() + 1
          || !footer.from().equals(before.position().frontier())) {
        throw new PermanentException(
            "%s cannot be made: %s does not continue %s: %s"
                .formatted(
                    target, files.get(i).path(), files.get(i - 1).path(), SignatureFile.REMEDY));
      }
    }
  }

  private void writeRange(SignatureFileWriter writer, int range) throws IOException {
    long kept = 0;
    PriorityQueue<Source> sources = new PriorityQueue<>(Comparator.comparingLong(Source::key));
    for (SignatureFile file : files) {
      add(sources, new Source(file.keys(range), kept));
      kept += file.footer().sections().kept();
    }
    copy(sources, writer);
  }

  private static void copy(PriorityQueue<Source> sources, SignatureFileWriter writer)
      throws IOException {
    while (!sources.isEmpty()) {
      Source least = sources.remove();
      long until = sources.isEmpty() ? SignatureFile.KeyCursor.END : sources.peek().key();
      if (least.key() == until) {
        throw new PermanentException(
            "Two files of one unit hold the same key: " + SignatureFile.REMEDY);
      }
      while (least.key() < until) {
        writer.addKey(least.key(), least.keptBefore + least.keys.owner());
        least.keys.next();
      }
      add(sources, least);
    }
  }

  private static void add(PriorityQueue<Source> sources, Source source) {
    if (source.key() != SignatureFile.KeyCursor.END) {
      sources.add(source);
    }
  }
}
