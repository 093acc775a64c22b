package dev.sluice.operators.text;

import com.optimaize.langdetect.i18n.LdLocale;
import com.optimaize.langdetect.profiles.BuiltInLanguages;
import dev.sluice.operators.ValueType;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Language codes, as in columns of data sets and as detected in texts. */
public final class LanguageCode {
  /** A code of ISO 639, of two or three letters, alone or with a country or script. */
  public static final ValueType<String> TYPE =
      new ValueType<>(
          "an ISO 639 code such as en or eng, alone or as in zh-CN or eng_Latn",
          LanguageCode::checked,
          code -> code);

  private static final Set<String> TWO_LETTERS = Set.of(Locale.getISOLanguages());

  private LanguageCode() {}

  private static String checked(String text) {
    String[] parts = text.split("[-_]", 2);
    boolean known = TWO_LETTERS.contains(parts[0]) || parts[0].matches("[a-z]{3}");
    if (!known || parts.length > 1 && !parts[1].matches("[A-Za-z0-9]+([-_][A-Za-z0-9]+)*")) {
      throw new IllegalArgumentException("not a language code");
    }
    return text;
  }

  /** Codes that {@link LanguageGuess} can return, and {@code zh} for both Chinese ones. */
  public static Set<String> detected() {
    Set<String> codes = new TreeSet<>();
    for (LdLocale language : BuiltInLanguages.getLanguages()) {
      codes.add(language.toString());
      codes.add(language.getLanguage());
    }
    return codes;
  }
}
