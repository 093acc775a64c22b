package dev.sluice.jobs.process;

import dev.sluice.jobs.documents.DocumentFile;
import dev.sluice.jobs.documents.JsonDocuments;
import dev.sluice.jobs.documents.ParquetDocuments;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.LockFile;
import dev.sluice.jobs.text.OutputDirectory;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.parquet.TableFormat;
import dev.sluice.storage.text.Packing;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What lies where in an output:
 *
 * <pre>
 * OUT/{name of an input file}       what is kept of it
 * OUT/_sluice/process.json          the report, once everything is done
 * OUT/_sluice/rejects.jsonl         a line for each rejected row
 * OUT/_sluice/trace.jsonl           examples, where they were asked for
 * OUT/_sluice/process               journal and lock, until then
 * </pre>
 *
 * Used by one process at a time; when it is closed others may have it.
 */
final class ProcessDirectory implements Closeable {
  private static final String OWN = "_sluice";
  private static final String CHECKPOINT = ".checkpoint";

  private final Path output;
  private final LockFile lock;

  private ProcessDirectory(Path output, LockFile lock) {
    this.output = output;
    this.lock = lock;
  }

  /**
   * Takes an output for this process.
   *
   * @throws JobRefusedException when another process has it, it cannot be written to, or it holds
   *     something else
   */
  static ProcessDirectory take(Path output) throws IOException {
    Path directory = output.toAbsolutePath().normalize();
    OutputDirectory.requireWritable(output);
    checkOurs(directory);
    return new ProcessDirectory(directory, OutputDirectory.take(output, work(directory)));
  }

  private static void checkOurs(Path directory) throws IOException {
    if (!Files.isDirectory(work(directory)) && !Files.exists(report(directory))) {
      OutputDirectory.requireEmpty(directory);
    }
  }

  private static Path work(Path directory) {
    return directory.resolve(OWN).resolve("process");
  }

  /** The report of an output. */
  static Path report(Path directory) {
    return directory.resolve(OWN).resolve("process.json");
  }

  Path report() {
    return report(output);
  }

  Path journal() {
    return work(output).resolve("journal.jsonl");
  }

  Path rejects() {
    return output.resolve(OWN).resolve("rejects.jsonl");
  }

  Path trace() {
    return output.resolve(OWN).resolve("trace.jsonl");
  }

  private TemporaryFile file(String name) {
    return new TemporaryFile(output.resolve(name));
  }

  /** A file of the output, to be begun or continued. */
  FileOutput output(DocumentFile input) throws IOException {
    Path path = file(input.file().name()).path();
    Files.createDirectories(path.getParent());
    if (input instanceof ParquetDocuments parquet) {
      return new TableOutput(TableFormat.of(parquet.table().schema(), parquet.table()), path);
    }
    if (input instanceof JsonDocuments json) {
      return new LineOutput(path, json.shape(), Packing.of(json.file().name()));
    }
    throw new IllegalStateException("no output for " + input);
  }

  /** Gives a complete file its name, unless it has it already. */
  void publish(String name) throws IOException {
    TemporaryFile file = file(name);
    if (Files.exists(file.path())) {
      file.publish();
    }
    Files.deleteIfExists(file.path().resolveSibling(file.path().getFileName() + CHECKPOINT));
  }

  /** Removes what is needed no longer once the report is there; closes this. */
  void end() throws IOException {
    close();
    OutputDirectory.delete(work(output));
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
