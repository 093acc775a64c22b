package dev.sluice.jobs.duplicates;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.storage.text.ChosenTexts;
import dev.sluice.storage.text.TextColumns;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputException;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Finds texts of single rows in an input. */
final class TextLookup {
  private final List<TextFile> files;
  private final TextColumns columns;

  /** Lists the files of the input; there are none if it does not exist any more. */
  TextLookup(List<String> inputs, TextColumns columns) throws IOException {
    this.files = files(inputs);
    this.columns = columns;
  }

  private static List<TextFile> files(List<String> inputs) throws IOException {
    try {
      return TextInputs.find(inputs).files();
    } catch (TextInputException e) {
      return List.of();
    }
  }

  /** The text of a row; empty if its file is not there, is not the only one, or is broken. */
  Optional<String> of(ClusterMemberRow row) {
    List<TextFile> named = files.stream().filter(file -> file.name().equals(row.file())).toList();
    if (named.size() != 1) {
      return Optional.empty();
    }
    try (ChosenTexts texts = ChosenTexts.open(named.get(0), columns)) {
      return texts.goTo(row.row()).isEmpty()
          ? texts.text().map(text -> UTF_8.decode(text).toString())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
