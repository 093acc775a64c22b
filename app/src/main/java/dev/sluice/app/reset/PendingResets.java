package dev.sluice.app.reset;

import dev.sluice.app.output.ChangeLock;
import dev.sluice.storage.output.ForgottenDump;
import dev.sluice.storage.output.ForgottenDumps;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The resets that were started and may not be complete. The file {@code _sluice/resets.json} stores
 * them. Used only while the {@link ChangeLock} is held.
 */
final class PendingResets {
  private final Path file;
  private final Publication publication;

  /**
   * The content of {@code resets.json}.
   *
   * @param begun for each label, the number of its resets that were complete when the pending one
   *     started
   */
  private record Begun(SortedMap<String, Long> begun) {
    Begun {
      begun.forEach((label, complete) -> Objects.requireNonNull(complete, label));
    }
  }

  private PendingResets(Path file, Publication publication) {
    this.file = file;
    this.publication = publication;
  }

  static PendingResets of(OutputLayout layout, Publication publication) {
    return new PendingResets(layout.begunResets(), publication);
  }

  private SortedMap<String, Long> read() throws IOException {
    return Files.exists(file)
        ? new TreeMap<>(Json.read(file, Begun.class).begun())
        : new TreeMap<>();
  }

  /**
   * Records that a reset is about to be published.
   *
   * @return whether the reset had not been recorded yet
   */
  boolean begin(String label, ForgottenDumps forgotten) throws IOException {
    SortedMap<String, Long> begun = read();
    boolean isNew = begun.putIfAbsent(label, complete(label, forgotten)) == null;
    write(begun);
    return isNew;
  }

  private static long complete(String label, ForgottenDumps forgotten) {
    return forgotten.complete().stream().map(ForgottenDump::dump).filter(label::equals).count();
  }

  /** Records that a reset is complete. */
  void end(String label) throws IOException {
    SortedMap<String, Long> begun = read();
    if (begun.remove(label) != null) {
      write(begun);
    }
  }

  /**
   * Returns the labels of resets that are not complete. If a reset was killed, another process may
   * have completed it.
   */
  List<String> unfinished(ForgottenDumps forgotten) throws IOException {
    SortedMap<String, Long> begun = read();
    begun.entrySet().removeIf(reset -> complete(reset.getKey(), forgotten) > reset.getValue());
    return List.copyOf(begun.keySet());
  }

  /** Returns the file that stores these resets. */
  Path file() {
    return file;
  }

  private void write(SortedMap<String, Long> begun) throws IOException {
    if (begun.isEmpty()) {
      Files.deleteIfExists(file);
      Publication.syncDirectory(file.getParent());
    } else {
      publication.update(file, Json.write(new Begun(begun)));
    }
  }
}
