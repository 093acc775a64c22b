package dev.sluice.settings;

import dev.sluice.operators.OutputColumns;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.table.TableSchema;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The input of the main job.
 *
 * @param selection what is read; empty if neither the file nor an option names an input
 * @param pattern glob for paths below each directory of the selection; if empty, all files whose
 *     names are those of data
 * @param columns columns that hold the fields of a document
 * @param maxDocumentBytes size above which a document is sent as a pointer to its source
 * @param maxOperatorTextBytes size above which operators reject a text
 */
public record InputConfig(
    Optional<InputSelection> selection,
    Optional<String> pattern,
    SourceColumns columns,
    long maxDocumentBytes,
    long maxOperatorTextBytes) {
  /** Room in a record for everything but the text: id, names, headers. */
  private static final int RECORD_OVERHEAD_BYTES = 1 << 20;

  /** Checks the size. */
  public InputConfig {
    if (maxDocumentBytes < 1) {
      throw new IllegalArgumentException("max-document-size " + maxDocumentBytes);
    }
  }

  /** Returns a copy in which rows carry these columns. */
  public InputConfig carrying(Optional<TableSchema> schema) {
    return new InputConfig(
        selection, pattern, columns.carrying(schema), maxDocumentBytes, maxOperatorTextBytes);
  }

  /** Returns a copy that does not read the files of an output. */
  public InputConfig apartFrom(Path written) {
    return new InputConfig(
        selection.map(selected -> selected.apartFrom(written)),
        pattern,
        columns,
        maxDocumentBytes,
        maxOperatorTextBytes);
  }

  /** Returns the directory to which paths of files are relative, or empty if there is no input. */
  public Optional<Path> path() {
    return selection.map(InputSelection::root);
  }

  /**
   * Returns the columns that operators can read.
   *
   * @param scoreScale factor applied to the source's scores
   */
  public OutputColumns operatorColumns(double scoreScale) {
    ColumnMapping mapping = columns.mapping();
    return new OutputColumns(
        mapping.id(),
        columns.rules().scoreName(mapping),
        columns.rules().dumpName(mapping),
        scoreScale != 1);
  }

  /** Returns the size of the largest record of a document. */
  public int maxRecordBytes() {
    return Math.toIntExact(maxDocumentBytes + RECORD_OVERHEAD_BYTES);
  }

  /**
   * Returns the size in bytes of the largest text that operators process. Such a text is sent as a
   * document.
   */
  public long largestOperatorText() {
    return Math.min(maxDocumentBytes, maxOperatorTextBytes);
  }
}
