package dev.sluice.jobs.split;

import dev.sluice.core.work.DurableFiles;
import dev.sluice.jobs.split.SplitPlan.PartNames;
import dev.sluice.jobs.text.JobDirectory;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import dev.sluice.storage.write.ShardStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;

/** Splits one file. Parts get their final names when all are complete. */
final class FileSplitter {
  private static final int BUFFER_BYTES = 1 << 20;

  private final SplitRequest request;
  private final TextFile file;
  private final SplitPlan.Source plan;
  private final JobDirectory work;
  private final String record;
  private final PartNames names;
  private final LongConsumer progress;

  /**
   * The progress of splitting a file.
   *
   * @param name the name of the file
   * @param parts the parts written so far
   * @param problem the reason why the file cannot be split; empty if it can
   */
  record State(String name, List<Cutter.Part> parts, String problem) {
    State {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(problem, "problem");
      parts = List.copyOf(parts);
    }

    State with(Cutter.Part part) {
      List<Cutter.Part> more = new ArrayList<>(parts);
      more.add(part);
      return new State(name, more, problem);
    }

    State broken(String reason) {
      return new State(name, List.of(), reason);
    }

    boolean isBroken() {
      return !problem.isEmpty();
    }

    /** Returns whether all parts are written. They may not have their final names yet. */
    boolean isWhole() {
      return !parts.isEmpty() && parts.get(parts.size() - 1).last();
    }

    Cutter.Position end() {
      return parts.isEmpty() ? Cutter.Position.BEGIN : parts.get(parts.size() - 1).end();
    }
  }

  /**
   * @param work the directory that holds a record of the progress
   * @param number index of the file
   */
  FileSplitter(
      SplitRequest request,
      TextFile file,
      SplitPlan.Source plan,
      JobDirectory work,
      int number,
      LongConsumer progress) {
    this.request = request;
    this.file = file;
    this.plan = plan;
    this.work = work;
    this.record = "%d.json".formatted(number);
    this.names = new PartNames(request.output(), file.name());
    this.progress = progress;
  }

  /** Splits the file, and continues an earlier run. */
  State run() throws IOException {
    State state =
        work.read(record, State.class).orElseGet(() -> new State(plan.name(), List.of(), ""));
    if (state.isBroken() || plan.isBroken()) {
      return state.isBroken() ? state : state.broken(plan.problem());
    }
    try {
      State whole = state.isWhole() ? state : cut(state);
      publish(whole);
      return whole;
    } catch (SourceFormatException e) {
      State broken = state.broken(e.reason());
      work.write(record, broken);
      removeHidden();
      return broken;
    }
  }

  private State cut(State before) throws IOException {
    State state = before;
    Publication.createDirectories(names.hidden(0).getParent());
    requireUnchanged(file, Files.size(file.path()));
    try (Cutter cutter = cutter(state.end())) {
      while (!state.isWhole()) {
        int part = state.parts().size();
        Files.deleteIfExists(names.hidden(part));
        state = state.with(cutter.next(part, names.hidden(part)));
        work.write(record, state);
      }
    }
    return state;
  }

  private Cutter cutter(Cutter.Position start) throws IOException {
    boolean isTable = file.format() == TextFormat.PARQUET;
    if (plan.parts() == 1) {
      long rows = isTable ? TableFile.open(file.path()).rows() : jsonRows();
      return (number, target) -> copied(rows, target);
    }
    if (!isTable) {
      return new JsonCutter(file, plan, request.targetBytes(), start, progress);
    }
    return new TableCutter(TableFile.open(file.path()), plan, request, start, progress);
  }

  private long jsonRows() throws IOException {
    return plan.rows() == SplitPlan.UNKNOWN
        ? JsonRows.end(file, bytes -> progress.accept(0)).row()
        : plan.rows();
  }

  /** Throws an exception if the size of a file has changed. */
  static void requireUnchanged(TextFile file, long bytes) throws IOException {
    if (bytes != file.bytes()) {
      throw new IOException(
          "%s has changed while it was read: its size was %d bytes and is now %d"
              .formatted(file.path(), file.bytes(), bytes));
    }
  }

  /** Renames all parts that an earlier run has not renamed. */
  private void publish(State whole) throws IOException {
    int parts = whole.parts().size();
    for (int part = 0; part < parts; part++) {
      Path target = names.path(part, parts);
      Path hidden = names.hidden(part);
      if (Files.exists(hidden)) {
        requireFree(target);
        DurableFiles.move(hidden, target);
      } else if (!Files.exists(target)) {
        throw new JobFailedException(
            "%s is missing: delete %s and run the command again"
                .formatted(target, request.output()));
      }
    }
    Publication.syncDirectory(names.hidden(0).getParent());
  }

  private static void requireFree(Path target) {
    if (Files.exists(target)) {
      throw new JobFailedException(
          "%s already exists, but was not written by this split: remove the file, then run the command again"
              .formatted(target));
    }
  }

  private void removeHidden() throws IOException {
    for (int part = 0; Files.deleteIfExists(names.hidden(part)); part++) {
      progress.accept(0);
    }
  }

  /** Copies a file that is not split. */
  private Cutter.Part copied(long rows, Path target) throws IOException {
    ShardStream out = ShardStream.unhashed(target);
    try (InputStream in = SourceFile.stream(file.path(), IoRetry.THREE_TIMES)) {
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        out.write(buffer, 0, read);
        progress.accept(read);
      }
      requireUnchanged(file, out.getPos());
      out.sync();
      return new Cutter.Part(rows, out.getPos(), new Cutter.Position(1, rows), true);
    } catch (IOException | RuntimeException | Error e) {
      out.delete();
      throw e;
    }
  }
}
