package dev.sluice.jobs.init;

import dev.sluice.jobs.init.ValueTally.Count;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Guesses the language: that of most rows, by a column or by the script.
 *
 * @param tag the value of {@code dataset.language}
 */
record DatasetLanguage(String tag, String reason, Optional<String> doubt) {
  private static final String DEFAULT = "en";
  private static final double MOST = 0.9;
  private static final double CHINESE = 0.3;

  /** Of kana, beside Chinese characters; Chinese has none, but for names. */
  private static final double JAPANESE = 0.1;

  /** The share of a column's values that must be languages. */
  private static final double HALF = 0.5;

  /** Chinese, Japanese, Thai, Lao, Khmer and Burmese, whose words no spaces separate. */
  private static final Set<String> WITHOUT_SPACES =
      words("zh zho chi cmn yue ja jpn th tha lo lao km khm my mya bur");

  /** A code of two or three letters, perhaps with a script or a region. */
  private static final Pattern TAG = Pattern.compile("([A-Za-z]{2,3})(-[0-9A-Za-z]{1,8})*");

  /** A code of ISO 639-3 with a script, as FLORES-200 writes it: {@code eng_Latn}. */
  private static final Pattern WITH_SCRIPT = Pattern.compile("[a-z]{3}_[A-Z][a-z]{3}");

  /** Of Tsonga, but far more often the ending of TypeScript. */
  private static final String TYPESCRIPT = "ts";

  /** Codes of ISO 639-2 and 639-3 beside those of the languages that have one of two letters. */
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

  /** Codes by further names in English, in lower case. */
  private static final Map<String, String> FURTHER_NAMES =
      Map.of(
          "bengali", "bn",
          "cantonese", "yue",
          "farsi", "fa",
          "filipino", "fil",
          "kirghiz", "ky",
          "mandarin", "zh",
          "norwegian bokmal", "nb",
          "oriya", "or",
          "panjabi", "pa",
          "uighur", "ug");

  /** Codes by their names in English, in lower case. */
  private static final Map<String, String> NAMES =
      Stream.of(Locale.getISOLanguages())
          .map(Locale::forLanguageTag)
          .collect(
              Collectors.toMap(
                  language -> language.getDisplayLanguage(Locale.ENGLISH).toLowerCase(Locale.ROOT),
                  Locale::getLanguage,
                  (one, other) -> one,
                  () -> new HashMap<>(FURTHER_NAMES)));

  private static Set<String> words(String list) {
    return Set.of(list.split(" "));
  }

  static DatasetLanguage of(InputSample sample, ColumnGuess text) {
    List<Column> named =
        sample.ranked(ColumnRole.LANGUAGE, column -> column.isText() && column.values() > 0);
    return named.stream()
        .flatMap(column -> of(column).stream())
        .findFirst()
        .or(() -> text.column().flatMap(column -> byScript(column.texts())))
        .orElseGet(() -> named.isEmpty() ? byDefault() : byDefault(named.get(0)));
  }

  /** Whether no spaces separate its words. */
  boolean isWithoutSpaces() {
    return WITHOUT_SPACES.contains(tag.replaceFirst("-.*", "").toLowerCase(Locale.ROOT));
  }

  private static Optional<DatasetLanguage> of(Column column) {
    Optional<Count> most =
        column.tally().counts().stream().filter(DatasetLanguage::isLanguage).findFirst();
    if (most.isEmpty() || languages(column) < HALF * column.values()) {
      return Optional.empty();
    }
    String tag = code(most.get().value()).orElseThrow();
    double share = (double) most.get().rows() / column.values();
    String reason =
        "%s of the rows by the column %s".formatted(Figures.percent(share), column.name());
    String doubt =
        "language: %s is that of only %s; run writes all into one directory".formatted(tag, reason);
    return Optional.of(
        new DatasetLanguage(tag, reason, Optional.of(doubt).filter(any -> share < MOST)));
  }

  /** Rows whose values are languages. */
  private static int languages(Column column) {
    return column.tally().counts().stream()
        .filter(DatasetLanguage::isLanguage)
        .mapToInt(Count::rows)
        .sum();
  }

  private static boolean isLanguage(Count count) {
    return code(count.value()).isPresent();
  }

  private static Optional<DatasetLanguage> byScript(TextValues texts) {
    if (texts.kanaShare() > JAPANESE) {
      return Optional.of(
          certain("ja", Figures.percent(texts.kanaShare()) + " of the text is kana"));
    }
    return texts.hanShare() > CHINESE
        ? Optional.of(
            certain("zh", Figures.percent(texts.hanShare()) + " of the text is Chinese characters"))
        : Optional.empty();
  }

  private static DatasetLanguage certain(String tag, String reason) {
    return new DatasetLanguage(tag, reason, Optional.empty());
  }

  private static DatasetLanguage byDefault() {
    return certain(DEFAULT, "no column names the language: this is the default");
  }

  private static DatasetLanguage byDefault(Column column) {
    String example =
        column.tally().counts().stream()
            .filter(each -> !isLanguage(each))
            .findFirst()
            .map(most -> "values such as " + YamlText.name(most.value()))
            .orElse("long texts");
    String holds =
        languages(column) == 0
            ? example + ", and no codes of languages"
            : "mostly %s, which are no codes of languages".formatted(example);
    String reason = "%s holds %s: this is the default".formatted(column.name(), holds);
    return new DatasetLanguage(
        DEFAULT, reason, Optional.of("language: %s; %s".formatted(DEFAULT, reason)));
  }

  /** Of a code or an English name; empty if a value is neither, as those of programs are. */
  private static Optional<String> code(String value) {
    // fastText has __label__de, FLORES-200 appends the script: eng_Latn
    String bare = value.replaceFirst("^__label__", "");
    String tag = bare.replaceAll("_.*", "");
    String first = tag.replaceFirst("-.*", "").toLowerCase(Locale.ROOT);
    boolean known = CODES.contains(first) || WITH_SCRIPT.matcher(bare).matches();
    return TAG.matcher(tag).matches() && known
        ? Optional.of(tag)
        : Optional.ofNullable(NAMES.get(value.toLowerCase(Locale.ROOT)));
  }
}
