package dev.sluice.it.campaign;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The wall clock of one process, which libfaketime may set at any time; it needs a second or two to
 * notice. What the process measures by the monotonic clock, and the times of files, stay as they
 * are.
 */
final class Clock {
  private static final List<String> PLACES = List.of("/usr/lib", "/usr/lib64", "/usr/local/lib");
  private static final String LIBRARY = "libfaketimeMT.so.1";

  private final Path library;
  private final Path offset;

  /**
   * A clock that is right.
   *
   * @param library as {@link #library} has it
   * @param offset the file that says by how much the clock is wrong
   */
  Clock(Path library, Path offset) throws IOException {
    this.library = library;
    this.offset = offset;
    set(Duration.ZERO);
  }

  /** Where the library is, if it is installed. */
  static Optional<Path> library() throws IOException {
    for (String place : PLACES) {
      Path directory = Path.of(place);
      for (String pattern : List.of("faketime", "*-linux-*")) {
        Optional<Path> found = below(directory, pattern);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Path> below(Path directory, String pattern) throws IOException {
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, pattern)) {
        for (Path entry : entries) {
          for (Path file : List.of(entry.resolve(LIBRARY), entry.resolve("faketime/" + LIBRARY))) {
            if (Files.exists(file)) {
              return Optional.of(file);
            }
          }
        }
      }
    }
    return Optional.empty();
  }

  /**
   * What the process needs in its environment. Without the last but one, threads would hardly wait
   * where they are to.
   */
  Map<String, String> environment() {
    return Map.of(
        "LD_PRELOAD",
        library.toString(),
        "FAKETIME_TIMESTAMP_FILE",
        offset.toAbsolutePath().toString(),
        "FAKETIME_CACHE_DURATION",
        "1",
        "FAKETIME_DONT_FAKE_MONOTONIC",
        "1",
        "FAKETIME_FORCE_MONOTONIC_FIX",
        "0",
        "NO_FAKE_STAT",
        "1");
  }

  /** Sets it to so much later than it is; negative: earlier. */
  void set(Duration ahead) throws IOException {
    Path next = Path.of(offset + ".next");
    Files.writeString(next, "%+d".formatted(ahead.toSeconds()));
    Files.move(next, offset, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
