package dev.sluice.app.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.work.DurableFiles;
import java.io.BufferedWriter;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The run file of a work directory, whose lock the process holds. Lines are appended. When samples
 * were thinned, or as many bytes were appended as a rewritten file has, it is rewritten with the
 * fewest lines, under a temporary name. So it is never larger than about twice its content.
 *
 * <p>A line that a kill has torn is skipped on reading. A line that cannot be written is lost: that
 * is said once, and never fails the work. Nothing is synced: after a power loss the newest lines
 * may be missing. Not thread-safe.
 */
final class RunFile implements AutoCloseable {
  /** The name in a work directory. */
  static final String NAME = "run.jsonl";

  private static final Logger LOG = LoggerFactory.getLogger(RunFile.class);
  private static final long LEAST_APPENDED_BYTES = 1 << 20;

  private final Path path;
  private final RunHistory history;
  private FileOutputStream out; // unlike a channel, not closed by an interrupt
  private long appendedBytes;
  private long rewrittenBytes;
  private long every;
  private boolean said;

  private RunFile(Path path, RunHistory history) {
    this.path = path;
    this.history = history;
  }

  /** Opens the file of a work directory and rewrites it; creates it if it does not exist. */
  static RunFile open(Path directory) {
    Path path = directory.resolve(NAME);
    RunFile file = new RunFile(path, readable(path));
    file.rewrite();
    return file;
  }

  private static RunHistory readable(Path path) {
    try {
      return read(path);
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("file", path).addKeyValue("error", e).log("history is lost");
      return new RunHistory();
    }
  }

  /**
   * Reads a file; lines that are no lines are skipped.
   *
   * @throws IOException if it cannot be read
   */
  static RunHistory read(Path path) throws IOException {
    RunHistory history = new RunHistory();
    if (Files.exists(path)) {
      try (Stream<String> lines = new String(Files.readAllBytes(path), UTF_8).lines()) {
        lines.map(RunLineJson::read).flatMap(Optional::stream).forEach(history::restore);
      }
    }
    return history;
  }

  /**
   * What the file held when it was opened, and whatever the caller adds: it is what is rewritten.
   */
  RunHistory history() {
    return history;
  }

  /** Appends a line, which the history has already. */
  void append(RunLine line) {
    if (history.every() != every
        || appendedBytes > Math.max(LEAST_APPENDED_BYTES, rewrittenBytes)) {
      rewrite();
    } else {
      write(RunLineJson.write(line));
    }
  }

  private void write(String line) {
    try {
      if (out == null) { // the last attempt has failed, perhaps in the middle of a line
        rewrite();
        return;
      }
      byte[] bytes = (line + "\n").getBytes(UTF_8);
      out.write(bytes);
      appendedBytes += bytes.length;
    } catch (IOException e) {
      lose(e);
    }
  }

  private void rewrite() {
    close();
    Path temporary = path.resolveSibling("." + NAME + ".tmp");
    try {
      try (BufferedWriter lines =
          new BufferedWriter(
              new OutputStreamWriter(new FileOutputStream(temporary.toFile()), UTF_8))) {
        for (RunLine line : history.lines()) {
          lines.write(RunLineJson.write(line) + "\n");
        }
      }
      DurableFiles.move(temporary, path);
      out = new FileOutputStream(path.toFile(), true);
      rewrittenBytes = Files.size(path);
      appendedBytes = 0;
      every = history.every();
    } catch (IOException e) {
      lose(e);
    }
  }

  private void lose(IOException error) {
    close();
    if (!said) {
      said = true;
      LOG.atWarn()
          .addKeyValue("file", path)
          .addKeyValue("error", error)
          .log("the history of this run has gaps: its file cannot be written");
    }
  }

  /** Ends writing; the file stays. */
  @Override
  public void close() {
    try {
      if (out != null) {
        out.close();
      }
    } catch (IOException e) {
      LOG.atDebug().addKeyValue("error", e).log("run file not closed");
    }
    out = null;
  }
}
