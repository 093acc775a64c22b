package dev.sluice.storage.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Everything that a file gives. */
public record Texts(List<String> texts, List<Long> rows, List<String> rejections, long rejected) {
  public static final String NULL = "<null>";

  static TextFile file(Path path) throws IOException {
    String name = path.getFileName().toString();
    return new TextFile(path, name, TextFormat.of(name).orElseThrow(), Files.size(path));
  }

  public static Texts of(Path path, TextColumns columns) throws IOException {
    List<String> texts = new ArrayList<>();
    List<Long> rows = new ArrayList<>();
    try (TextReader reader = TextReader.open(file(path), columns)) {
      while (reader.next()) {
        rows.add(reader.row());
        texts.add(
            reader.hasText()
                ? new String(reader.buffer(), reader.offset(), reader.length(), UTF_8)
                : NULL);
      }
      List<String> rejections = reader.rejections().stream().map(RejectedRow::toString).toList();
      return new Texts(texts, rows, rejections, reader.rejected());
    }
  }

  public static Texts of(Path path) throws IOException {
    return of(path, TextColumns.of("text"));
  }
}
