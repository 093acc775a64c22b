package dev.sluice.jobs.sample;

import dev.sluice.algorithms.sample.SampledRows;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.ChosenTexts;
import dev.sluice.storage.text.RejectedRow;
import dev.sluice.storage.text.TextFormat;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the selected rows of a bucket, batch by batch: the second pass. */
final class BucketReader {
  private final BucketSource bucket;
  private final SampledRows chosen;
  private final Map<Integer, SampleLines> lines = new HashMap<>();

  /** A turn at reading a file of lines. */
  private record Turn(SampleLines source, int ticket) {}

  BucketReader(BucketSource bucket, SampledRows chosen) {
    this.bucket = bucket;
    this.chosen = chosen;
  }

  /** The work of a batch. Must be called in batch order, by one thread. */
  BatchWork work(List<Slice> slices) {
    Map<Integer, Turn> turns = new HashMap<>();
    for (Slice slice : slices) {
      if (bucket.files().get(slice.file()).file().format() == TextFormat.JSONL) {
        SampleLines source = lines.computeIfAbsent(slice.file(), this::open);
        turns.put(slice.file(), new Turn(source, source.ticket()));
        if (slice.isLast()) {
          lines.remove(slice.file());
        }
      }
    }
    return batch -> read(slices, turns, batch);
  }

  private SampleLines open(int file) {
    return new SampleLines(bucket.files().get(file).file(), bucket.columns());
  }

  private void read(List<Slice> slices, Map<Integer, Turn> turns, SampleBatch batch)
      throws IOException, InterruptedException {
    for (Slice slice : slices) {
      if (turns.containsKey(slice.file())) {
        readLines(slice, turns.get(slice.file()), batch);
      } else {
        readAlone(slice, batch);
      }
    }
  }

  private void readAlone(Slice slice, SampleBatch batch) throws IOException, InterruptedException {
    Position position = new Position(slice);
    try (ChosenTexts texts =
        ChosenTexts.open(bucket.files().get(slice.file()).file(), bucket.columns())) {
      while (position.hasNext()) {
        copy(texts, position.row(), slice, batch);
        position.advance();
      }
    } catch (SourceFormatException e) {
      batch.quarantined(position.brokenOff(e));
    }
  }

  /** An I/O error does not end the turn: the batch is read again, or the sample fails. */
  private void readLines(Slice slice, Turn turn, SampleBatch batch)
      throws IOException, InterruptedException {
    if (!turn.source().await(turn.ticket())) {
      readAlone(slice, batch);
      return;
    }
    Position position = new Position(slice);
    try {
      while (position.hasNext()) {
        ChosenTexts texts = turn.source().goTo(position.row());
        copy(texts, position.row(), slice, batch);
        position.advance();
      }
    } catch (SourceFormatException e) {
      turn.source().close();
      batch.quarantined(position.brokenOff(e));
    }
    if (slice.isLast()) {
      turn.source().close();
    }
    turn.source().release();
  }

  private void copy(ChosenTexts texts, long row, Slice slice, SampleBatch batch)
      throws IOException {
    Optional<RejectedRow> rejected = texts.goTo(row);
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

  /** The progress within a slice. */
  private final class Position {
    private final Slice slice;
    private long at;

    Position(Slice slice) {
      this.slice = slice;
      this.at = slice.from();
    }

    boolean hasNext() {
      return at < slice.to();
    }

    long row() {
      return chosen.row(slice.file(), at);
    }

    void advance() throws InterruptedException {
      at++;
      if (Thread.interrupted()) {
        throw new InterruptedException("asked to stop");
      }
    }

    QuarantinedFile brokenOff(SourceFormatException e) {
      return new QuarantinedFile(path(slice.file()), e.reason(), slice.to() - at);
    }
  }
}
