package dev.sluice.jobs.split;

import dev.sluice.core.work.DurableFiles;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.storage.json.JsonObjects;
import dev.sluice.storage.json.JsonShape;
import dev.sluice.storage.json.StreamCompression;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** Splits one file. Its parts are renamed when all are complete. */
final class SourceSplitter {
  private final SplitOutput output;
  private final TextFile file;
  private final int number;
  private final PlannedSource plan;
  private final long targetBytes;
  private final long heapBytes;
  private final PartNames names;
  private final LongConsumer progress;

  /**
   * @param number index of the file
   * @param heapBytes memory for reading
   */
  SourceSplitter(
      SplitOutput output,
      TextFile file,
      int number,
      PlannedSource plan,
      long targetBytes,
      long heapBytes,
      LongConsumer progress) {
    this.output = output;
    this.file = file;
    this.number = number;
    this.plan = plan;
    this.targetBytes = targetBytes;
    this.heapBytes = heapBytes;
    this.names = new PartNames(output.path(), file.name());
    this.progress = progress;
  }

  /** Splits the file, continuing an earlier run. */
  SourceState run() throws IOException, InterruptedException {
    SourceState state = output.state(number, plan);
    if (state.isBroken() || plan.isBroken()) {
      return state.isBroken() ? state : state.broken(plan.problem());
    }
    try {
      SourceState whole = state.isWhole() ? state : cut(state);
      publish(whole);
      return whole;
    } catch (SourceFormatException e) {
      SourceState broken = state.broken(e.reason());
      output.note(number, broken);
      removeHidden();
      return broken;
    }
  }

  private SourceState cut(SourceState before) throws IOException, InterruptedException {
    SourceState state = before;
    Publication.createDirectories(names.hidden(0).getParent());
    try (Cutter cutter = cutter()) {
      while (!state.isWhole()) {
        int part = state.parts().size();
        Files.deleteIfExists(names.hidden(part));
        state = state.with(cutter.next(part, state.end(), names.hidden(part)));
        output.note(number, state);
      }
    }
    return state;
  }

  private Cutter cutter() throws IOException {
    if (file.format() == TextFormat.PARQUET) {
      TableFile table = TableFile.open(file.path());
      return plan.parts() == 1
          ? new WholeCutter(file, table::rows, progress)
          : new TableCutter(table, plan.parts(), targetBytes, heapBytes, progress);
    }
    if (plan.parts() == 1) {
      return new WholeCutter(file, this::lines, progress);
    }
    try (JsonObjects objects =
        JsonObjects.open(file.path(), ObjectCount.MOST_BYTES, IoRetry.THREE_TIMES)) {
      if (objects.shape() != JsonShape.LINES) {
        return new ObjectsCutter(file, plan, targetBytes, progress);
      }
      return objects.compression() == StreamCompression.NONE
          ? new LineCutter(file, plan, targetBytes, progress)
          : new PackedCutter(file, plan, targetBytes, progress);
    }
  }

  private long lines() throws IOException {
    return plan.hasRows() ? plan.rows() : ObjectCount.of(file, bytes -> progress.accept(0)).rows();
  }

  /** Renames all parts; an earlier run may have renamed some. */
  private void publish(SourceState whole) throws IOException {
    int parts = whole.parts().size();
    for (int part = 0; part < parts; part++) {
      Path target = names.path(part, parts);
      Path hidden = names.hidden(part);
      if (Files.exists(hidden)) {
        requireFree(target);
        DurableFiles.move(hidden, target);
      } else if (!Files.exists(target)) {
        throw new JobFailedException(
            "%s is missing: delete %s and split again".formatted(target, output.path()));
      }
    }
    Publication.syncDirectory(names.hidden(0).getParent());
  }

  private static void requireFree(Path target) {
    if (Files.exists(target)) {
      throw new JobFailedException(
          "%s is there already, and not from this split: remove it, then type the same command again"
              .formatted(target));
    }
  }

  private void removeHidden() throws IOException {
    for (int part = 0; Files.deleteIfExists(names.hidden(part)); part++) {
      progress.accept(0);
    }
  }
}
