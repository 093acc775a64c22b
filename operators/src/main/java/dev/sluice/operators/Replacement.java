package dev.sluice.operators;

/** The parameter of mappers that replace what they find. */
public final class Replacement {
  private Replacement() {}

  /** {@code replacement}: any text, also an empty one. */
  public static Parameter<String> parameter(String defaultText) {
    return Parameter.of(
        "replacement",
        ValueType.matching("(?s).*", "a text, which may be empty"),
        defaultText,
        "Text to insert instead.");
  }
}
