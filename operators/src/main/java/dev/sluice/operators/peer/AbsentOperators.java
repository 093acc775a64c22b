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
        "leave it out: Sluice has no language model. gopher-quality, gopher-repetition and"
            + " character-repetition find much of what has a high perplexity, and field-range"
            + " takes a score that is in a column");
    add(
        "token_num_filter",
        "operators know no tokenizer; word-count and character-count bound the length");
    add(
        "remove_specific_chars_mapper|remove_words_with_incorrect_substrings_mapper"
            + "|remove_non_chinese_character_mapper",
        "use pattern: {pattern: \"[...]\"}, which replaces what a regular expression finds");
    add(
        "remove_header_mapper|remove_bibliography_mapper|remove_comments_mapper"
            + "|expand_macro_mapper|remove_table_text_mapper",
        "operators for LaTeX are not here; pattern replaces what a regular expression finds");
    add(
        ".*_deduplicator",
        "whether a document is a duplicate depends on others, which no operator sees; put it into"
            + " a recipe of its own and type sluice dedup -c RECIPE");
    add(
        "(image|video|audio|imgdiff|sdxl|mllm|phrase_grounding)_.*",
        "operators are for texts alone");
    add(
        ".*_(selector|grouper|aggregator)",
        "it looks at more than one document, which no operator sees; sample keeps a share");
    add(
        "(llm|generate|optimize|calibrate|extract|dialog|query|nlpaug|nlpcda|pair|relation)_.*"
            + "|text_(action|embd|entity|pair)_.*|in_context_.*|instruction_following_.*"
            + "|python_.*_mapper|detect_.*|sentence_augmentation_mapper|text_tagging_.*",
        "operators that ask a model or run code are not here");
    add("general_field_filter", "use field-range and field-in, one after the other");
    add("(sentence_split|text_chunk)_mapper", "an operator makes one document of one");
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
