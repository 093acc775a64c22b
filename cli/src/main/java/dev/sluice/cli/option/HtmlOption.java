package dev.sluice.cli.option;

import dev.sluice.jobs.text.TemporaryFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option that writes a page about the result of a command. */
public final class HtmlOption {
  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write the result to this file as an HTML page. Default: no page.")
  private Optional<Path> file = Optional.empty();

  /** Creates a page. */
  @FunctionalInterface
  public interface Page {
    byte[] bytes() throws IOException, InterruptedException;
  }

  /** Returns the file of the page, or empty if no page is requested. */
  public Optional<Path> file() {
    return file;
  }

  /**
   * Writes the page if requested.
   *
   * @throws IOException if the page cannot be created or written
   */
  public void write(Page page) throws IOException, InterruptedException {
    if (file.isPresent()) {
      TemporaryFile.write(file.get(), page.bytes());
    }
  }
}
