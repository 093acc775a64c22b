package dev.sluice.operators;

import java.util.Objects;

/**
 * A document as operators see it. An operator can replace the text, but cannot change the id, dump
 * or score.
 *
 * @param id may be empty
 * @param text the text
 * @param fields the other columns
 */
public record Document(String id, Text text, Fields fields) {
  /** Requires all components. */
  public Document {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(fields, "fields");
  }

  /** Creates a document that has only a text. */
  public static Document of(String text) {
    return new Document("", Text.of(text), Fields.NONE);
  }

  /** Returns this document with its text replaced. */
  public Document with(Text other) {
    return new Document(id, other, fields);
  }
}
