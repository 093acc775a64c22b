package dev.sluice.operators;

import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * A mapper that only needs the text.
 *
 * @param function maps the text; pure and thread-safe
 */
public record StringMapper(UnaryOperator<String> function) implements TextOperator {
  /** Requires a function. */
  public StringMapper {
    Objects.requireNonNull(function, "function");
  }

  @Override
  public Decision apply(Document document) {
    return Decision.changed(document, function.apply(document.text().string()));
  }
}
