package dev.sluice.jobs.init;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.jobs.init.Column.Count;
import java.lang.Character.UnicodeScript;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The language of most rows, guessed from a column of languages or from the script.
 *
 * @param tag the value of {@code dataset.language}
 */
record DatasetLanguage(String tag, String reason, Optional<String> doubt) {
  private static final String DEFAULT = "en";
  private static final double MOST = 0.9;
  private static final double CHINESE = 0.3;

  /** Minimum share of kana in a Japanese text; in Chinese, kana occur only in names. */
  private static final double JAPANESE = 0.1;

  /** Size of a Chinese or Japanese character in UTF-8. */
  private static final int BYTES_OF_A_CHARACTER = 3;

  /** Minimum share of a column's values that must be languages. */
  private static final double HALF = 0.5;

  /** A code of two or three letters, perhaps with a script or a region. */
  private static final Pattern TAG = Pattern.compile("([A-Za-z]{2,3})(-[0-9A-Za-z]{1,8})*");

  /** A code of ISO 639-3 with a script in the form of FLORES-200, such as {@code eng_Latn}. */
  private static final Pattern WITH_SCRIPT = Pattern.compile("[a-z]{3}_[A-Z][a-z]{3}");

  /** A value that is the code of Tsonga but is far more often the file extension of TypeScript. */
  private static final String TYPESCRIPT = "ts";

  /** Codes of ISO 639-2 and 639-3 that the JDK does not know. */
  private static final Set<String> OTHERS =
      words(
          "alb arm baq bur chi cze dut fre geo ger gre ice mac mao may per rum slo tib wel ace als"
              + " apc arb ary arz ast azb azj bar bcl bho ceb chr ckb cmn crh dsb ekk fil fur gom"
              + " gsw haw hbs hil hsb ilo kab khk kmr lmo ltg lus lvs mai min mni nap nds new npi"
              + " nso pam pap pbt pes plt pms prs sah sat scn sco swh szl tet tpi tum tyv uzn vec"
              + " war ydd yue zsm");

  private static final Set<String> CODES =
      Stream.concat(
              OTHERS.stream(),
              Stream.of(Locale.getISOLanguages())
                  .flatMap(code -> Stream.of(code, Locale.forLanguageTag(code).getISO3Language())))
          .filter(code -> !code.equals(TYPESCRIPT))
          .collect(Collectors.toUnmodifiableSet());

  /** Language codes, by the language's English name in lower case. */
  private static final Map<String, String> NAMES =
      Stream.of(Locale.getISOLanguages())
          .map(Locale::forLanguageTag)
          .collect(
              Collectors.toMap(
                  language -> language.getDisplayLanguage(Locale.ENGLISH).toLowerCase(Locale.ROOT),
                  Locale::getLanguage,
                  (one, other) -> one));

  private static Set<String> words(String list) {
    return Set.of(list.split(" "));
  }

  static DatasetLanguage of(InputSample sample, ColumnGuess text) {
    List<Column> named =
        sample.ranked(GuessedRole.LANGUAGE, column -> column.isText() && column.count() > 0);
    return named.stream()
        .flatMap(column -> of(column).stream())
        .findFirst()
        .or(() -> text.column().flatMap(DatasetLanguage::byScript))
        .orElseGet(() -> byDefault(named));
  }

  private static Optional<DatasetLanguage> of(Column column) {
    List<Count> languages = column.counts(DatasetLanguage::code);
    int rows = languages.stream().mapToInt(Count::rows).sum();
    if (rows == 0 || rows < HALF * column.count()) {
      return Optional.empty();
    }
    String tag = languages.get(0).value();
    double share = (double) languages.get(0).rows() / column.count();
    String reason =
        "%s of the rows, according to column %s".formatted(Figures.percent(share), column.name());
    String doubt =
        "language: %s is the language of only %s; run writes all rows into one directory"
            .formatted(tag, reason);
    return Optional.of(
        new DatasetLanguage(tag, reason, Optional.of(doubt).filter(any -> share < MOST)));
  }

  private static Optional<DatasetLanguage> byScript(Column text) {
    double kana = share(text, EnumSet.of(UnicodeScript.HIRAGANA, UnicodeScript.KATAKANA));
    double han = share(text, EnumSet.of(UnicodeScript.HAN));
    if (kana > JAPANESE) {
      return Optional.of(certain("ja", Figures.percent(kana) + " of the text is kana"));
    }
    return han > CHINESE
        ? Optional.of(certain("zh", Figures.percent(han) + " of the text is Chinese characters"))
        : Optional.empty();
  }

  /** Returns the approximate share of the given scripts in the bytes of all texts. */
  private static double share(Column text, Set<UnicodeScript> scripts) {
    String all = text.texts().collect(Collectors.joining());
    long those = all.codePoints().filter(c -> scripts.contains(UnicodeScript.of(c))).count();
    return (double) BYTES_OF_A_CHARACTER * those / Math.max(1, all.getBytes(UTF_8).length);
  }

  private static DatasetLanguage certain(String tag, String reason) {
    return new DatasetLanguage(tag, reason, Optional.empty());
  }

  /**
   * Returns the default language, with a reason.
   *
   * @param named columns that are named like a language but have other values
   */
  private static DatasetLanguage byDefault(List<Column> named) {
    if (named.isEmpty()) {
      return certain(DEFAULT, "no column holds a language; en is the default");
    }
    String example =
        named.get(0).counts(Optional::of).stream()
            .map(Count::value)
            .filter(value -> code(value).isEmpty())
            .findFirst()
            .orElseThrow();
    String reason =
        "%s has values such as %s, which are not language codes; en is the default"
            .formatted(named.get(0).name(), YamlText.name(example));
    return new DatasetLanguage(
        DEFAULT, reason, Optional.of("language: %s; %s".formatted(DEFAULT, reason)));
  }

  /**
   * Returns the language tag for a code or an English name, or empty for any other value, such as a
   * programming language.
   */
  private static Optional<String> code(String value) {
    // fastText writes __label__de; FLORES-200 appends the script: eng_Latn
    String bare = value.replaceFirst("^__label__", "");
    String tag = bare.replaceAll("_.*", "");
    String first = tag.replaceFirst("-.*", "").toLowerCase(Locale.ROOT);
    boolean known = CODES.contains(first) || WITH_SCRIPT.matcher(bare).matches();
    return TAG.matcher(tag).matches() && known
        ? Optional.of(tag)
        : Optional.ofNullable(NAMES.get(value.toLowerCase(Locale.ROOT)));
  }
}
