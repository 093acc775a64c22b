package dev.sluice.storage.text;

import dev.sluice.storage.json.JsonShape;
import dev.sluice.storage.json.StreamCompression;
import dev.sluice.storage.source.JsonSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The formats from which texts are read. */
public enum TextFormat {
  /** Parquet. */
  PARQUET,
  /** JSON objects; see {@link JsonShape}. They may be compressed with gzip or zstd. */
  JSONL;

  private static final List<String> TABLES = List.of(".parquet", ".pq", ".parq");

  /** The accepted file name extensions, formatted for messages. */
  public static final String ENDINGS =
      "%s, %s, where the last %d may also be followed by %s"
          .formatted(
              String.join(", ", TABLES),
              String.join(", ", JsonSource.ENDINGS),
              JsonSource.ENDINGS.size(),
              String.join(", ", StreamCompression.ENDINGS));

  /** Returns the format of a file with this name, or empty for any other file. */
  public static Optional<TextFormat> of(String name) {
    if (JsonSource.isNamed(name)) {
      return Optional.of(JSONL);
    }
    String lower = name.toLowerCase(Locale.ROOT);
    return TABLES.stream().anyMatch(lower::endsWith) ? Optional.of(PARQUET) : Optional.empty();
  }

  /**
   * Returns the format of a file that has the name of a data file. A file with the name of a JSON
   * file that begins as Parquet does is Parquet, because some programs give all of their files the
   * same ending.
   *
   * @throws IOException if the file cannot be read
   */
  public static TextFormat of(Path file) throws IOException {
    return JsonSource.reads(file) ? JSONL : PARQUET;
  }

  /**
   * Returns the suffix of the name of a data file, such as {@code .jsonl.gz}, or empty for any
   * other name.
   */
  public static String ending(String name) {
    Stream<String> json =
        JsonSource.ENDINGS.stream()
            .flatMap(
                ending ->
                    Stream.concat(Stream.of(""), StreamCompression.ENDINGS.stream())
                        .map(ending::concat));
    return Stream.concat(TABLES.stream(), json)
        .filter(
            ending ->
                name.regionMatches(
                    true, name.length() - ending.length(), ending, 0, ending.length()))
        .findFirst()
        .map(ending -> name.substring(name.length() - ending.length()))
        .orElse("");
  }
}
