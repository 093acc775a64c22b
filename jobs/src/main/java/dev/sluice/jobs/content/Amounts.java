package dev.sluice.jobs.content;

/**
 * Amounts of documents.
 *
 * @param documents number of documents
 * @param textBytes size of their texts in UTF-8, uncompressed
 * @param tokens sum of their token counts; 0 if the output has none
 */
public record Amounts(long documents, long textBytes, long tokens) {
  static final Amounts NONE = new Amounts(0, 0, 0);

  Amounts plus(Amounts other) {
    return new Amounts(
        documents + other.documents, textBytes + other.textBytes, tokens + other.tokens);
  }
}
