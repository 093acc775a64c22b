package dev.sluice.cli.option;

import dev.sluice.settings.Problems;
import dev.sluice.core.values.ByteSize;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.settings.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of the commands that work on documents with all their columns. */
public final class DocumentOptions extends ResourceOptions {
  @Option(
      names = "--input",
      converter = PathConverters.Checked.class,
      paramLabel = "PATH",
      arity = "1..*",
      description =
          "Directories, files or globs of Parquet or JSON (.jsonl, .json, .gz, .zst). Default:"
              + " dataset_path of the recipe.")
  private List<String> inputs = new ArrayList<>();

  @Option(
      names = "--text-column",
      paramLabel = "NAME",
      description =
          "Column of the text; use dots for fields of structs. Default: text_keys of the recipe, or "
              + DocumentColumns.DEFAULT_TEXT
              + ".")
  private Optional<String> textColumn = Optional.empty();

  @Option(
      names = "--id-column",
      paramLabel = "NAME",
      description =
          "Column of the id; rows without one get file name and row number. Default:"
              + " ${DEFAULT-VALUE}.")
  private String idColumn = DocumentColumns.DEFAULT_ID;

  @Option(
      names = "--max-document-size",
      paramLabel = "SIZE",
      description = "Reject longer texts. Default: ${DEFAULT-VALUE}.")
  private String maxDocumentSize = "16MiB";

  @Override
  public void check(Problems problems, Machine onMachine) {
    super.check(problems, onMachine);
    problems.tryOut("--max-document-size", this::columns);
  }

  /** The inputs as given; may be empty. */
  public List<String> inputs() {
    return inputs;
  }

  /** The columns of documents. */
  public DocumentColumns columns() {
    return columns(Optional.empty());
  }

  /** The columns of documents, with a recipe that may name the text column. */
  public DocumentColumns columns(Optional<String> recipeText) {
    long bytes = Math.min(Integer.MAX_VALUE, ByteSize.parse(maxDocumentSize));
    String text = textColumn.or(() -> recipeText).orElse(DocumentColumns.DEFAULT_TEXT);
    return new DocumentColumns(text, idColumn, (int) bytes);
  }
}
