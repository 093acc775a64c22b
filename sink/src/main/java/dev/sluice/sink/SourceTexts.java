package dev.sluice.sink;

import dev.sluice.storage.PermanentException;
import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.SelectedTexts;
import dev.sluice.storage.source.SourceRow;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.TextDigest;
import dev.sluice.topics.record.TextPointer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads oversize texts from the source files that they stayed in. A text may take a sixth of the
 * heap: it is in memory as a page, as a copy, and more than once while its page is compressed.
 */
public final class SourceTexts {
  private static final int HEAP_SHARE = 6;

  private final Optional<SinkSettings.Source> source;
  private final long maxBytes;

  /**
   * @param source the source files; if empty, every read fails
   */
  public SourceTexts(Optional<SinkSettings.Source> source) {
    this(source, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
  }

  SourceTexts(Optional<SinkSettings.Source> source, long maxBytes) {
    this.source = source;
    this.maxBytes = maxBytes;
  }

  /**
   * Reads the text that a document points to.
   *
   * @throws IOException if the source file is missing or contains another text. The document is
   *     never skipped
   */
  public byte[] read(DocumentRecord document, TextPointer pointer) throws IOException {
    String where = "the text of %s row %d".formatted(document.file(), document.row());
    SinkSettings.Source there =
        source.orElseThrow(
            () ->
                new PermanentException(
                    where + " is too large for the log and stays in the source: set input.path"));
    if (pointer.length() > maxBytes) {
      throw new PermanentException(
          "%s has %,d bytes, and this memory takes texts of up to %,d: give memory %d times as much"
              .formatted(
                  where, pointer.length(), maxBytes, (pointer.length() + maxBytes) / maxBytes));
    }
    Path file = there.root().resolve(document.file());
    if (!Files.exists(file)) {
      throw new NoSuchFileException(
          file.toString(), null, where + " is needed: keep sources until their unit is sealed");
    }
    ParquetSource opened = ParquetSource.open(file, there.columns());
    Optional<byte[]> text =
        pointer.rowGroup() < opened.rowGroups()
            ? find(opened, pointer.rowGroup(), document.row())
            : Optional.empty();
    if (text.isEmpty() || !TextDigest.of(text.get(), 0, text.get().length).equals(pointer.hash())) {
      throw new IOException(where + " is not what was ingested: the file was changed");
    }
    return text.get();
  }

  /** Decompresses only the page of this row, because documents are read one at a time. */
  private static Optional<byte[]> find(ParquetSource opened, int rowGroup, long wanted)
      throws IOException {
    long row = wanted - opened.firstRow(rowGroup);
    if (row < 0 || row >= opened.rows(rowGroup)) {
      return Optional.empty();
    }
    try (SelectedTexts texts = opened.openChosen(rowGroup, new PageBuffers())) {
      SourceRow found = texts.goTo(wanted);
      int from = found.textOffset();
      return Optional.of(Arrays.copyOfRange(found.textBytes(), from, from + found.textLength()));
    }
  }
}
