package dev.sluice.storage.text;

import dev.sluice.storage.json.JsonObjects;
import dev.sluice.storage.json.JsonText;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFormatException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/** Texts of chosen objects of a JSON file; all before them are read. */
final class ChosenObjects implements ChosenTexts {
  private final JsonText fields;
  private final int maxBytes;
  private final JsonObjects objects;

  ChosenObjects(Path file, TextColumns columns) throws IOException {
    this.fields = new JsonText(columns.text());
    this.maxBytes = columns.maxBytes();
    this.objects = JsonObjects.open(file, maxBytes, fields, IoRetry.NEVER);
  }

  @Override
  public Optional<RejectedRow> goTo(long row) throws IOException {
    objects.skipTo(row);
    if (!objects.next()) {
      throw new SourceFormatException(
          objects.file(), "ends at line %d, before row %d".formatted(objects.line(), row));
    }
    return objects
        .problem()
        .or(() -> fields.isNull() ? Optional.empty() : fields.textProblem(maxBytes))
        .map(problem -> new RejectedRow("line " + objects.line(), problem.message()));
  }

  @Override
  public Optional<ByteBuffer> text() {
    return fields.textBytes();
  }

  @Override
  public void close() throws IOException {
    objects.close();
  }
}
