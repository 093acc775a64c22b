package dev.sluice.storage.text;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Which files an input may stand for.
 *
 * @param listed whether a file of this name is taken where a directory or glob leads to it
 * @param given whether it is taken where it is named itself
 * @param endings of names that are taken, for messages
 */
public record InputNames(Predicate<String> listed, Predicate<String> given, String endings) {
  /** Files of Sluice and of Hugging Face that describe data, or were made of them. */
  private static final Pattern DESCRIPTION =
      Pattern.compile(
          "(?s)(sampling_info|report|analysis|synthetic|vocab|tokenizer|tokenizer_config"
              + "|special_tokens_map|dataset_info|dataset_infos|dataset_dict|.+-v.+-\\d{8})\\.json");

  /** Columns by position and types by guess: others convert that better. */
  private static final Pattern SEPARATED = Pattern.compile("(?is).+\\.([ct]sv)(\\.(gz|zst))?");

  /** What is taken either way. */
  public static InputNames of(Predicate<String> taken, String endings) {
    return new InputNames(taken, taken, endings);
  }

  /** Why a file is left out where a directory or glob leads to it; empty when it is taken. */
  Optional<String> reasonAgainst(String name) {
    if (SEPARATED.matcher(name).matches()) {
      return Optional.of("CSV is not read: convert it to Parquet");
    }
    if (!listed.test(name)) {
      return Optional.of("another kind of file");
    }
    return describesData(name) ? Optional.of(SkippedPath.DESCRIBES_DATA) : Optional.empty();
  }

  /** Whether files of this name are known to describe data, and to be none. */
  public static boolean describesData(String name) {
    return DESCRIPTION.matcher(name.toLowerCase(Locale.ROOT)).matches();
  }

  /** Why a file that is named itself cannot be taken; empty when it can. */
  Optional<String> problemOf(String path, String name) {
    if (SEPARATED.matcher(name).matches()) {
      return Optional.of(
          "CSV is not read: convert it first, for example with DuckDB: duckdb -c \"COPY (FROM read_csv('%s')) TO '%s.parquet'\""
              .formatted(path, path.replaceAll("(?i)\\.[ct]sv(\\.gz|\\.zst)?$", "")));
    }
    return given.test(name)
        ? Optional.empty()
        : Optional.of("a name must end in one of " + endings);
  }
}
