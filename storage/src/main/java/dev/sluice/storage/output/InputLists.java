package dev.sluice.storage.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * The lists of units' files, each kept once under the SHA-256 of its bytes: {@code
 * _sluice/inputs/SHA256.json}. Whoever covers a unit's marker keeps its list before the cut record
 * that names it, so a list that a record names is there. Thread-safe.
 */
public final class InputLists {
  private final Path directory;

  private InputLists(Path directory) {
    this.directory = directory;
  }

  /** The lists of an output. */
  public static InputLists of(OutputLayout layout) {
    return new InputLists(layout.inputs());
  }

  /** The lists of the output in a directory. */
  public static InputLists below(Path root) {
    return new InputLists(OutputLayout.inputs(root));
  }

  /** Makes sure that a list which has its paths is kept; durable when this returns. */
  public void keep(InputList list, Publication publication) throws IOException {
    if (!Files.exists(file(list))) {
      publication.create(file(list), InputList.bytes(list.paths()));
    }
  }

  /**
   * The paths of a list, in reading order.
   *
   * @throws IOException naming the file, when it is gone or is not what was kept
   */
  public List<String> paths(InputList list) throws IOException {
    if (list.paths().size() == list.files()) {
      return list.paths();
    }
    Path file = file(list);
    try {
      byte[] bytes = Files.readAllBytes(file);
      if (!Publication.sha256(bytes).equals(list.sha256())) {
        throw new IOException(file + " is not what was kept: its name is not its SHA-256");
      }
      return List.of(Json.read(bytes, file, String[].class));
    } catch (NoSuchFileException e) {
      throw new IOException(
          "%s is gone, the list of a unit's files: bring it back from a copy of the output"
              .formatted(file),
          e);
    }
  }

  private Path file(InputList list) {
    return directory.resolve(list.sha256() + ".json");
  }
}
