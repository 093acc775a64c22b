package dev.sluice.storage.output;

import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The lists of units' source files. Each list is stored once, as {@code
 * _sluice/inputs/SHA256.json}, named after the SHA-256 of its bytes, because the cut records of all
 * partitions refer to it. A list is written before the first cut record that names it, so a list
 * that a record names always exists. Thread-safe.
 */
public final class InputLists {
  private final HashedFiles files;

  private InputLists(Path directory) {
    this.files = new HashedFiles(directory);
  }

  /** Creates the lists of an output. */
  public static InputLists of(OutputLayout layout) {
    return new InputLists(layout.inputs());
  }

  /** Returns the lists of the output at this root directory. */
  public static InputLists below(Path root) {
    return new InputLists(OutputLayout.inputs(root));
  }

  /**
   * Stores a list. It does nothing if the list is already stored or does not contain its paths.
   * Durable on return.
   */
  public void keep(InputList list, Publication publication) throws IOException {
    if (list.holdsPaths() && !Files.exists(files.file(list.sha256()))) {
      files.store(list.paths(), publication);
    }
  }

  /**
   * Returns the paths of a list, in reading order. Reads the stored list if this one does not hold
   * them.
   *
   * @throws IOException if the stored list is missing or has changed; names the file
   */
  public List<String> paths(InputList list) throws IOException {
    return list.holdsPaths() ? list.paths() : List.of(files.read(list.sha256(), String[].class));
  }
}
