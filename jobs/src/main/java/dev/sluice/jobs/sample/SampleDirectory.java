package dev.sluice.jobs.sample;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.core.work.DurableFiles;
import dev.sluice.jobs.sample.SampleRecord.QuarantinedFile;
import dev.sluice.jobs.text.JobDirectory;
import dev.sluice.jobs.text.JobOutput;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.OutputDirectory;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.publish.Publication;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The output directory of a sample. One process at a time uses it. Files stay in {@code
 * _sluice/sample} until all are complete. If the directory contains earlier work on the same
 * request, that work is continued; any other content is refused.
 */
final class SampleDirectory implements Closeable {
  private final SampleRequest request;
  private final Path directory;
  private final JobOutput output;
  private Optional<JobDirectory> work = Optional.empty();

  /** The request and the plan of the files that are being written. */
  record Begun(List<String> request, String plan) {}

  /**
   * The record of a complete output file. It exists until all files are complete.
   *
   * @param part index of the file in the plan
   * @param rows number of rows
   * @param bytes size of the file
   * @param sampled number of rows of each bucket, in request order
   * @param nulls number of rows whose text is null
   * @param rejected number of selected rows that were rejected
   * @param rejections the first rejected rows, with reasons
   * @param quarantined files that could not be read to the end
   */
  record PartRecord(
      int part,
      long rows,
      long bytes,
      List<Long> sampled,
      long nulls,
      long rejected,
      List<String> rejections,
      List<QuarantinedFile> quarantined) {
    PartRecord {
      sampled = List.copyOf(sampled);
      rejections = List.copyOf(rejections);
      quarantined = List.copyOf(quarantined);
    }
  }

  SampleDirectory(SampleRequest request) {
    this.request = request;
    this.directory = request.output();
    this.output = new JobOutput(directory.toAbsolutePath().normalize(), "sample");
  }

  /**
   * Returns the report of an earlier run with the same request, if that run has finished.
   *
   * @throws JobRefusedException if the directory contains anything else
   */
  Optional<SampleReport> finished() throws IOException {
    if (Files.isRegularFile(output.report())) {
      SampleRecord record = Json.read(output.report(), SampleRecord.class);
      requireSame(record.request());
      output.clear();
      ObjectNode info = Json.read(info(), ObjectNode.class);
      return Optional.of(new SampleReport(directory, record, info, true));
    }
    OutputDirectory.requireWritable(directory);
    if (!output.isBegun()) {
      OutputDirectory.requireEmpty(directory);
    }
    return Optional.empty();
  }

  private void requireSame(List<String> found) {
    List<String> wanted = request.lines();
    for (int i = 0; i < Math.max(found.size(), wanted.size()); i++) {
      String was = i < found.size() ? found.get(i) : "nothing";
      String is = i < wanted.size() ? wanted.get(i) : "nothing";
      if (!was.equals(is)) {
        throw JobRefusedException.ofOutput(
            "%s holds a different sample: it was started with \"%s\", but this command has \"%s\". Choose another directory, or delete this one"
                .formatted(directory, was, is));
      }
    }
  }

  /**
   * Locks the directory for a plan. Keeps complete files of the same plan; deletes incomplete files
   * and the files of a different plan.
   *
   * @throws JobRefusedException if another process holds the lock
   */
  void take(String plan) throws IOException {
    JobDirectory taken = output.take();
    work = Optional.of(taken);
    output.requireIncomplete();
    Optional<Begun> before = taken.checkpoint(Begun.class);
    if (before.isPresent()) {
      requireSame(before.get().request());
    }
    if (before.isEmpty() || !before.get().plan().equals(plan)) {
      taken.retain(Set.of());
      deletePublished();
      taken.note(new Begun(request.lines(), plan));
    }
  }

  private void deletePublished() throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      for (Path entry : (Iterable<Path>) entries::iterator) {
        if (entry.getFileName().toString().startsWith("train-")) {
          Files.delete(entry);
        }
      }
    }
  }

  private static String recordName(int part) {
    return "%05d.json".formatted(part);
  }

  private Path path(int part, String ending) {
    return work.orElseThrow().path().resolve("%05d%s".formatted(part, ending));
  }

  /** Returns a path to which a file can be written. No file exists at this path. */
  Path partialFile(int part) throws IOException {
    Path file = path(part, ".tmp");
    Files.deleteIfExists(file);
    return file;
  }

  /** Returns the record of a file, if the file is complete. */
  Optional<PartRecord> part(int part) throws IOException {
    return work.orElseThrow().read(recordName(part), PartRecord.class);
  }

  /** Records that a file is complete. It first renames the file, then writes its record. */
  void complete(PartRecord record) throws IOException {
    Path file = path(record.part(), ".parquet");
    DurableFiles.move(path(record.part(), ".tmp"), file);
    Publication.syncDirectory(file.getParent());
    work.orElseThrow().write(recordName(record.part()), record);
  }

  /**
   * Gives all files their final names, which contain their index and the number of files. A file
   * without rows is not published.
   *
   * @return the files in order
   */
  List<SampleRecord.OutputFile> publish(List<PartRecord> parts) throws IOException {
    List<PartRecord> filled = parts.stream().filter(part -> part.rows() > 0).toList();
    List<SampleRecord.OutputFile> files = new ArrayList<>();
    for (int i = 0; i < filled.size(); i++) {
      PartRecord part = filled.get(i);
      String name = "train-%05d-of-%05d.parquet".formatted(i, filled.size());
      Path complete = path(part.part(), ".parquet");
      if (Files.exists(complete)) {
        DurableFiles.move(complete, directory.resolve(name));
      }
      if (!Files.exists(directory.resolve(name))) {
        throw new IOException(
            "%s was complete, but no longer exists: delete %s and run the command again"
                .formatted(name, directory));
      }
      files.add(new SampleRecord.OutputFile(name, part.rows(), part.bytes()));
    }
    Publication.syncDirectory(directory);
    return files;
  }

  /** Writes the description, then the record that marks the sample as finished. */
  void finish(ObjectNode info, SampleRecord record) throws IOException {
    TemporaryFile.write(info(), Json.write(info));
    TemporaryFile.write(output.report(), Json.write(record));
    work.orElseThrow().delete();
  }

  private Path info() {
    return directory.resolve("sampling_info.json");
  }

  @Override
  public void close() throws IOException {
    if (work.isPresent()) {
      work.get().close();
    }
  }
}
