package dev.sluice.core;

import static java.util.Objects.requireNonNull;

import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The form in which URLs are compared. Two URLs with equal forms are taken for the same page:
 *
 * <pre>
 * https://user@WWW.Example.ORG:443/%7ea/?q=%c3%bc#top
 *                 example.org     /~a/?q=%C3%BC
 * </pre>
 *
 * <ul>
 *   <li>Without scheme, user, a first {@code www.}, fragment and one last {@code /}. Without the
 *       ports 80 and 443, whatever the scheme is.
 *   <li>The host is in lower case and in Punycode, without a last dot. It is converted by IDNA
 *       2003, as the JDK does. Four characters have another meaning in IDNA 2008: a host with
 *       &szlig;, a final sigma or a joiner counts only if it is already in Punycode.
 *   <li>Path and query are compared as bytes: with upper-case percent escapes, without escapes of
 *       letters, digits and {@code -._~}, and with escapes of spaces, control characters and
 *       everything that is not ASCII. An empty path before a query is {@code /}. Nothing else
 *       changes: {@code a/../b} and {@code b} differ, and so do two orders of parameters.
 * </ul>
 *
 * <p>A text without a valid host is no URL. Its form is the text without white space around it. A
 * URL need not have a scheme, but a text with a user must have one: {@code mailto:a@example.org} is
 * no URL. Takes linear time and never fails.
 *
 * @param text the form
 * @param host the host, with {@code www.}; empty if the text is no URL
 */
public record UrlForm(String text, Optional<String> host) {
  /** The greatest length of a host. */
  private static final int MAX_HOST = 253;

  /** How many characters a message shows of what was typed. */
  private static final int MAX_SHOWN = 100;

  private static final Pattern DEFAULT_PORT = Pattern.compile("0*(?:80|443)");
  private static final Pattern PORT = Pattern.compile("[0-9]*+");

  /** The characters that IDNA 2008 keeps, and IDNA 2003 replaces by others or removes. */
  private static final Pattern DEVIATIONS = Pattern.compile("[\u00DF\u03C2\u200C\u200D]");

  private static final String WWW = "www.";

  /** Requires both components. */
  public UrlForm {
    requireNonNull(text, "text");
    requireNonNull(host, "host");
  }

  /** Returns the form of any text. */
  public static UrlForm of(String url) {
    String trimmed = url.trim();
    int begin = afterScheme(trimmed);
    int host = begin;
    int colon = -1;
    int end = begin;
    while (end < trimmed.length() && !endsAuthority(trimmed.charAt(end))) {
      char unit = trimmed.charAt(end);
      if (unit == '@' && begin > 0) {
        host = end + 1;
      }
      colon = unit == ':' ? end : unit == '@' || unit == ']' ? -1 : colon;
      end++;
    }
    String port = colon < 0 ? "" : trimmed.substring(colon + 1, end);
    Optional<String> name =
        port.isEmpty() || PORT.matcher(port).matches()
            ? host(trimmed.substring(host, colon < 0 ? end : colon))
            : Optional.empty();
    String text = name.isEmpty() ? trimmed : form(name.get(), port, trimmed, end);
    return new UrlForm(text, name);
  }

  /** Returns the index after the scheme and two slashes, or 0 if the text begins otherwise. */
  private static int afterScheme(String url) {
    int slashes = url.indexOf("//");
    boolean found = slashes == 0 || slashes > 1 && isScheme(url, slashes - 1);
    return found ? slashes + 2 : 0;
  }

  /** Returns whether a scheme ends with a colon at this index. */
  private static boolean isScheme(String url, int colon) {
    boolean is = url.charAt(colon) == ':' && Character.isLetter(url.charAt(0));
    for (int i = 0; i < colon && is; i++) {
      is = isLetterOrDigit(url.charAt(i)) || "+-.".indexOf(url.charAt(i)) >= 0;
    }
    return is;
  }

  private static boolean endsAuthority(char unit) {
    return unit == '/' || unit == '?' || unit == '#';
  }

  /**
   * Returns the form of a URL.
   *
   * @param path index where the path begins, or what follows the authority without a path
   */
  private static String form(String host, String port, String url, int path) {
    boolean named = host.startsWith(WWW) && host.indexOf('.', WWW.length()) > 0;
    int fragment = url.indexOf('#', path);
    int end = fragment < 0 ? url.length() : fragment;
    if (end > path && url.charAt(end - 1) == '/') {
      end--;
    }
    boolean isDefault = port.isEmpty() || DEFAULT_PORT.matcher(port).matches();
    return (named ? host.substring(WWW.length()) : host)
        + (isDefault ? "" : ":" + port)
        + (end > path && url.charAt(path) == '?' ? "/" : "")
        + escaped(url.substring(path, end));
  }

  private static String escaped(String path) {
    int plain = afterPlain(path, 0);
    if (plain == path.length()) {
      return path;
    }
    StringBuilder escaped = new StringBuilder(path.length() + 16);
    int at = 0;
    while (at < path.length()) {
      escaped.append(path, at, plain);
      at = plain == path.length() ? plain : appendEscaped(escaped, path, plain);
      plain = afterPlain(path, at);
    }
    return escaped.toString();
  }

