package dev.sluice.jobs.sample;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.core.work.DurableFiles;
import dev.sluice.core.work.LockedFile;
import dev.sluice.jobs.text.JobOutput;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.OutputDirectory;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.publish.Publication;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The output directory of a sample, used by one process at a time. The same request finds its
 * earlier work; any other content is refused.
 */
final class SampleDirectory implements Closeable {
  static final String INFO = "sampling_info.json";

  private final Path directory;
  private final Path own;
  private final Publication publication;
  private Optional<LockedFile> lock = Optional.empty();

  SampleDirectory(Path directory) {
    this.directory = directory;
    this.own = directory.resolve(JobOutput.OWN);
    this.publication = new Publication(own.resolve("tmp"));
  }

  /**
   * The record of an earlier run with the same request, if any.
   *
   * @throws JobRefusedException if the directory holds anything else
   */
  Optional<SampleRecord> earlier(List<String> request) throws IOException {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw refused(directory + " is a file: name a directory");
    }
    Path record = recordFile();
    if (Files.isRegularFile(record)) {
      SampleRecord found = Json.read(record, SampleRecord.class);
      requireSame(found.request(), request);
      return Optional.of(found);
    }
    Optional<Path> foreign = OutputDirectory.foreign(directory, own);
    if (foreign.isPresent()) {
      throw refused(OutputDirectory.notEmpty(directory, foreign.get()));
    }
    return Optional.empty();
  }

  private JobRefusedException refused(String problem) {
    return new JobRefusedException(new JobRefusedException.OfKey("output_dir", problem));
  }

  private void requireSame(List<String> found, List<String> request) {
    for (int i = 0; i < Math.max(found.size(), request.size()); i++) {
      String was = i < found.size() ? found.get(i) : "nothing";
      String is = i < request.size() ? request.get(i) : "nothing";
      if (!was.equals(is)) {
        throw refused(
            "%s holds another sample: it was started with \"%s\", this one has \"%s\". Name another directory, or delete it"
                .formatted(directory, was, is));
      }
    }
  }

  /**
   * Locks the directory.
   *
   * @throws JobRefusedException if another process holds it
   */
  void take() throws IOException {
    Publication.createDirectories(own);
    lock = LockedFile.tryLock(own.resolve("lock"));
    if (lock.isEmpty()) {
      throw refused(directory + " is being written by another process: wait for it, or stop it");
    }
    publication.clear();
  }

  /**
   * Prepares the directory for a plan. Keeps complete files of the same plan; deletes those of
   * another, and incomplete ones.
   */
  void begin(List<String> request, String plan) throws IOException {
    boolean same =
        Files.isRegularFile(recordFile())
            && Json.read(recordFile(), SampleRecord.class).plan().equals(plan);
    deleteLeftovers(same);
    Publication.createDirectories(own.resolve("parts"));
    if (!same) {
      write(SampleRecord.begun(request, plan));
    }
  }

  private void deleteLeftovers(boolean keepComplete) throws IOException {
    if (!keepComplete && Files.isDirectory(own.resolve("parts"))) {
      deleteAll(own.resolve("parts"), "");
    }
    deleteAll(directory, ".train-");
    if (!keepComplete) {
      deleteAll(directory, "train-");
    }
  }

  /** Keeps hidden files that have a record. */
  private void deleteAll(Path parent, String prefix) throws IOException {
    try (Stream<Path> entries = Files.list(parent)) {
      for (Path entry : (Iterable<Path>) entries::iterator) {
        if (entry.getFileName().toString().startsWith(prefix) && !isComplete(entry)) {
          Files.deleteIfExists(entry);
        }
      }
    }
  }

  private boolean isComplete(Path entry) {
    String name = entry.getFileName().toString();
    return name.startsWith(".train-")
        && name.endsWith(".parquet")
        && Files.exists(
            own.resolve("parts").resolve(name.substring(1).replace(".parquet", ".json")));
  }

  Path recordFile() {
    return own.resolve("sample.json");
  }

  void write(SampleRecord record) throws IOException {
    publication.replace(recordFile(), Json.write(record));
  }

  private static String partName(int part) {
    return "train-%05d".formatted(part);
  }

  /** Path of a file while it is written. */
  Path partialFile(int part) {
    return directory.resolve("." + partName(part) + ".parquet.tmp");
  }

  /** Path of a complete file until all are complete. */
  Path completeFile(int part) {
    return directory.resolve("." + partName(part) + ".parquet");
  }

  private Path partRecord(int part) {
    return own.resolve("parts").resolve(partName(part) + ".json");
  }

  /** The record of a complete file, whatever its current name. */
  Optional<PartRecord> part(int part) throws IOException {
    Path record = partRecord(part);
    return Files.isRegularFile(record)
        ? Optional.of(Json.read(record, PartRecord.class))
        : Optional.empty();
  }

  /** Records that a file is complete: first renames the file, then writes its record. */
  void complete(PartRecord record) throws IOException {
    DurableFiles.move(partialFile(record.part()), completeFile(record.part()));
    Publication.syncDirectory(directory);
    publication.replace(partRecord(record.part()), Json.write(record));
  }

  /**
   * Gives all files their final names, which contain their number; a file without rows gets none.
   *
   * @return the files in order
   */
  List<SampleRecord.OutputFile> publish(List<PartRecord> parts) throws IOException {
    List<PartRecord> filled = parts.stream().filter(part -> part.rows() > 0).toList();
    List<SampleRecord.OutputFile> files = new ArrayList<>();
    for (int i = 0; i < filled.size(); i++) {
      PartRecord part = filled.get(i);
      String name = "train-%05d-of-%05d.parquet".formatted(i, filled.size());
      if (Files.exists(completeFile(part.part()))) {
        DurableFiles.move(completeFile(part.part()), directory.resolve(name));
      }
      if (!Files.exists(directory.resolve(name))) {
        throw new IOException(
            "%s was complete and is missing: delete %s and start again".formatted(name, directory));
      }
      files.add(new SampleRecord.OutputFile(name, part.rows(), part.bytes()));
    }
    for (PartRecord part : parts) {
      Files.deleteIfExists(completeFile(part.part()));
    }
    Publication.syncDirectory(directory);
    return files;
  }

  /**
   * Writes the description, then the record that marks the sample as finished; deletes everything
   * else.
   */
  void finish(byte[] info, SampleRecord record, int parts) throws IOException {
    publication.replace(directory.resolve(INFO), info);
    write(record);
    for (int part = 0; part < parts; part++) {
      Files.deleteIfExists(partRecord(part));
    }
    Files.deleteIfExists(own.resolve("parts"));
    Files.deleteIfExists(own.resolve("tmp"));
  }

  byte[] info() throws IOException {
    Path file = directory.resolve(INFO);
    byte[] bytes = Files.readAllBytes(file);
    Json.read(bytes, file, ObjectNode.class);
    return bytes;
  }

  @Override
  public void close() throws IOException {
    if (lock.isPresent()) {
      lock.get().close();
    }
  }
}
