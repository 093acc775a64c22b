package dev.sluice.core.values;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hides users, passwords and signatures of URLs, so that messages and logs can show the URLs. This
 * works for malformed URLs too.
 */
public final class ShownUrl {
  private static final String HIDDEN = "***";

  private static final String SLASHES = "://";

  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][0-9A-Za-z+.-]*");

  private static final Pattern AUTHORITY = Pattern.compile("[^/?#]*");

  /** Matches a host or a bucket, without a port. */
  private static final Pattern PLAIN = Pattern.compile("[^:@]*|\\[[0-9A-Fa-f:.]*]|arn:[^@]*");

  private static final Pattern PORT = Pattern.compile(":[0-9]{0,5}");

  /**
   * Schemes in whose URLs a question mark begins a query, and {@code @} has no meaning in paths.
   */
  private static final Set<String> OF_THE_WEB = Set.of("http", "https");

  private static final Pattern SIGNED =
      Pattern.compile("(?i)[?&](x-amz-[^=]*|awsaccesskeyid|signature|sig|token)=");

  private ShownUrl() {}

  /** Replaces possible secrets of a URL in the text by asterisks. */
  public static String of(String text) {
    int begin = 0;
    for (int end = text.indexOf(SLASHES); end >= 0; end = text.indexOf(SLASHES, begin)) {
      Matcher scheme = SCHEME.matcher(text).region(schemeBegin(text, begin, end), end);
      begin = end + SLASHES.length();
      if (scheme.matches()) {
        boolean isOfTheWeb = OF_THE_WEB.contains(scheme.group().toLowerCase(Locale.ROOT));
        String rest = withoutUser(text.substring(begin), isOfTheWeb);
        return text.substring(0, begin) + withoutQuery(rest, isOfTheWeb);
      }
    }
    return text;
  }

  /** Returns the start of a possible scheme. Takes linear time. */
  private static int schemeBegin(String text, int from, int end) {
    int begin = end;
    for (int i = end - 1; i >= from && isOfScheme(text.charAt(i)); i--) {
      if (Character.isLetter(text.charAt(i))) {
        begin = i;
      }
    }
    return begin;
  }

  private static boolean isOfScheme(char letter) {
    return letter < 0x80 && (Character.isLetterOrDigit(letter) || "+.-".indexOf(letter) >= 0);
  }

  /**
   * Returns whether an authority consists only of a host or a bucket.
   *
   * @param authority authority of a URL: what follows its two slashes, up to the next slash
   */
  static boolean isPlain(String authority) {
    return PLAIN.matcher(authority).matches();
  }

  /**
   * Hides the user. A password may contain an unescaped slash, so it ends at the last {@code @}.
   */
  private static String withoutUser(String rest, boolean isOfTheWeb) {
    Matcher begin = AUTHORITY.matcher(rest);
    String authority = begin.lookingAt() ? begin.group() : "";
    int user = rest.lastIndexOf('@');
    if (isPlain(authority) && !(isOfTheWeb && user >= 0)) {
      return rest;
    }
    if (user >= 0) {
      return HIDDEN + rest.substring(user);
    }
    int port = authority.lastIndexOf(':');
    boolean isAddress =
        isPlain(authority.substring(0, port)) && PORT.matcher(authority.substring(port)).matches();
    return isAddress ? rest : HIDDEN + rest.substring(authority.length());
  }

  private static String withoutQuery(String rest, boolean isOfTheWeb) {
    Matcher signed = SIGNED.matcher(rest);
    int query = rest.indexOf('?');
    boolean isHidden = query >= 0 && (isOfTheWeb || signed.find());
    return isHidden ? rest.substring(0, query + 1) + HIDDEN : rest;
  }
}
