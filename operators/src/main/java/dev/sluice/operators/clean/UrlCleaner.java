package dev.sluice.operators.clean;

import dev.sluice.core.values.ValueType;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.Replacement;
import dev.sluice.operators.StringMapper;
import dev.sluice.operators.text.Urls;

/** {@code urls}. */
final class UrlCleaner {
  private static final Parameter<String> REPLACEMENT = Replacement.parameter("");
  private static final Parameter<Boolean> BARE =
      Parameter.of(
          "bare",
          ValueType.flag(),
          "false",
          "Whether `www.` without a scheme, and no letter or number before it, begins one as"
              + " well.");

  private static final Parameter<Boolean> ANY_CASE =
      Parameter.of(
          "any-case", ValueType.flag(), "false", "Whether `HTTP://` and `WWW.` begin one as well.");
  private static final Parameter<Match> MATCH =
      Parameter.of(
          "match",
          ValueType.oneOf(Match.class),
          "run",
          "Where an address ends. `run`: at white space, so in Chinese the rest of the sentence"
              + " goes too; `address`: at the first character that no path has by RFC 3986, such as"
              + " all beyond ASCII, and before `. , ; : ! ? '` and a bracket that was not opened in"
              + " it.");

  private UrlCleaner() {}

  static OperatorDescription description() {
    return OperatorDescription.of(OperatorGroup.CLEAN, "urls", "Web addresses go.")
        .rule(
            "By default the regular expression `https?://\\S+` as Python has it; something must"
                + " follow what an address begins with.")
        .reference("the 7B corpus preprocessing guide, 5.2; Data-Juicer `clean_links_mapper`")
        .example("{replacement: \"\"}")
        .parameters(REPLACEMENT, BARE, ANY_CASE, MATCH)
        .making(
            arguments -> {
              String replacement = arguments.value(REPLACEMENT);
              Urls urls =
                  new Urls(
                      arguments.value(BARE),
                      arguments.value(ANY_CASE),
                      arguments.value(MATCH) == Match.ADDRESS);
              return new StringMapper(text -> clean(text, replacement, urls));
            });
  }

  private static String clean(String text, String replacement, Urls urls) {
    if (!text.contains("://") && !urls.bare()) {
      return text;
    }
    char[] chars = text.toCharArray();
    Cut cut = new Cut(text);
    int at = urls.find(chars, 0, chars.length);
    while (at < chars.length) {
      int end = urls.end(chars, at, chars.length);
      cut.replace(at, end, replacement);
      at = urls.find(chars, end, chars.length);
    }
    return cut.text();
  }

  /** Where an address ends. */
  enum Match {
    /** At white space. */
    RUN,
    /** Where it cannot go on. */
    ADDRESS
  }
}
