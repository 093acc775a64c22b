package dev.sluice.core.filter;

/**
 * A word, literal or symbol of a filter.
 *
 * @param value without quotes, and with doubled quotes made one
 * @param start where it begins in the text
 * @param end where it ends, exclusive
 */
record FilterToken(Kind kind, String value, int start, int end) {
  /** What a token is; operators of two spellings are the same. */
  enum Kind {
    NAME,
    STRING,
    NUMBER,
    COMPARISON,
    OPEN,
    CLOSE,
    COMMA,
    AND,
    OR,
    NOT,
    IN,
    IS,
    NULL,
    TRUE,
    FALSE,
    END
  }
}
