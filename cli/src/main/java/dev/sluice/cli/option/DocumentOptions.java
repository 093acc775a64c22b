package dev.sluice.cli.option;

import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Problems;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of the commands that work on documents with all their columns. */
public final class DocumentOptions extends TextJobOptions {
  @Option(
      names = "--id-column",
      paramLabel = "NAME",
      description =
          "Column of the id. A row without an id gets one from its file name and row number."
              + " Default: ${DEFAULT-VALUE}.")
  private String idColumn = DocumentColumns.DEFAULT_ID;

  @Override
  public void check(Problems problems, Machine onMachine) {
    super.check(problems, onMachine);
    problems.check(!idColumn.isBlank(), "--id-column", "the name is empty");
  }

  /** Returns the columns of documents. */
  public DocumentColumns columns() {
    return columns(Optional.empty());
  }

  /** Returns the columns of documents, given the text column of a recipe, if any. */
  public DocumentColumns columns(Optional<String> recipeText) {
    return new DocumentColumns(textColumn(recipeText), idColumn, maxBytes());
  }
}
