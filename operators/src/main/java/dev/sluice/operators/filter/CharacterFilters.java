package dev.sluice.operators.filter;

import static dev.sluice.operators.OperatorGroup.FILTER;
import static dev.sluice.operators.filter.LengthFilters.characters;

import dev.sluice.core.values.ValueType;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.filter.RuleSet.Bound;
import dev.sluice.operators.text.CharCounts;
import dev.sluice.operators.text.Urls;

/** Filters by the share of characters of a kind. */
final class CharacterFilters {
  private static final Parameter<Boolean> BARE =
      Parameter.of(
          "bare", ValueType.flag(), "false", "Whether `www.` without a scheme counts as well.");

  private CharacterFilters() {}

  static RuleSet alphanumericRatio() {
    return RuleSet.range(
        OperatorDescription.of(FILTER, "alphanumeric-ratio", "Enough letters and numbers.")
            .rule(
                "Letters and numbers (general categories L and N) by all code points, white space"
                    + " included. An empty text measures 0.")
            .reference("Data-Juicer `alphanumeric_filter`")
            .example("{min: 0.25}"),
        "alphanumeric_ratio",
        new Bound("few_alphanumeric", "0.25"),
        new Bound("many_alphanumeric", "off"),
        arguments ->
            document ->
                Measure.ratio(
                    document.text().analysis(CharCounts.OF).alphanumeric(), characters(document)));
  }

  static RuleSet specialCharacterRatio() {
    return RuleSet.range(
        OperatorDescription.of(
                FILTER, "special-character-ratio", "Not too many special characters.")
            .rule(
                "Code points that are neither letters nor marks (white space, digits, punctuation,"
                    + " symbols, emoji) by all code points. Data-Juicer counts the same kinds by a"
                    + " list of its own.")
            .reference("Data-Juicer `special_characters_filter`")
            .example("{max: 0.25}"),
        "special_character_ratio",
        new Bound("few_special_characters", "off"),
        new Bound("many_special_characters", "0.25"),
        arguments ->
            document ->
                Measure.ratio(
                    document.text().analysis(CharCounts.OF).special(), characters(document)));
  }

  static RuleSet urlRatio() {
    return RuleSet.range(
        OperatorDescription.of(FILTER, "url-ratio", "Not too much of it web addresses.")
            .rule(
                "Code points in web addresses by all code points. An address is what the regular"
                    + " expression `https?://\\S+` finds.")
            .reference("NeMo Curator `UrlsFilter` (0.2)")
            .example("{max: 0.2}"),
        "url_ratio",
        new Bound("few_urls", "off"),
        new Bound("many_urls", "0.2"),
        arguments ->
            document ->
                Measure.ratio(
                    new Urls(arguments.value(BARE), false, false)
                        .codePoints(document.text().chars()),
                    characters(document)),
        BARE);
  }
}
