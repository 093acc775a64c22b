package dev.sluice.storage.source;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.sluice.storage.page.SourceFormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A row as ingest would take it, byte by byte.
 *
 * @param id its bytes as ISO 8859-1, empty without one
 * @param text its bytes as ISO 8859-1
 * @param score its bits
 * @param dump the name or {@code unknown}
 */
record FuzzRow(String id, Optional<String> text, Optional<Long> score, String dump) {

  /** What a file gives: the rows of row groups before the first broken one, and what is wrong. */
  record Read(List<FuzzRow> rows, Optional<SourceFormatException> error) {}

  /** Reads as ingest does: a broken row group gives nothing and ends the file. */
  static Read read(Path file, ColumnMapping mapping) throws IOException, InterruptedException {
    List<FuzzRow> rows = new ArrayList<>();
    try {
      ParquetSource source = ParquetSource.open(file, mapping);
      for (int group = 0; group < source.rowGroups(); group++) {
        List<FuzzRow> whole = new ArrayList<>();
        source.read(group, row -> whole.add(of(row)));
        rows.addAll(whole);
      }
      return new Read(rows, Optional.empty());
    } catch (SourceFormatException e) {
      return new Read(rows, Optional.of(e));
    }
  }

  private static FuzzRow of(SourceRow row) {
    return new FuzzRow(
        new String(row.id(), ISO_8859_1),
        row.hasText()
            ? Optional.of(
                new String(row.textBytes(), row.textOffset(), row.textLength(), ISO_8859_1))
            : Optional.empty(),
        row.hasScore() ? Optional.of(Double.doubleToLongBits(row.score())) : Optional.empty(),
        row.dump());
  }

  /** The row for a script: fields in hex, {@code -} for none, separated by blanks. */
  String line() {
    return String.join(
        " ",
        "x" + hex(id),
        text.map(bytes -> "x" + hex(bytes)).orElse("-"),
        score.map(bits -> "x%016x".formatted(bits)).orElse("-"),
        dump);
  }

  private static String hex(String bytes) {
    return HexFormat.of().formatHex(bytes.getBytes(ISO_8859_1));
  }
}
