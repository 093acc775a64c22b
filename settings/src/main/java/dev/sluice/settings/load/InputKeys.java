package dev.sluice.settings.load;

import static dev.sluice.operators.SystemTypes.paths;
import static dev.sluice.operators.SystemTypes.size;
import static dev.sluice.operators.ValueType.glob;
import static dev.sluice.operators.ValueType.matching;
import static dev.sluice.operators.ValueType.oneOf;
import static dev.sluice.operators.ValueType.optional;
import static dev.sluice.operators.ValueType.prose;
import static dev.sluice.operators.ValueType.text;
import static dev.sluice.settings.load.ConfigKey.content;
import static dev.sluice.settings.load.ConfigKey.free;

import dev.sluice.core.DumpName;
import dev.sluice.core.DumpPath;
import dev.sluice.core.filter.Filter;
import dev.sluice.operators.ValueType;
import dev.sluice.settings.DatasetConfig;
import dev.sluice.settings.load.ConfigKey.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The data set and the rows that are read. */
final class InputKeys {
  static final ValueType<String> NAME =
      matching(
          "[0-9A-Za-z][0-9A-Za-z._-]{0,63}",
          "1 to 64 letters, digits, `.` `_` `-`, starting with a letter or digit");
  private static final ValueType<String> COLUMN =
      matching(
          "(?=.*\\P{javaWhitespace})[^.\\p{Cntrl}]+(\\.[^.\\p{Cntrl}]+)*",
          "a column; `a.b` reaches into a struct");
  private static final String TEXT_HASH = "text-hash";
  private static final ValueType<String> DUMP =
      new ValueType<>(DumpName.ALLOWED, InputKeys::requireDump, Function.identity());
  private static final ValueType<DumpPath> DUMP_OF_PATH =
      new ValueType<>(
          "a regular expression of at most 1,000 characters with a group `(?<dump>...)`",
          DumpPath::of,
          DumpPath::regex);
  private static final ValueType<String> LANGUAGE =
      matching("[A-Za-z]{2,8}(-[0-9A-Za-z]{1,8})*", "a language tag such as en or zh-Hans");

  // The data set
  static final ConfigKey<String> DATASET_NAME =
      free(
          "dataset.name",
          NAME,
          DatasetConfig.DEFAULT_NAME,
          "Name of the data set, for the version record.");
  static final ConfigKey<String> DATASET_VERSION =
      free("dataset.version", NAME, "1.0", "Version of the data set, for the version record.");
  static final ConfigKey<Optional<String>> DATASET_SOURCE =
      free(
          "dataset.source",
          optional(text()),
          "",
          "Source of the documents, for ATTRIBUTION.md and the version record.");
  static final ConfigKey<Optional<String>> DATASET_SOURCE_VERSION =
      free("dataset.source-version", optional(text()), "", "Version of the source.");
  static final ConfigKey<String> DATASET_LANGUAGE =
      content(
          "dataset.language",
          LANGUAGE,
          "en",
          "Language of the documents. It names the directory of the shards in the output.");
  static final ConfigKey<Optional<String>> DATASET_LICENSE =
      free("dataset.license", optional(text()), "", "Licence of the source, for ATTRIBUTION.md.");
  static final ConfigKey<Optional<String>> DATASET_ATTRIBUTION =
      free(
          "dataset.attribution",
          optional(prose()),
          "",
          "Text of ATTRIBUTION.md. Default: a text made from `dataset.source`,"
              + " `dataset.source-version` and `dataset.license`.");

