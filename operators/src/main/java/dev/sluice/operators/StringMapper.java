package dev.sluice.operators;

import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * A mapper that needs nothing but the text.
 *
 * @param function a pure, thread-safe function; returns the same string where nothing changes
 */
public record StringMapper(UnaryOperator<String> function) implements TextOperator {
  /** Checks that it is there. */
  public StringMapper {
    Objects.requireNonNull(function, "function");
  }

  @Override
  public Decision apply(Document document) {
    return Decision.changed(document, function.apply(document.text().string()));
  }
}
