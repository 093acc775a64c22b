package dev.sluice.algorithms.words;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.text.Normalizer;
import java.util.Optional;

/**
 * What may be done to a text before it is cut into words: a Unicode normal form, then lower case;
 * nothing unless asked for. The tables of both are the JDK's, so newer code points depend on its
 * version.
 *
 * @param form the normal form, as HF's {@code NFC} and {@code NFKC}
 * @param lowerCase whether every code point is replaced by its lower case, each by itself as HF's
 *     {@code Lowercase} does (no rule for a sigma at the end of a word)
 */
public record TextNormaliser(Optional<Normalizer.Form> form, boolean lowerCase) {
  /** Leaves texts as they are. */
  public static final TextNormaliser NONE = new TextNormaliser(Optional.empty(), false);

  private static final int CAPITAL_I_WITH_DOT = 0x130;

  public TextNormaliser {
    requireNonNull(form, "form");
  }

  /** Whether texts are left as they are, so that no call is needed. */
  public boolean isNone() {
    return form.isEmpty() && !lowerCase;
  }

  /** The normalised text, as UTF-8. The bytes given must be valid UTF-8; they are not changed. */
  public byte[] apply(byte[] text, int offset, int length) {
    String changed = new String(text, offset, length, UTF_8);
    if (form.isPresent()) {
      changed = Normalizer.normalize(changed, form.get());
    }
    return (lowerCase ? lower(changed) : changed).getBytes(UTF_8);
  }

  private static String lower(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int at = 0; at < text.length(); ) {
      int codePoint = text.codePointAt(at);
      at += Character.charCount(codePoint);
      if (codePoint == CAPITAL_I_WITH_DOT) {
        out.append("i\u0307");
      } else {
        out.appendCodePoint(Character.toLowerCase(codePoint));
      }
    }
    return out.toString();
  }
}
