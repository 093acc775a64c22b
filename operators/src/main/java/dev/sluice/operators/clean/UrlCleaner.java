package dev.sluice.operators.clean;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.Cut;
import dev.sluice.operators.text.Urls;

/** Implements {@code urls}. */
final class UrlCleaner {
  private static final OperatorTexts TEXTS = OperatorTexts.of("urls");
  private static final Parameter<String> REPLACEMENT = OperatorTexts.replacement("");
  private static final Parameter<Boolean> BARE = TEXTS.flag("bare", false);

  private static final Parameter<Boolean> ANY_CASE = TEXTS.flag("any-case", false);
  private static final Parameter<Match> MATCH =
      TEXTS.parameter("match", ValueType.oneOf(Match.class), "run");

  static final OperatorDescription DESCRIPTION =
      TEXTS.mapper(
          OperatorGroup.CLEAN,
          arguments -> {
            String replacement = arguments.value(REPLACEMENT);
            boolean strict = arguments.value(MATCH) == Match.ADDRESS;
            Urls urls = new Urls(arguments.value(BARE), arguments.value(ANY_CASE), strict);
            return text -> clean(text, replacement, urls);
          },
          REPLACEMENT,
          BARE,
          ANY_CASE,
          MATCH);

  private UrlCleaner() {}

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

  /** Decides where an address ends. */
  enum Match {
    /** An address ends at white space. */
    RUN,
    /** An address ends at the first character that an address cannot have. */
    ADDRESS
  }
}
