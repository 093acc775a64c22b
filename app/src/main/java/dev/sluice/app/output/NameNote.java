package dev.sluice.app.output;

import dev.sluice.settings.DatasetConfig;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.source.ColumnMapping;
import java.util.Optional;

/**
 * Says what a data set is called that nobody has named, if its columns are not those of the data
 * set that has this name.
 */
public final class NameNote {
  private NameNote() {}

  /** The note; empty if there is nothing to say. */
  public static Optional<String> of(SluiceConfig config) {
    DatasetConfig dataset = config.dataset();
    boolean isNamed =
        !dataset.name().equals(DatasetConfig.DEFAULT_NAME) || dataset.source().isPresent();
    return isNamed || hasUsualColumns(config.input().columns().mapping())
        ? Optional.empty()
        : Optional.of(
            "The output is called %s in its version record and its card, because it has no other name. To name it, add --set dataset.name=NAME to the same command."
                .formatted(dataset.name()));
  }

  private static boolean hasUsualColumns(ColumnMapping columns) {
    return columns.id().equals(Optional.of("id"))
        && columns.text().equals("text")
        && columns.score().equals(Optional.of("score"));
  }
}
