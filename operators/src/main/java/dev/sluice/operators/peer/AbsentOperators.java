package dev.sluice.operators.peer;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** What is said of operators of Data-Juicer that Sluice has no counterpart of. */
final class AbsentOperators {
  private static final Map<Pattern, String> REASONS = new LinkedHashMap<>();

  static {
    add(
        "perplexity_filter|llm_perplexity_filter",
        "leave it out: Sluice has no language model. gopher-quality, gopher-repetition"
            + " and character-repetition find much of what has a high perplexity; field-range"
            + " filters by a score in a column");
    add(
        "token_num_filter",
        "operators have no tokenizer; word-count and character-count limit the length");
    add(
        "remove_specific_chars_mapper|remove_words_with_incorrect_substrings_mapper"
            + "|remove_non_chinese_character_mapper",
        "use pattern: {pattern: \"[...]\"}, which replaces the matches of a regex");
    add(
        "remove_header_mapper|remove_bibliography_mapper|remove_comments_mapper"
            + "|expand_macro_mapper|remove_table_text_mapper",
        "Sluice has no operators for LaTeX; pattern replaces the matches of a regex");
    add(
        ".*_deduplicator",
        "operators see one document at a time; put deduplication into a recipe of its"
            + " own and run sluice dedup -c RECIPE");
    add(
        "(image|video|audio|imgdiff|sdxl|mllm|phrase_grounding)_.*",
        "operators process texts only");
    add(
        ".*_(selector|grouper|aggregator)",
        "operators see one document at a time; sample keeps a fraction of the documents");
    add(
        "(llm|generate|optimize|calibrate|extract|dialog|query|nlpaug|nlpcda|pair|relation)_.*"
            + "|text_(action|embd|entity|pair)_.*|in_context_.*|instruction_following_.*"
            + "|python_.*_mapper|detect_.*|sentence_augmentation_mapper|text_tagging_.*",
        "Sluice has no operators that call a large model or run code. Scorers give a text the score"
            + " of a small one, and --plugins adds operators of your own");
    add("general_field_filter", "use field-range and field-in, one after the other");
    add("(sentence_split|text_chunk)_mapper", "an operator returns one document for each document");
  }

  private AbsentOperators() {}

  private static void add(String names, String reason) {
    REASONS.put(Pattern.compile(names), reason);
  }

  /** What there is instead. */
  static Optional<String> reason(String name) {
    return REASONS.entrySet().stream()
        .filter(entry -> entry.getKey().matcher(name).matches())
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
