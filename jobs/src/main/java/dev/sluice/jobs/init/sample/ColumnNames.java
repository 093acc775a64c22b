package dev.sluice.jobs.init.sample;

import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * What a column's name says about its content. Lower ranks are better; without a rank, it says
 * nothing. Case, {@code _} and {@code -} do not matter, and of a dotted path the last part counts.
 */
public final class ColumnNames {
  private static final List<String> TEXTS =
      List.of(
          "text",
          "content",
          "rawcontent",
          "document",
          "body",
          "rawtext",
          "cleantext",
          "plaintext",
          "maintext",
          "fulltext",
          "doctext",
          "documenttext");

  private static final String URL = "url";

  private static final List<String> IDS =
      List.of(
          "id",
          "docid",
          "documentid",
          "uuid",
          "guid",
          "warcrecordid",
          "recordid",
          "textid",
          "sampleid",
          "conversationid",
          "taskid",
          "pageid",
          "paperid",
          "blobid",
          "warcid",
          "digest",
          "hexsha",
          "texthash",
          "contenthash",
          "sha1",
          "sha256",
          "md5",
          URL);

  private static final List<String> DUMPS =
      List.of("dump", "snapshot", "crawl", "ccdump", "dumpid", "snapshotid", "crawlid", "warcdump");

  /** Of paths of files of a crawl, which name it. */
  private static final List<String> CRAWL_FILES =
      List.of("ccsegment", "segment", "warcfilename", "warcpath", "filepath");

  private static final List<String> LANGUAGES = List.of("language", "lang", "languagecode");

  private static final List<String> SCORES = List.of("score", "scores");
  private static final Pattern QUALITY = Pattern.compile("(quality|rating|grade)s?");

  /** High where texts are bad; words, since "apple" has no perplexity. */
  private static final Pattern ADVERSE =
      Pattern.compile(
          "ppl|pii|adult|bad|bias|risks?|ads?|harms?|loss|dups?"
              + "|(toxi|spam|perplex|nsfw|porn|profan|hate|hatred|harmful|insult|obscen|threat|violen|unsafe"
              + "|offens|sexual|duplic|repet|repeat|nois|error|boilerplate|garbage|contamin|junk|trash|poor"
              + "|gibberish|abus|danger|hazard|slur|explicit|corrupt|outlier|anomal|penalt|distance|artifact"
              + "|uncertain|incoheren|hallucin|misinform|racis|sexis).*");

  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])");

  /** The confidence of a language identification. */
  private static final Pattern OF_LANGUAGE =
      Pattern.compile("(lang(uage)?|lid)(id)?(score|confidence|prob(ability)?)s?");

  private static final Pattern ROUNDED =
      Pattern.compile("int(eger)?.*scores?|.*scores?(int|rounded)");

  /** What the configuration takes as a column: no part empty, no control characters, not blank. */
  private static final Pattern NAMEABLE = Pattern.compile("[^.\\p{Cntrl}]+(\\.[^.\\p{Cntrl}]+)*");

  private ColumnNames() {}

  /** Whether a configuration can name the column. */
  public static boolean isNameable(String path) {
    return NAMEABLE.matcher(path).matches() && !path.isBlank();
  }

  /** The rank as a text. */
  public static OptionalInt rankAsText(String path) {
    return rank(TEXTS, path);
  }

  /** The rank as an id. */
  public static OptionalInt rankAsId(String path) {
    return last(path).equals(URL) && !isUrl(path) ? OptionalInt.empty() : rank(IDS, path);
  }

  /**
   * Whether it is the address of a page, which may have another text at another time. One in a
   * struct may be that of a picture.
   */
  public static boolean isUrl(String path) {
    return bare(path).equals(URL);
  }

  /** The rank as a dump. */
  public static OptionalInt rankAsDump(String path) {
    return rank(DUMPS, path);
  }

  /** The rank as the path of a file of a dump. */
  public static OptionalInt rankAsCrawlFile(String path) {
    return rank(CRAWL_FILES, path);
  }

  /** The rank as a language. */
  public static OptionalInt rankAsLanguage(String path) {
    return rank(LANGUAGES, path);
  }

  /**
   * The rank as a score: {@code score}, then names that end in it, then {@code quality} and the
   * like, then the confidence of a language identification, then rounded scores, then {@linkplain
   * #isAdverse adverse} ones.
   */
  public static OptionalInt rankAsScore(String path) {
    OptionalInt rank = rankByScore(path);
    return rank.isPresent() && isAdverse(path) ? OptionalInt.of(5) : rank;
  }

  private static OptionalInt rankByScore(String path) {
    String name = last(path);
    if (isOfLanguage(path)) {
      return OptionalInt.of(3);
    }
    if (ROUNDED.matcher(name).matches()) {
      return OptionalInt.of(4);
    }
    if (SCORES.contains(name)) {
      return OptionalInt.of(0);
    }
    if (SCORES.stream().anyMatch(name::endsWith) || isWithinScores(path)) {
      return OptionalInt.of(1);
    }
    return QUALITY.matcher(name).matches() ? OptionalInt.of(2) : OptionalInt.empty();
  }

  /** Whether the name says that high values are bad, such as {@code toxicity_score}. */
  public static boolean isAdverse(String path) {
    return BETWEEN_WORDS
        .splitAsStream(path)
        .anyMatch(word -> ADVERSE.matcher(word.toLowerCase(Locale.ROOT)).matches());
  }

  /** Whether it is a score by its name, neither rounded nor of something else than the text. */
  public static boolean isProperScore(String path) {
    return rankAsScore(path).orElse(Integer.MAX_VALUE) < 3;
  }

  /** Whether it is the confidence of a language identification. */
  public static boolean isOfLanguage(String path) {
    return OF_LANGUAGE.matcher(last(path)).matches();
  }

  /** Whether the name says anything at all. */
  public static boolean isKnown(String path) {
    return rankAsText(path).isPresent()
        || rankAsId(path).isPresent()
        || rankAsScore(path).isPresent()
        || rankAsDump(path).isPresent()
        || rankAsCrawlFile(path).isPresent()
        || rankAsLanguage(path).isPresent();
  }

  /** How many structs the column is in. */
  public static int depth(String path) {
    return (int) path.chars().filter(c -> c == '.').count();
  }

  private static boolean isWithinScores(String path) {
    List<String> parts = List.of(path.split("\\.", -1));
    return parts.subList(0, parts.size() - 1).stream()
        .map(ColumnNames::bare)
        .anyMatch(SCORES::contains);
  }

  private static OptionalInt rank(List<String> names, String path) {
    int at = names.indexOf(last(path));
    return at < 0 ? OptionalInt.empty() : OptionalInt.of(at);
  }

  private static String last(String path) {
    return bare(path.substring(path.lastIndexOf('.') + 1));
  }

  private static String bare(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[_\\- ]", "");
  }
}
