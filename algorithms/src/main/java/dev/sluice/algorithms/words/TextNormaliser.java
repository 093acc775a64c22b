package dev.sluice.algorithms.words;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.sluice.algorithms.words.PreTokenizer.WordConsumer;
import java.text.Normalizer;
import java.util.Optional;

/**
 * Normalises a text before it is split into words. It applies a Unicode normal form, then lower
 * case; both are optional. Uses the JDK's tables, so the result for recent code points depends on
 * the JDK's version.
 *
 * @param form the normal form, as in HF's {@code NFC} and {@code NFKC}
 * @param lowerCase whether each code point is lower-cased individually, as in HF's {@code
 *     Lowercase} (without a rule for a final sigma)
 */
public record TextNormaliser(Optional<Normalizer.Form> form, boolean lowerCase) {
  /** A normaliser that does not change texts. */
  public static final TextNormaliser NONE = new TextNormaliser(Optional.empty(), false);

  private static final int CAPITAL_I_WITH_DOT = 0x130;

  public TextNormaliser {
    requireNonNull(form, "form");
  }

  /**
   * Passes on the normalised text in UTF-8. The given bytes must be valid UTF-8; they are not
   * changed. Copies nothing if there is nothing to normalise.
   */
  public void pass(byte[] text, int offset, int length, WordConsumer next) {
    if (form.isEmpty() && !lowerCase) {
      next.add(text, offset, length);
      return;
    }
    String changed = new String(text, offset, length, UTF_8);
    if (form.isPresent()) {
      changed = Normalizer.normalize(changed, form.get());
    }
    byte[] normal = (lowerCase ? lower(changed) : changed).getBytes(UTF_8);
    next.add(normal, 0, normal.length);
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
