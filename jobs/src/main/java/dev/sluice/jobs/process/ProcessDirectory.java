package dev.sluice.jobs.process;

import dev.sluice.jobs.documents.DocumentFile;
import dev.sluice.jobs.documents.JsonDocuments;
import dev.sluice.jobs.documents.ParquetDocuments;
import dev.sluice.jobs.text.JobDirectory;
import dev.sluice.jobs.text.JobOutput;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.PartDirectory;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.json.LineSink;
import dev.sluice.storage.json.StreamCompression;
import dev.sluice.storage.rows.RowSink;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The layout of an output:
 *
 * <pre>
 * OUT/{name of an input file}       what is kept of it
 * OUT/_sluice/{job}.json            the report, once everything is done
 * OUT/_sluice/rejects.jsonl         a line for each rejected row
 * OUT/_sluice/{beside}              examples, where they were asked for
 * OUT/_sluice/{job}                 journal and lock, until then
 * </pre>
 *
 * Used by one process at a time. Other processes can use the output after {@link #close}.
 *
 * @param output the output, which contains the report
 * @param rejects the file of lines on rejected rows
 * @param beside the file of additional lines
 * @param work the directory that exists until the job is complete
 * @param lock the lock that {@link #close} releases
 * @param ending closed by {@link #end}
 */
record ProcessDirectory(
    JobOutput output, Path rejects, Path beside, Path work, Closeable lock, Closeable ending)
    implements Closeable {
  private static final String REJECTS = "rejects.jsonl";

  /**
   * Locks an output.
   *
   * @throws JobRefusedException if another process holds the lock, or if the output is not writable
   *     or contains something else
   */
  static ProcessDirectory take(JobOutput output, String beside) throws IOException {
    JoinedParts.requireNone(output.directory());
    return of(output, beside, output.take());
  }

  /**
   * Locks an output that contains parts.
   *
   * @throws JobRefusedException if another process holds the lock
   */
  static ProcessDirectory takeBesideParts(JobOutput output, String beside) throws IOException {
    return of(output, beside, output.hold());
  }

  private static ProcessDirectory of(JobOutput output, String beside, JobDirectory work) {
    Path own = JobOutput.own(output.directory());
    return new ProcessDirectory(
        output, own.resolve(REJECTS), own.resolve(beside), work.path(), work, work::delete);
  }

  /**
   * Returns the layout for a part whose lock is held. The additional lines are in the directory of
   * the part.
   */
  static ProcessDirectory of(JobOutput output, String beside, PartDirectory part) {
    return new ProcessDirectory(
        output, part.file(REJECTS), part.file(beside), part.file(""), part, part);
  }

  /** Returns the path of the lines on rejected rows in an output. */
  static Path rejects(Path output) {
    return JobOutput.own(output).resolve(REJECTS);
  }

  Path report() {
    return output.report();
  }

  Path journal() {
    return work.resolve("journal.jsonl");
  }

  private TemporaryFile file(String name) {
    return new TemporaryFile(output.directory().toAbsolutePath().normalize().resolve(name));
  }

  /**
   * Opens a new file of the output, or an existing one to be resumed.
   *
   * @param level zstd level
   */
  RowSink output(DocumentFile input, int level) throws IOException {
    Path path = file(input.file().name()).path();
    Files.createDirectories(path.getParent());
    if (input instanceof ParquetDocuments parquet) {
      TableFormat format = TableFormat.of(parquet.written(), parquet.table());
      if (!parquet.columns().added().isEmpty()) {
        format = format.withoutLabels();
      }
      return TableWriter.continueAt(format.withLevel(level), path);
    }
    if (input instanceof JsonDocuments json) {
      return new LineSink(path, json.shape(), StreamCompression.of(json.file().name()), level);
    }
    throw new IllegalStateException("no output for " + input);
  }

  /** Gives a complete file its final name. The file may already have this name. */
  void publish(String name) throws IOException {
    TemporaryFile file = file(name);
    if (Files.exists(file.path())) {
      file.publish();
    }
    TableWriter.deleteCheckpoint(file.path());
  }

  /** Deletes the files that are not needed once the report is written, and releases the lock. */
  void end() throws IOException {
    ending.close();
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
