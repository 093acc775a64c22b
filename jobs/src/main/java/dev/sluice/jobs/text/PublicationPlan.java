package dev.sluice.jobs.text;

import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The files of a complete output. Published before them: of two processes with different outputs
 * for one place, exactly one can.
 *
 * @param format of this record
 * @param files in the order of their publication
 */
public record PublicationPlan(int format, List<PlannedFile> files) {
  /** Its place in an output. */
  static final String NAME = "_sluice/publication.json";

  private static final int FORMAT = 1;

  /**
   * A file.
   *
   * @param name relative to the output
   * @param bytes its size
   * @param sha256 of its bytes, in hex
   */
  public record PlannedFile(String name, long bytes, String sha256) {
    /** Requires both texts. */
    public PlannedFile {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(sha256, "sha256");
    }
  }

  /** Copies the list. */
  public PublicationPlan {
    files = List.copyOf(files);
  }

  /**
   * Plans the files of a directory: all but temporary ones and locks, in the order of their names,
   * and the mark last.
   *
   * @throws JobFailedException if one is too large
   */
  static PublicationPlan of(Path directory, OutputForm form) throws IOException {
    Path mark = directory.resolve(form.mark()).normalize();
    List<Path> paths;
    try (Stream<Path> walk = Files.walk(directory)) {
      paths =
          walk.filter(Files::isRegularFile)
              .filter(path -> !path.equals(mark) && !isInternal(path))
              .sorted()
              .toList();
    }
    List<PlannedFile> files = new ArrayList<>();
    for (Path path : paths) {
      files.add(planned(directory.relativize(path).toString(), path, form));
    }
    files.add(planned(form.mark(), mark, form));
    return new PublicationPlan(FORMAT, files);
  }

  /** The size of all files. */
  long bytes() {
    return files.stream().mapToLong(PlannedFile::bytes).sum();
  }

  private static boolean isInternal(Path path) {
    String name = path.getFileName().toString();
    return name.startsWith(".") && (name.endsWith(".tmp") || name.endsWith(".tmp.checkpoint"))
        || name.startsWith(".nfs") // an open file that was deleted
        || path.endsWith("_sluice/lock");
  }

  private static PlannedFile planned(String name, Path path, OutputForm form) throws IOException {
    long bytes = Files.size(path);
    if (bytes > Publication.MAX_OBJECT_BYTES) {
      throw new JobFailedException(
          "%s has %,d bytes, and an object is written with one request, of at most %,d: %s"
              .formatted(path, bytes, Publication.MAX_OBJECT_BYTES, form.smaller()));
    }
    return new PlannedFile(name, bytes, Publication.sha256(path));
  }
}