  // The input
  static final ConfigKey<Optional<List<Path>>> INPUT_PATH =
      free(
              "input.path",
              optional(paths()),
              "",
              "[Directories, files or globs](inputs.md#several-inputs) to"
                  + " read: one, or a list in the file. An environment variable has one per line.")
          .as(Kind.PATHS);
  static final ConfigKey<Optional<String>> INPUT_PATTERN =
      free(
          "input.pattern",
          optional(glob()),
          "",
          "Files to read below each directory; by default, all that are"
              + " [data by name](inputs.md). `**/` also matches no directory at all.");
  static final ConfigKey<Optional<String>> COLUMN_ID =
      content(
          "input.columns.id",
          optional(COLUMN),
          "id",
          "Column with the id. Without one (null, or a file without a column `id`), ids"
              + " are derived from file and row, and duplicates are not found. A name other than"
              + " `id` that no file has is refused.");
  static final ConfigKey<Optional<String>> ID =
      content(
          "input.id",
          optional(oneOf(TEXT_HASH)),
          "",
          "What makes the id of every row, in place of `input.columns.id`: `text-hash`, the MD5 of"
              + " its text in hex, so that documents with the same text are duplicates.");
  static final ConfigKey<String> COLUMN_TEXT =
      content("input.columns.text", COLUMN, "text", "Column with the text.");
  static final ConfigKey<Optional<String>> COLUMN_SCORE =
      content(
          "input.columns.score",
          optional(COLUMN),
          "score",
          "Column with the score, of any numeric type. Null only with `score.constant`.");
  static final ConfigKey<Optional<String>> COLUMN_DUMP =
      content(
          "input.columns.dump",
          optional(COLUMN),
          "dump",
          "Column with the dump's name. Without one (null, or a file without a column"
              + " `dump`), the dump is `unknown`. A name other than `dump` that no file has is"
              + " refused. Only names of the form `CC-MAIN-[0-9A-Za-z-]{1,32}` count; `input.dump`"
              + " takes others.");
  static final ConfigKey<Optional<String>> DUMP_COLUMN =
      content(
          "input.dump.column",
          optional(COLUMN),
          "",
          "Column with the dump's name, in place of `input.columns.dump`: every"
              + " [file-safe name](inputs.md#dumps) counts. A column that no file has is refused.");
  static final ConfigKey<Optional<DumpPath>> DUMP_MATCH =
      content(
          "input.dump.match",
          optional(DUMP_OF_PATH),
          "",
          "Finds the dump's name in the value of `input.dump.column`, where that is not the name"
              + " alone. Rows without a match are in `unknown`.");
  static final ConfigKey<Optional<DumpPath>> DUMP_PATH =
      content(
          "input.dump.path",
          optional(DUMP_OF_PATH),
          "",
          "Finds the dump's name in the path of the file, relative to the input and with `/`."
              + " Rows of files without a match are in `unknown`.");
  static final ConfigKey<Optional<String>> DUMP_CONSTANT =
      content("input.dump.constant", optional(DUMP), "", "Dump of all rows.");
  static final ConfigKey<Optional<String>> FILTER =
      content(
          "filter",
          optional(
              new ValueType<>(
                  "a condition on columns, such as `language == 'en' && language_score >= 0.65`",
                  Function.identity(),
                  text -> Filter.parse(text).toString())),
          "",
          "Rows to read: those for which this [condition](filter.md) on columns of the source is"
              + " true. All others are counted as `filtered_out`, before any other"
              + " rule.");
  static final ConfigKey<Long> MAX_DOCUMENT_SIZE =
      free(
          "input.max-document-size",
          size("1KiB", "64MiB"),
          "16MiB",
          "Larger documents go through the broker as a pointer into their source file.");
  static final ConfigKey<Long> MAX_OPERATOR_TEXT =
      free(
          "input.max-operator-text",
          size("1KiB", "64MiB"),
          "4MiB",
          "With operators, documents with a larger text are rejected, also if an operator"
              + " enlarged it. At most `input.max-document-size`. Decides content if there are"
              + " operators.");

  private InputKeys() {}

  private static String requireDump(String name) {
    if (!DumpName.isValid(name)) {
      throw new IllegalArgumentException("no name of a dump");
    }
    return name;
  }
}
