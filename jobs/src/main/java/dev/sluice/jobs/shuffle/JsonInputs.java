package dev.sluice.jobs.shuffle;

import dev.sluice.core.work.OrderedWork;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.storage.json.JsonLineException;
import dev.sluice.storage.json.JsonSurvey;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.text.InputListing;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Infers the columns of JSON lines. It reads all lines once before the shuffle. */
final class JsonInputs {
  private final RowSources sources;
  private final int threads;
  private final BrokenFiles broken = new BrokenFiles();
  private final Queue<JsonSurvey> surveys = new ConcurrentLinkedQueue<>();
  private final TreeMap<Long, InputListing.InputFile> firstRows = new TreeMap<>();

  JsonInputs(ShuffleMemory memory, int threads) {
    this.sources = new RowSources(memory, threads, RowFormat.PARQUET, Optional.empty());
    this.threads = threads;
  }

  /**
   * Reads all lines and returns their columns.
   *
   * @throws JobRefusedException if a field has values that no column type can hold
   * @throws BrokenFiles.BrokenFilesException if files are broken or contain anything but JSON
   *     objects
   */
  InputColumns survey(List<InputListing.InputFile> files) throws IOException, InterruptedException {
    long row = 0;
    try (WorkerPool workers = new WorkerPool("shuffle", threads)) {
      OrderedWork pieces = new OrderedWork(workers, threads + 1L);
      for (InputListing.InputFile file : files) {
        firstRows.put(row, file);
        long firstOfFile = row;
        try (PieceSource source = sources.open(file, 0)) {
          for (Optional<PieceSource.RowPiece> piece = source.next();
              piece.isPresent();
              piece = source.next()) {
            PieceSource.RowPiece lines = piece.get();
            long first = row;
            pieces.submit(1, () -> survey(lines, first, file, firstOfFile), surveys::add);
            row += lines.rows();
          }
        } catch (SourceFormatException e) {
          broken.add(e);
        }
      }
      pieces.finish();
    }
    broken.throwAny();
    JsonSurvey all = new JsonSurvey();
    surveys.forEach(all::merge);
    if (all.isEmpty()) {
      throw new JobRefusedException(
          "--format parquet: no line of %s has a field that could be a column; use --format jsonl"
              .formatted(files.get(0).path()));
    }
    try {
      return new InputColumns(TableFormat.of(all.table()), Map.of());
    } catch (JsonSurvey.FieldException e) {
      throw JobRefusedException.of(e.conflicts().stream().map(this::describe).toList());
    }
  }

  private JsonSurvey survey(
      PieceSource.RowPiece lines, long first, InputListing.InputFile file, long firstOfFile)
      throws IOException {
    JsonSurvey polled = surveys.poll();
    JsonSurvey survey = polled == null ? new JsonSurvey() : polled;
    lines
        .scatter()
        .to(
            (row, bytes, offset, length) -> {
              try {
                survey.add(bytes, offset, length, row);
              } catch (JsonLineException e) {
                broken.add(
                    new SourceFormatException(
                        file.path(), "line %d: %s".formatted(row - firstOfFile + 1, e.reason())));
              }
            },
            first);
    return survey;
  }

  private String describe(JsonSurvey.FieldException.Conflict conflict) {
    return "field %s is %s in %s but %s in %s: convert the values to one type, or use --format jsonl"
        .formatted(
            conflict.field(),
            conflict.kind(),
            place(conflict.row()),
            conflict.otherKind(),
            place(conflict.otherRow()));
  }

  private String place(long row) {
    Map.Entry<Long, InputListing.InputFile> file = firstRows.floorEntry(row);
    return "%s, line %d".formatted(file.getValue().path(), row - file.getKey() + 1);
  }
}
