package dev.sluice.app.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.app.output.WorkDirectory;
import dev.sluice.core.work.DurableFiles;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.IoMessage;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.page.SourceFile;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The run document in a work directory. It is replaced as a whole, so a reader never sees a part of
 * it. A document that cannot be written is lost; this is logged as a warning once, and the work
 * continues. The file is not synced, so the document may be an older one after a power loss. Not
 * thread-safe.
 */
public final class RunFile {
  /** The name of the file in a work directory. */
  static final String NAME = "run.json";

  private static final Logger LOG = LoggerFactory.getLogger(RunFile.class);

  private final Path path;
  private final Path temporary;
  private boolean warned;

  /** Creates the file of a work directory, which need not exist yet. */
  public RunFile(Path directory) {
    this.path = directory.resolve(NAME);
    this.temporary = directory.resolve("." + NAME + ".tmp");
  }

  /**
   * Returns the document, or empty if there is none or if it is damaged. While the process of the
   * document runs, the document is at most 10 s old.
   *
   * @throws IOException if reading fails
   */
  public Optional<RunDocument> read() throws IOException {
    if (!Files.exists(path)) {
      return Optional.empty();
    }
    try {
      return Optional.of(parse(path));
    } catch (IllegalArgumentException | CharacterCodingException e) {
      LOG.atWarn()
          .addKeyValue("file", path)
          .addKeyValue("error", e)
          .log("the run history is damaged; a new one is started");
      return Optional.empty();
    }
  }

  /**
   * Returns the document, and one that a killed process had not put in its place yet.
   *
   * @throws IOException if one is damaged, or cannot be read
   */
  public List<RunDocument> documents() throws IOException {
    List<RunDocument> documents = new ArrayList<>();
    for (Path file : List.of(temporary, path)) {
      try {
        documents.add(parse(file));
      } catch (NoSuchFileException e) {
        // No process was killed while it wrote, or a running process has just moved this one.
      } catch (IllegalArgumentException | CharacterCodingException e) {
        throw new IOException(file.getFileName() + " is damaged", e);
      }
    }
    return documents;
  }

  private static RunDocument parse(Path file) throws IOException {
    return RunDocument.parse(Files.readString(file, UTF_8));
  }

  /**
   * Returns the documents in the work directories of an output, in the order of their names.
   *
   * @throws IOException if one cannot be read
   */
  public static List<RunDocument> ofOutput(Path root) throws IOException {
    Path state = root.resolve("_sluice");
    List<RunDocument> documents = new ArrayList<>();
    if (SourceFile.isLocal(state)) {
      for (Path directory : WorkDirectory.in(state)) {
        new RunFile(directory).read().ifPresent(documents::add);
      }
    }
    return documents;
  }

  /**
   * Removes the texts of dropped documents from the documents in all known work directories of an
   * output whose processes have ended. Any of them may be a copy of what was taken down. A process
   * that is at work removes them itself, see {@link PipelineWork}.
   *
   * @return the documents that may still have texts, each with the reason
   */
  public static List<String> forgetTexts(SluiceConfig config, OutputLayout layout)
      throws IOException {
    long own = ProcessHandle.current().pid();
    List<String> left = new ArrayList<>();
    for (Path directory : WorkDirectory.of(config, layout)) {
      RunFile file = new RunFile(directory);
      try {
        if (WorkDirectory.holder(directory).filter(holder -> holder.pid() != own).isEmpty()) {
          file.forgetTexts();
        }
      } catch (IOException e) {
        left.add("%s may still have texts: %s".formatted(file.path, IoMessage.of(e)));
      }
    }
    return left;
  }

  /**
   * Removes the texts of dropped documents from the document of a process that has ended. A damaged
   * document is deleted, and so is one that is not in its place yet.
   *
   * @throws IOException if this fails
   */
  void forgetTexts() throws IOException {
    Files.deleteIfExists(temporary);
    Optional<RunDocument> document = read();
    if (document.isEmpty()) {
      Files.deleteIfExists(path);
    } else if (!document.get().withoutTexts().equals(document.get())) {
      replace(document.get().withoutTexts());
    }
  }

  private void replace(RunDocument document) throws IOException {
    // Unlike a channel, this stream is not closed by an interrupt.
    try (FileOutputStream out = new FileOutputStream(temporary.toFile())) {
      out.write(document.json().getBytes(UTF_8));
    }
    DurableFiles.move(temporary, path);
  }

  /** Replaces the document. */
  void write(RunDocument document) {
    try {
      replace(document);
    } catch (IOException e) {
      if (!warned) {
        warned = true;
        LOG.atWarn()
            .addKeyValue("file", path)
            .addKeyValue("error", e)
            .log("cannot write the run history, which now has gaps");
      }
    }
  }
}
