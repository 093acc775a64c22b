package dev.sluice.storage.text;

import dev.sluice.storage.json.StreamCompression;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Decides which names of files an input accepts.
 *
 * @param listed whether a file with this name is accepted if a directory or glob leads to it
 * @param given whether a file with this name is accepted if it is the input itself
 * @param endings the endings of accepted names, for messages
 */
public record InputNames(Predicate<String> listed, Predicate<String> given, String endings) {
  /** The names of data files, which are Parquet and JSON. */
  public static final InputNames DATA =
      InputNames.of(name -> TextFormat.of(name).isPresent(), TextFormat.ENDINGS);

  /** Files of Sluice and Hugging Face that describe data or were derived from it. */
  private static final Pattern DESCRIPTION =
      Pattern.compile(
          "(?s)(sampling_info|report|analysis|synthetic|vocab|tokenizer|tokenizer_config"
              + "|special_tokens_map|dataset_info|dataset_infos|dataset_dict|.+-v.+-\\d{8})\\.json");

  /**
   * Names of delimited text, which is not accepted, because other tools are better at converting
   * columns by position and guessing their types.
   */
  private static final Pattern SEPARATED = Pattern.compile("(?s).+\\.[ct]sv");

  /** Names of files compressed in other ways than with gzip or zstd. */
  private static final Pattern PACKED =
      Pattern.compile("(?is).+\\.(7z|br|bz2|lz4|lzma|rar|snappy|sz|xz|zip)");

  /** Accepts the same names in both cases. */
  public static InputNames of(Predicate<String> taken, String endings) {
    return new InputNames(taken, taken, endings);
  }

  /**
   * Returns why a file is skipped if a directory or glob leads to it, or empty if it is accepted.
   */
  public Optional<String> reasonAgainst(String name) {
    if (SEPARATED.matcher(StreamCompression.unpackedName(name)).matches()) {
      return Optional.of("CSV is not supported: convert it to Parquet");
    }
    if (!listed.test(name)) {
      return Optional.of("not a supported file type");
    }
    Optional<String> table = SkippedPath.ofTable(name);
    if (table.isPresent()) {
      return table;
    }
    return describesData(name) ? Optional.of(SkippedPath.DESCRIBES_DATA) : Optional.empty();
  }

  /** Returns whether files with this name are known to describe data rather than contain it. */
  public static boolean describesData(String name) {
    return DESCRIPTION.matcher(name.toLowerCase(Locale.ROOT)).matches();
  }

  /** Returns why a file that is the input itself cannot be accepted, or empty if it can. */
  public Optional<String> problemOf(String path, String name) {
    if (SEPARATED.matcher(StreamCompression.unpackedName(name)).matches()) {
      return Optional.of(
          "CSV is not supported: convert the file first, for example with DuckDB: duckdb -c \"COPY (FROM read_csv('%s')) TO '%s.parquet'\""
              .formatted(path, path.replaceAll("(?i)\\.[ct]sv(\\.\\w+)?$", "")));
    }
    if (PACKED.matcher(name).matches()) {
      return Optional.of(
          "its compression is not supported: unpack the file, or compress it with gzip or zstd");
    }
    return given.test(name)
        ? Optional.empty()
        : Optional.of("the file name must end in one of %s: rename the file".formatted(endings));
  }
}
