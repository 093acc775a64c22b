package dev.sluice.settings;

/**
 * A problem of the configuration.
 *
 * @param subject the key or option that has the problem; empty if the message begins with it
 * @param origin where the value comes from, such as {@code my.yaml:12}; may be empty
 * @param message the value seen, the values allowed, and what to do
 */
public record Problem(String subject, String origin, String message) {
  /** Maximum length: a longer text would hide the other problems on a terminal. */
  private static final int MAX_CHARACTERS = 2_000;

  private static final int SHOWN_CHARACTERS = 200;

  /**
   * Returns the line {@code subject (origin): message}. Long texts are abbreviated in the middle.
   */
  @Override
  public String toString() {
    if (subject.isEmpty()) {
      return abbreviated(message);
    }
    String where = origin.isEmpty() || origin.equals(subject) ? "" : " (" + origin + ")";
    return abbreviated(subject) + where + ": " + abbreviated(message);
  }

  private static String abbreviated(String text) {
    if (text.length() <= MAX_CHARACTERS) {
      return text;
    }
    return "%s... (%,d characters) ...%s"
        .formatted(
            text.substring(0, SHOWN_CHARACTERS),
            text.length(),
            text.substring(text.length() - SHOWN_CHARACTERS));
  }
}
