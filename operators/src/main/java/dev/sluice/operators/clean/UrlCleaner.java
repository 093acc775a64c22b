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

  private UrlCleaner() {}

  static OperatorDescription description() {
    return OperatorDescription.of(OperatorGroup.CLEAN, "urls", "Web addresses go.")
        .rule("The regular expression `https?://\\S+` as Python has it.")
        .reference("the 7B corpus preprocessing guide, 5.2; Data-Juicer `clean_links_mapper`")
        .example("{replacement: \"\"}")
        .parameters(REPLACEMENT, BARE)
        .making(
            arguments -> {
              String replacement = arguments.value(REPLACEMENT);
              boolean bare = arguments.value(BARE);
              return new StringMapper(text -> clean(text, replacement, bare));
            });
  }

  private static String clean(String text, String replacement, boolean bare) {
    if (!text.contains("://") && !bare) {
      return text;
    }
    char[] chars = text.toCharArray();
    Cut cut = new Cut(text);
    int at = Urls.find(chars, 0, chars.length, bare);
    while (at < chars.length) {
      int end = Urls.end(chars, at, chars.length);
      cut.replace(at, end, replacement);
      at = Urls.find(chars, end, chars.length, bare);
    }
    return cut.text();
  }
}