  /** Returns the index after the characters that are the same in every form. */
  private static int afterPlain(String path, int from) {
    int at = from;
    while (at < path.length() && isPlain(path.charAt(at))) {
      at++;
    }
    return at;
  }

  private static boolean isPlain(char unit) {
    return unit > ' ' && unit < 0x7F && unit != '%';
  }

  /** Appends the escape or the character at an index, and returns the index after it. */
  private static int appendEscaped(StringBuilder form, String path, int at) {
    int codePoint = path.codePointAt(at);
    if (codePoint != '%') {
      for (byte each : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
        appendByte(form, each);
      }
      return at + Character.charCount(codePoint);
    }
    if (at + 2 < path.length()
        && HexFormat.isHexDigit(path.charAt(at + 1))
        && HexFormat.isHexDigit(path.charAt(at + 2))) {
      appendByte(form, HexFormat.fromHexDigits(path, at + 1, at + 3));
      return at + 3;
    }
    form.append('%');
    return at + 1;
  }

  /** Appends a byte that was escaped, or needs to be. */
  private static void appendByte(StringBuilder form, int value) {
    if (isLetterOrDigit(value) || "-._~".indexOf(value) >= 0) {
      form.append((char) value);
    } else {
      form.append('%').append(HexFormat.of().withUpperCase().toHexDigits((byte) value));
    }
  }

  private static boolean isLetterOrDigit(int value) {
    return value >= '0' && value <= '9'
        || value >= 'a' && value <= 'z'
        || value >= 'A' && value <= 'Z';
  }

  /** Returns the host in its normal form, or empty if it is invalid. */
  private static Optional<String> host(String typed) {
    String host = isName(typed) ? typed : ascii(typed).toLowerCase(Locale.ROOT);
    if (host.endsWith(".")) {
      host = host.substring(0, host.length() - 1);
    }
    boolean valid = host.length() <= MAX_HOST && (isName(host) || isAddressInBrackets(host));
    return valid ? Optional.of(host) : Optional.empty();
  }

  /** Returns a host in Punycode, or as it is if that is not possible. */
  private static String ascii(String host) {
    if (host.length() > MAX_HOST || DEVIATIONS.matcher(host).find()) {
      return host;
    }
    try {
      return IDN.toASCII(host, IDN.ALLOW_UNASSIGNED);
    } catch (IllegalArgumentException e) {
      return host;
    }
  }

  /** Returns whether these are labels of lower-case letters, digits, hyphens and underscores. */
  private static boolean isName(String host) {
    char before = '.';
    for (int i = 0; i < host.length(); i++) {
      char unit = host.charAt(i);
      boolean isInLabel =
          unit >= 'a' && unit <= 'z' || unit >= '0' && unit <= '9' || unit == '-' || unit == '_';
      if (!isInLabel && (unit != '.' || before == '.')) {
        return false;
      }
      before = unit;
    }
    return before != '.';
  }

  private static boolean isAddressInBrackets(String host) {
    return host.startsWith("[")
        && host.indexOf(']') == host.length() - 1
        && host.chars()
            .skip(1)
            .limit(host.length() - 2L)
            .allMatch(unit -> unit == ':' || unit == '.' || HexFormat.isHexDigit(unit));
  }

  /**
   * Returns the domains that name this URL: its host, and each domain above it that has two labels
   * or more, the longest first. A numeric address is only named by itself. The result is empty if
   * this is no URL.
   */
  public List<String> domains() {
    if (host.isEmpty()) {
      return List.of();
    }
    String name = host.get();
    List<String> domains = new ArrayList<>();
    domains.add(name);
    if (!isNumeric(name)) {
      int dot = name.indexOf('.');
      while (dot >= 0 && dot < name.lastIndexOf('.')) {
        domains.add(name.substring(dot + 1));
        dot = name.indexOf('.', dot + 1);
      }
    }
    return domains;
  }

  /** Returns whether the host is a numeric address. False if this is no URL. */
  public boolean hasAddress() {
    return host.filter(UrlForm::isNumeric).isPresent();
  }

  /** Returns whether a host is an address of IPv6, or its last label begins as one of IPv4. */
  private static boolean isNumeric(String host) {
    return host.startsWith("[") || Character.isDigit(host.charAt(host.lastIndexOf('.') + 1));
  }

  /**
   * Returns the form of a domain, which names itself and its subdomains. It is the form of a host:
   * in lower case and in Punycode.
   *
   * @throws IllegalArgumentException if it is not a host, or has only one label, as {@code com}
   */
  public static String domain(String typed) {
    String host =
        host(typed.trim())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "\"%s\" is not a domain; write it without scheme, port and path, such as example.org, and in Punycode (xn--...) if it is not ASCII"
                            .formatted(beginning(typed))));
    if (host.indexOf('.') < 0 && !isNumeric(host)) {
      throw new IllegalArgumentException(
          "\"%s\" is one label, which would name every domain that ends in it; write at least two, such as example.org"
              .formatted(beginning(typed)));
    }
    return host;
  }

  private static String beginning(String typed) {
    return typed.length() <= MAX_SHOWN ? typed : typed.substring(0, MAX_SHOWN) + "...";
  }
}
