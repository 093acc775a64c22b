package dev.sluice.operators.peer;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The operators of Data-Juicer 1.4 that work on one text, and what is said of the others. */
public final class DataJuicer {
  private static final String WORDS =
      "splits words by Unicode's rules; Data-Juicer splits at whitespace and strips"
          + " special characters";

  private static final List<PeerOperator> OPERATORS =
      List.of(
          range("alphanumeric_filter", "alphanumeric-ratio", "ratio")
              .only("tokenization", "false")
              .same(),
          range("average_line_length_filter", "average-line-length", "len").same(),
          range("character_repetition_filter", "character-repetition", "ratio")
              .as("rep_len", "length")
              .same(),
          listed(range("flagged_words_filter", "flagged-words", "ratio"), "flagged_words_dir")
              .required(
                  "list",
                  "the words that are flagged, which Data-Juicer downloads, as list: [casino,"
                      + " jackpot]")
              .differs("needs the words as `list`, which Data-Juicer downloads; " + WORDS),
          PeerOperator.of("language_id_score_filter", "language")
              .as("lang", "languages")
              .as("min_score", "threshold", "0.8")
              .required("lang", "a language, such as en")
              .differs(
                  "uses the column `language` if there is one, otherwise Optimaize's profiles;"
                      + " Data-Juicer always uses fastText"),
          range("maximum_line_length_filter", "maximum-line-length", "len").same(),
          PeerOperator.of("random_selector", "sample")
              .as("select_ratio", "rate")
              .required("select_ratio", "a share from 0 to 1")
              .differs("chooses by a hash of the id: the same documents every time"),
          range("special_characters_filter", "special-character-ratio", "ratio")
              .differs("uses Unicode's categories; Data-Juicer uses a list"),
          PeerOperator.of("specified_field_filter", "field-in")
              .as("field_key", "field")
              .as("target_value", "values")
              .differs(
                  "drops rows without the field, an error in Data-Juicer; reads lists from JSON,"
                      + " not from Parquet"),
          PeerOperator.of("specified_numeric_field_filter", "field-range")
              .as("field_key", "field")
              .as("min_value", "min")
              .as("max_value", "max")
              .differs("rejects texts that are not decimal numbers; Data-Juicer drops them"),
          listed(range("stopwords_filter", "stop-words", "ratio"), "stopwords_dir")
              .differs("needs the words as `list` for languages other than English; " + WORDS),
          PeerOperator.of("suffix_filter", "suffix")
              .as("suffixes", "suffixes")
              .required("field", "the column with the file's name")
              .differs("needs the column with the file's name as `field`; ignores case"),
          range("text_length_filter", "character-count", "len").same(),
          words(
              range("word_repetition_filter", "word-repetition", "ratio").as("rep_len", "length")),
          words(
              PeerOperator.of("words_num_filter", "word-count")
                  .as("min_num", "min")
                  .as("max_num", "max", "off")),
          PeerOperator.of("chinese_convert_mapper", "traditional-to-simplified")
              .only("mode", "t2s", "tw2s", "hk2s")
              .required("mode", "t2s, tw2s or hk2s")
              .differs(
                  "maps single characters with ICU; Data-Juicer uses OpenCC, which also maps"
                      + " words"),
          PeerOperator.of("clean_copyright_mapper", "code-header-comments")
              .differs(
                  "deletes only a comment at the start of the text; Data-Juicer deletes the first"
                      + " `/* */` anywhere. Deletes lines of `#`, `//` or `--` only if they mention"
                      + " copyright or a licence, so titles in Markdown are kept"),
          replacing("clean_email_mapper", "emails")
              .differs(
                  "recognises addresses in the usual form; Data-Juicer also allows upper case and"
                      + " `_` in other places"),
          PeerOperator.of("clean_html_mapper", "html")
              .differs(
                  "starts new lines at block elements, adds no `*` to list items, and keeps"
                      + " leading whitespace"),
          replacing("clean_ip_mapper", "ip-addresses")
              .differs("deletes only whole addresses, including abbreviated IPv6 addresses"),
          replacing("clean_links_mapper", "urls")
              .with("bare", "true")
              .with("any-case", "true")
              .differs(
                  "addresses begin with `http://`, `https://` or `www.` and end at whitespace;"
                      + " Data-Juicer also deletes other schemes (`ftp:`, but also `note:this`) and"
                      + " bare names, and keeps trailing marks and brackets"),
          PeerOperator.of("fix_unicode_mapper", "fix-mojibake")
              .with("rounds", "5")
              .then("unicode-normalise")
              .as("normalization", "form")
              .differs(
                  "applies only ftfy's rule for texts decoded with the wrong encoding, up to five"
                      + " times; keeps curly quotation marks, entities and ligatures"),
          PeerOperator.of("punctuation_normalization_mapper", "punctuation")
              .differs(
                  "keeps the full-width digit one; Data-Juicer turns it into a quotation mark"),
          PeerOperator.of("remove_long_words_mapper", "long-words")
              .as("max_len", "max")
              .only("min_len", "0", "1")
              .required("max_len", "a number of characters")
              .differs("does not treat Chinese as one long word; keeps whitespace"),
          PeerOperator.of("remove_repeat_sentences_mapper", "repeated-sentences")
              .as("lowercase", "any-case")
              .as("ignore_special_character", "any-marks")
              .as("min_repeat_sentence_length", "min-length")
              .differs("ends sentences at Unicode's marks, and counts letters of all scripts"),
          PeerOperator.of("replace_content_mapper", "pattern")
              .as("repl", "replacement")
              .orPattern()
              .required("pattern", "a regular expression")
              .differs("uses RE2's syntax; a list of patterns becomes several operators"),
          PeerOperator.of("whitespace_normalization_mapper", "whitespace")
              .with("zero-width", "true")
              .differs("replaces runs with one space, and strips lines"));

