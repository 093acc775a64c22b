package dev.sluice.jobs.generate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.OutputDirectory;
import dev.sluice.jobs.text.TemporaryFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The output directory, and the file in it that describes it. The same arguments find their earlier
 * work by that file; any other content is refused.
 */
final class GeneratedDirectory {
  /** Holds the arguments; also shows people that the data is synthetic. */
  static final String MARKER = "synthetic.json";

  private final Path directory;

  GeneratedDirectory(Path directory) {
    this.directory = directory;
  }

  /**
   * Prepares the directory for these options.
   *
   * @throws JobRefusedException if it holds anything that they did not write
   */
  void claim(GenerateOptions options) throws IOException {
    String arguments = arguments(options);
    Path marker = directory.resolve(MARKER);
    if (Files.isRegularFile(marker)) {
      checkMarker(Files.readString(marker).strip(), arguments);
      return;
    }
    OutputDirectory.requireWritable(directory);
    OutputDirectory.requireEmpty(directory, new TemporaryFile(marker).path());
    Files.createDirectories(directory);
    TemporaryFile.writeLightly(marker, (arguments + "\n").getBytes(UTF_8));
  }

  private void checkMarker(String found, String arguments) {
    if (!found.equals(arguments)) {
      throw JobRefusedException.ofOutput(
          "%s was generated with %s, and not with %s: use the same options or another"
                  .formatted(directory, found, arguments)
              + " directory");
    }
  }

  private static String arguments(GenerateOptions options) {
    return "{\"%s\":true,\"format\":1,\"docs\":%d,\"dumps\":%d,\"seed\":%d}"
        .formatted(
            SyntheticWriteSupport.SYNTHETIC_KEY,
            options.documents(),
            options.dumps(),
            options.seed());
  }
}
