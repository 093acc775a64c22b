package dev.sluice.storage.text;

import dev.sluice.storage.jsonl.JsonShape;
import dev.sluice.storage.jsonl.StreamCompression;
import java.util.Locale;
import java.util.Optional;

/** The formats that texts are read from; determined by the file's name. */
public enum TextFormat {
  /** Parquet. */
  PARQUET,
  /** JSON objects, see {@link JsonShape}; optionally compressed with gzip or zstd. */
  JSONL;

  /** The accepted name endings, for messages. */
  public static final String ENDINGS =
      ".parquet, .jsonl, .json, and the latter two with .gz or .zst";

  /** The format of a file with this name; empty for any other file. */
  public static Optional<TextFormat> of(String name) {
    if (name.toLowerCase(Locale.ROOT).endsWith(".parquet")) {
      return Optional.of(PARQUET);
    }
    String unpacked = StreamCompression.unpackedName(name);
    boolean lines = unpacked.endsWith(".jsonl") || unpacked.endsWith(".json");
    return lines ? Optional.of(JSONL) : Optional.empty();
  }
}