  private static final Map<String, PeerOperator> BY_NAME =
      OPERATORS.stream().collect(Collectors.toMap(PeerOperator::name, Function.identity()));

  /** Parameters of every operator that say how it is run, not what it does. */
  private static final Set<String> ENGINE =
      Set.of(
          "accelerator",
          "auto_op_parallelism",
          "batch_mode",
          "batch_size",
          "cpu_required",
          "gpu_required",
          "mem_required",
          "num_cpus",
          "num_gpus",
          "num_proc",
          "ray_execution_mode",
          "runtime_env",
          "skip_op_error",
          "turbo",
          "work_dir");

  private static final Map<String, List<String>> USUAL =
      Map.of(
          "min_closed_interval", List.of("true"),
          "max_closed_interval", List.of("true"),
          "reversed_range", List.of("false"));

  private DataJuicer() {}

  private static PeerOperator.Builder range(String name, String operator, String suffix) {
    return PeerOperator.of(name, operator).as("min_" + suffix, "min").as("max_" + suffix, "max");
  }

  private static PeerOperator.Builder replacing(String name, String operator) {
    return PeerOperator.of(name, operator).as("repl", "replacement").orPattern();
  }

  private static PeerOperator.Builder listed(PeerOperator.Builder filter, String directory) {
    return filter
        .only("lang", "en")
        .only("tokenization", "false")
        .only("use_words_aug", "false")
        .unused(directory, "words_aug_group_sizes", "words_aug_join_char");
  }

  private static PeerOperator words(PeerOperator.Builder filter) {
    return filter
        .with("words", "whitespace")
        .only("tokenization", "false")
        .only("lang")
        .differs(
            "counts standalone punctuation as a word, and attached punctuation as part of"
                + " the word");
  }

  /** All of them, in the order of the reference page. */
  public static List<PeerOperator> operators() {
    return OPERATORS;
  }

  /** The operator of a name. */
  static Optional<PeerOperator> find(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /** Whether a parameter says how an operator is run. */
  public static boolean isEngine(String parameter) {
    return ENGINE.contains(parameter);
  }

  /** The values that a parameter of every operator may have; empty for any other. */
  static Optional<List<String>> usual(String parameter) {
    return Optional.ofNullable(USUAL.get(parameter));
  }
}
