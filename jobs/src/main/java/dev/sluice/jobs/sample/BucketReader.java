package dev.sluice.jobs.sample;

import dev.sluice.algorithms.sample.SampledRows;
import dev.sluice.jobs.sample.BatchPlan.Slice;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.ChosenTexts;
import dev.sluice.storage.text.TextFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the selected rows of a bucket, batch by batch: the second pass. */
final class BucketReader {
  private final BucketSource bucket;
  private final SampledRows chosen;
  private final Map<Integer, SharedTexts> lines = new HashMap<>();

  /** A turn at reading a slice of a file. */
  private record Turn(Slice slice, SharedTexts texts, int ticket) {}

  BucketReader(BucketSource bucket, SampledRows chosen) {
    this.bucket = bucket;
    this.chosen = chosen;
  }

  /** The work of a batch. Must be called in batch order, by one thread. */
  SampleOutput.BatchWork work(List<Slice> slices) {
    List<Turn> turns = new ArrayList<>();
    for (Slice slice : slices) {
      SharedTexts texts = texts(slice);
      turns.add(new Turn(slice, texts, texts.ticket()));
    }
    return batch -> {
      for (Turn turn : turns) {
        read(turn, batch);
      }
    };
  }

  /** Only batches of the same lines share a reader. */
  private SharedTexts texts(Slice slice) {
    if (bucket.files().get(slice.file()).file().format() != TextFormat.JSONL) {
      return open(slice.file());
    }
    SharedTexts texts = lines.computeIfAbsent(slice.file(), this::open);
    if (slice.isLast()) {
      lines.remove(slice.file());
    }
    return texts;
  }

  private SharedTexts open(int file) {
    return new SharedTexts(bucket.files().get(file).file(), bucket.text());
  }

  /** An I/O error does not end the turn: the batch is read again, or the sample fails. */
  private void read(Turn turn, SampleBatch batch) throws IOException, InterruptedException {
    Slice slice = turn.slice();
    boolean isOver = !turn.texts().await(turn.ticket());
    SharedTexts texts = isOver ? open(slice.file()) : turn.texts();
    long at = slice.from();
    try {
      for (; at < slice.to(); at++) {
        long row = chosen.row(slice.file(), at);
        copy(texts.goTo(row), row, slice, batch);
        if (Thread.interrupted()) {
          throw new InterruptedException("asked to stop");
        }
      }
    } catch (SourceFormatException e) {
      texts.close();
      batch.quarantined(new QuarantinedFile(path(slice.file()), e.reason(), slice.to() - at));
    } catch (IOException e) {
      if (isOver) {
        texts.close();
      }
      throw e;
    }
    if (slice.isLast() || !lines(slice) || isOver) {
      texts.close();
    }
    if (!isOver) {
      texts.release();
    }
  }

  private boolean lines(Slice slice) {
    return bucket.files().get(slice.file()).file().format() == TextFormat.JSONL;
  }

  private void copy(ChosenTexts texts, long row, Slice slice, SampleBatch batch)
      throws IOException {
    Optional<String> rejected = texts.goTo(row);
    if (rejected.isPresent()) {
      batch.rejected(path(slice.file()) + ": " + rejected.get());
      return;
    }
    texts
        .text()
        .ifPresentOrElse(
            text -> batch.text(text.array(), text.position(), text.remaining()), batch::noText);
  }

  private String path(int file) {
    return bucket.files().get(file).file().path().toString();
  }
}
