package dev.sluice.jobs.sample;

import dev.sluice.algorithms.sample.RowSelector.SampledRows;
import dev.sluice.jobs.sample.BatchPlan.Slice;
import dev.sluice.jobs.sample.SampleRecord.QuarantinedFile;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.ChosenTexts;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Reads the selected rows of a bucket. This is the second pass. Batches without JSON can be read by
 * several threads at a time. Batches with JSON must be read in order by one thread: a row of JSON
 * can only be reached by reading all earlier rows, so the file stays open between batches.
 */
final class BucketReader implements Closeable {
  private static final int NONE = -1;

  private final BucketSource bucket;
  private final SampledRows chosen;
  private Optional<ChosenTexts> lines = Optional.empty();
  private int linesOf = NONE;
  private long nextLine; // the first row that the open file has not passed

  BucketReader(BucketSource bucket, SampledRows chosen) {
    this.bucket = bucket;
    this.chosen = chosen;
  }

  /** Returns whether a batch has rows of JSON. */
  boolean hasJson(List<Slice> slices) {
    return slices.stream().anyMatch(slice -> isJson(slice.file()));
  }

  private boolean isJson(int file) {
    return file(file).format() == TextFormat.JSONL;
  }

  private TextFile file(int index) {
    return bucket.files().get(index).file();
  }

  /** Reads a batch. After an I/O error, the batch can be read again. */
  void read(List<Slice> slices, SampleBatch batch) throws IOException, InterruptedException {
    for (Slice slice : slices) {
      long before = batch.rows();
      try {
        if (isJson(slice.file())) {
          readLines(slice, batch);
        } else {
          readPages(slice, batch);
        }
      } catch (SourceFormatException e) {
        long lost = slice.to() - slice.from() - (batch.rows() - before);
        String path = file(slice.file()).path().toString();
        batch.quarantined(new QuarantinedFile(path, e.reason(), lost));
      }
    }
  }

  private void readPages(Slice slice, SampleBatch batch) throws IOException, InterruptedException {
    try (ChosenTexts texts = open(slice)) {
      copy(texts, slice, batch);
    }
  }

  private void readLines(Slice slice, SampleBatch batch) throws IOException, InterruptedException {
    try {
      // A batch that is read again begins before the row that the open file has reached.
      if (linesOf != slice.file() || chosen.row(slice.file(), slice.from()) < nextLine) {
        close();
        lines = Optional.of(open(slice));
        linesOf = slice.file();
      }
      copy(lines.orElseThrow(), slice, batch);
      nextLine = chosen.row(slice.file(), slice.to() - 1) + 1;
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private ChosenTexts open(Slice slice) throws IOException {
    return ChosenTexts.open(file(slice.file()), bucket.text(), SourceSurvey.MAX_TEXT_BYTES);
  }

  private void copy(ChosenTexts texts, Slice slice, SampleBatch batch)
      throws IOException, InterruptedException {
    for (long at = slice.from(); at < slice.to(); at++) {
      Optional<String> rejected = texts.goTo(chosen.row(slice.file(), at));
      if (rejected.isPresent()) {
        batch.rejected(file(slice.file()).path() + ": " + rejected.get());
      } else {
        texts
            .text()
            .ifPresentOrElse(
                text -> batch.text(text.array(), text.position(), text.remaining()), batch::noText);
      }
      if (Thread.interrupted()) {
        throw new InterruptedException("asked to stop");
      }
    }
  }

  @Override
  public void close() throws IOException {
    linesOf = NONE;
    if (lines.isPresent()) {
      ChosenTexts closing = lines.get();
      lines = Optional.empty();
      closing.close();
    }
  }
}
