package dev.sluice.jobs.init;

import java.net.URL;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The fields that a column may hold. The name of the column decides. Case, {@code _} and {@code -}
 * are ignored; of a dotted path, only the last part counts.
 */
enum GuessedRole {
  /** The text of a document. */
  TEXT(
      "text content rawcontent document body rawtext cleantext plaintext maintext fulltext doctext"
          + " documenttext"),
  /** The id of a document. */
  ID(
      "id docid documentid uuid guid warcrecordid recordid textid sampleid conversationid taskid"
          + " pageid paperid blobid warcid digest hexsha texthash contenthash sha1 sha256 md5 url"),
  /** The dump of a document. */
  DUMP("dump snapshot crawl ccdump dumpid snapshotid crawlid warcdump"),
  /** The path of a crawl's file, which contains the name of the dump. */
  CRAWL_FILE("ccsegment segment warcfilename warcpath filepath"),
  /** The language of a document. */
  LANGUAGE("language lang languagecode"),
  /** A measure of quality. */
  SCORE("score scores");

  /** The rank of a name that suits no role. */
  static final int NONE = Integer.MAX_VALUE;

  private static final String URL = "url";
  private static final int LEAST_PROPER = 2;
  private static final Pattern QUALITY = Pattern.compile("(quality|rating|grade)s?");

  /**
   * Words in the names of scores whose high values mean bad texts. Only whole words match, so "ppl"
   * is not found in "apple".
   */
  private static final Pattern ADVERSE =
      Pattern.compile(
          "ppl|pii|adult|bad|bias|risks?|ads?|harms?|loss|dups?"
              + "|(toxi|spam|perplex|nsfw|porn|profan|hate|hatred|harmful|insult|obscen|threat|violen|unsafe"
              + "|offens|sexual|duplic|repet|repeat|nois|error|boilerplate|garbage|contamin|junk|trash|poor"
              + "|gibberish|abus|danger|hazard|slur|explicit|corrupt|outlier|anomal|penalt|distance|artifact"
              + "|uncertain|incoheren|hallucin|misinform|racis|sexis).*");

  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])");

  /** Names of columns with the confidence of a language identification. */
  private static final Pattern OF_LANGUAGE =
      Pattern.compile("(lang(uage)?|lid)(id)?(score|confidence|prob(ability)?)s?");

  private static final Pattern ROUNDED =
      Pattern.compile("int(eger)?.*scores?|.*scores?(int|rounded)");

  /**
   * Paths that the configuration accepts as a column: no empty parts, no control characters, not
   * blank.
   */
  private static final Pattern NAMEABLE = Pattern.compile("[^.\\p{Cntrl}]+(\\.[^.\\p{Cntrl}]+)*");

  private final List<String> names;

  GuessedRole(String names) {
    this.names = List.of(names.split(" "));
  }

  /**
   * Ranks a name. Lower ranks are better; the rank is {@link #NONE} if the name does not suit the
   * role.
   */
  int rank(String path) {
    if (this == SCORE) {
      return scoreRank(path);
    }
    int rank = names.indexOf(last(path));
    boolean ofSomethingElse = this == ID && last(path).equals(URL) && !isUrl(path);
    return rank < 0 || ofSomethingElse ? NONE : rank;
  }

  boolean suits(String path) {
    return rank(path) != NONE;
  }

  /**
   * Ranks {@code score} first, then names that end in {@code score}, then {@code quality} and
   * similar names, then the confidence of a language identification, then rounded scores, then
   * {@linkplain #isAdverse adverse} ones.
   */
  private int scoreRank(String path) {
    String name = last(path);
    int rank = NONE;
    if (isOfLanguage(path)) {
      rank = 3;
    } else if (ROUNDED.matcher(name).matches()) {
      rank = 4;
    } else if (names.contains(name)) {
      rank = 0;
    } else if (names.stream().anyMatch(name::endsWith) || isWithinScores(path)) {
      rank = 1;
    } else if (QUALITY.matcher(name).matches()) {
      rank = 2;
    }
    return rank != NONE && isAdverse(path) ? 5 : rank;
  }

  private boolean isWithinScores(String path) {
    String[] parts = path.split("\\.", -1);
    return Arrays.stream(parts, 0, parts.length - 1)
        .map(GuessedRole::bare)
        .anyMatch(names::contains);
  }

  /** Returns whether a name suits any role. */
  static boolean anySuits(String path) {
    return Arrays.stream(values()).anyMatch(role -> role.suits(path));
  }

  /** Returns whether a name, such as {@code toxicity_score}, implies that high values are bad. */
  static boolean isAdverse(String path) {
    return BETWEEN_WORDS
        .splitAsStream(path)
        .anyMatch(word -> ADVERSE.matcher(word.toLowerCase(Locale.ROOT)).matches());
  }

  /** Returns whether a column, judged by its name, holds unrounded scores of texts. */
  static boolean isProperScore(String path) {
    return SCORE.rank(path) <= LEAST_PROPER;
  }

  /**
   * Returns whether a column, judged by its name, holds the confidence of a language
   * identification.
   */
  static boolean isOfLanguage(String path) {
    return OF_LANGUAGE.matcher(last(path)).matches();
  }

  /**
   * Returns whether a column, judged by its name, holds the address of a page. The text of a page
   * can change over time, and an address in a struct may belong to a picture.
   */
  static boolean isUrl(String path) {
    return bare(path).equals(URL);
  }

  /** Returns whether a configuration can name the column. */
  static boolean isNameable(String path) {
    return NAMEABLE.matcher(path).matches() && !path.isBlank();
  }

  private static String last(String path) {
    return bare(path.substring(path.lastIndexOf('.') + 1));
  }

  private static String bare(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[_\\- ]", "");
  }
}
