package dev.sluice.operators.clean;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.Replacement;
import dev.sluice.operators.StringMapper;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.Cut;
import dev.sluice.operators.text.Urls;

/** {@code urls}. */
final class UrlCleaner {
  private static final Parameter<String> REPLACEMENT = Replacement.parameter("");
  private static final Parameter<Boolean> BARE =
      Parameter.of(
          "bare",
          ValueType.flag(),
          "false",
          "Also delete addresses that begin with `www.`, not preceded by a letter or" + " number.");

  private static final Parameter<Boolean> ANY_CASE =
      Parameter.of(
          "any-case",
          ValueType.flag(),
          "false",
          "Also delete addresses that begin with `HTTP://` or `WWW.`.");
  private static final Parameter<Match> MATCH =
      Parameter.of(
          "match",
          ValueType.oneOf(Match.class),
          "run",
          "Where an address ends. `run`: at whitespace, which in Chinese deletes the rest"
              + " of the sentence; `address`: at the first character that RFC 3986 does not"
              + " allow in a path, such as any non-ASCII character, and before trailing `. , ; :"
              + " ! ? '` or an unmatched closing bracket.");

  private UrlCleaner() {}

  static OperatorDescription description() {
    return OperatorDescription.of(OperatorGroup.CLEAN, "urls", "Deletes URLs.")
        .rule(
            "By default, deletes every match of Python's regex `https?://\\S+`. A prefix"
                + " with nothing after it is not an address.")
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
