package dev.sluice.core;

import static java.util.Objects.requireNonNull;

import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
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

  private static final Pattern SCHEME = Pattern.compile("(?:[A-Za-z][A-Za-z0-9+.-]*+:)?//");
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
    Matcher scheme = SCHEME.matcher(trimmed);
    int begin = scheme.lookingAt() ? scheme.end() : 0;
    int path = endOfAuthority(trimmed, begin);
    int user = begin == 0 ? -1 : trimmed.lastIndexOf('@', path - 1);
    String authority = trimmed.substring(Math.max(begin, user + 1), path);
    int colon = authority.lastIndexOf(':');
    int hostEnd = colon > authority.lastIndexOf(']') ? colon : authority.length();
    String port = authority.substring(Math.min(authority.length(), hostEnd + 1));
    boolean hasPort = port.isEmpty() || PORT.matcher(port).matches();
    Optional<String> host = hasPort ? host(authority.substring(0, hostEnd)) : Optional.empty();
    return new UrlForm(host.map(name -> form(name, port, trimmed, path)).orElse(trimmed), host);
  }

  private static int endOfAuthority(String url, int from) {
    int at = from;
    while (at < url.length() && "/?#".indexOf(url.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  private static String form(String host, String port, String url, int path) {
    StringBuilder form = new StringBuilder(url.length());
    boolean named = host.startsWith(WWW) && host.indexOf('.', WWW.length()) > 0;
    form.append(host, named ? WWW.length() : 0, host.length());
    if (!port.isEmpty() && !DEFAULT_PORT.matcher(port).matches()) {
      form.append(':').append(port);
    }
    int fragment = url.indexOf('#', path);
    if (path < url.length() && url.charAt(path) == '?') {
      form.append('/');
    }
    appendPath(form, url, path, fragment < 0 ? url.length() : fragment);
    if (form.charAt(form.length() - 1) == '/') {
      form.setLength(form.length() - 1);
    }
    return form.toString();
  }

  private static void appendPath(StringBuilder form, String url, int from, int to) {
    int at = from;
    while (at < to) {
      int plain = at;
      while (plain < to && isPlain(url.charAt(plain))) {
        plain++;
      }
      form.append(url, at, plain);
      at = plain == to ? to : appendEscaped(form, url, plain, to);
    }
  }

  private static boolean isPlain(char unit) {
    return unit > ' ' && unit < 0x7F && unit != '%';
  }

  /** Appends the escape or the character at an index, and returns the index after it. */
  private static int appendEscaped(StringBuilder form, String url, int at, int to) {
    int codePoint = url.codePointAt(at);
    if (codePoint != '%') {
      for (byte each : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
        appendByte(form, each);
      }
      return at + Character.charCount(codePoint);
    }
    if (at + 2 < to
        && HexFormat.isHexDigit(url.charAt(at + 1))
        && HexFormat.isHexDigit(url.charAt(at + 2))) {
      appendByte(form, HexFormat.fromHexDigits(url, at + 1, at + 3));
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

  /** Returns the host that is meant, or empty if there is none. */
  private static Optional<String> host(String typed) {
    String host = ascii(typed).toLowerCase(Locale.ROOT);
    if (host.endsWith(".")) {
      host = host.substring(0, host.length() - 1);
    }
    boolean valid = host.length() <= MAX_HOST && (isName(host) || isAddressInBrackets(host));
    return valid ? Optional.of(host) : Optional.empty();
  }

  /** Returns a host in Punycode, or as it is if that is not possible. */
  private static String ascii(String host) {
    if (host.length() > MAX_HOST || isName(host) || DEVIATIONS.matcher(host).find()) {
      return host;
    }
    try {
      return IDN.toASCII(host, IDN.ALLOW_UNASSIGNED);
    } catch (IllegalArgumentException e) {
      return host;
    }
  }

  /** Returns whether these are labels of letters, digits, hyphens and underscores. */
  private static boolean isName(String host) {
    char before = '.';
    for (int i = 0; i < host.length(); i++) {
      char unit = host.charAt(i);
      boolean isInLabel = isLetterOrDigit(unit) || unit == '-' || unit == '_';
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
