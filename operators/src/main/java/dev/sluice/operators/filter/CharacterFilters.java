package dev.sluice.operators.filter;

import static dev.sluice.operators.OperatorGroup.FILTER;
import static dev.sluice.operators.filter.LengthFilters.characters;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.filter.RuleSet.Bound;
import dev.sluice.operators.text.CharCounts;
import dev.sluice.operators.text.Urls;

/** Filters by the share of characters of a kind. */
final class CharacterFilters {
  private static final Parameter<Boolean> BARE =
      Parameter.of(
          "bare", ValueType.flag(), "false", "Also count addresses that begin with `www.`.");

  private CharacterFilters() {}

  static RuleSet alphanumericRatio() {
    return RuleSet.range(
        OperatorDescription.of(
                FILTER, "alphanumeric-ratio", "Drops documents with too few letters and numbers.")
            .rule(
                "Measures letters and numbers (general categories L and N) divided by all code"
                    + " points. An empty text measures 0.")
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
                FILTER,
                "special-character-ratio",
                "Drops documents with too many special characters.")
            .rule(
                "Measures code points that are neither letters nor marks (whitespace, digits,"
                    + " punctuation, symbols, emoji) divided by all code points. Data-Juicer uses a"
                    + " list of such characters.")
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
        OperatorDescription.of(
                FILTER, "url-ratio", "Drops documents that consist of URLs to a large part.")
            .rule(
                "Measures code points in URLs divided by all code points. A URL is a match of"
                    + " the regex `https?://\\S+`.")
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
