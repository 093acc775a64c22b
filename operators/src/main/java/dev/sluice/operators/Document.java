package dev.sluice.operators;

import java.util.Objects;

/**
 * One document as operators see it. Only the text can be changed, and only by answering with
 * another one: id, dump and score are not theirs to touch.
 *
 * @param id the document's id; may be empty where there is none
 * @param text the text
 * @param fields the other columns
 */
public record Document(String id, Text text, Fields fields) {
  /** Checks that everything is there. */
  public Document {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(fields, "fields");
  }

  /** A document that is nothing but a text. */
  public static Document of(String text) {
    return new Document("", Text.of(text), Fields.NONE);
  }

  /** The same document with another text. */
  public Document with(Text other) {
    return new Document(id, other, fields);
  }
}
