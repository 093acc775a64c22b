package dev.sluice.jobs.tokenizer;

import dev.sluice.core.DumpName;

/**
 * The total of all files of a bucket and dump.
 *
 * @param bucket from the path: the directory before the dump's, or otherwise the last one
 * @param dump the last directory with the name of a crawl
 * @param documents number of documents with a text
 * @param textBytes size of their texts
 * @param tokens number of their tokens
 */
public record TokenCount(String bucket, String dump, long documents, long textBytes, long tokens) {
  private static final String NONE = "-";

  static TokenCount of(TokenizedFile file) {
    String[] names = file.name().split("/");
    String bucket = NONE;
    String dump = NONE;
    for (int i = 0; i < names.length - 1; i++) {
      if (DumpName.isCrawl(names[i])) {
        dump = names[i];
      } else {
        bucket = dump.equals(NONE) ? names[i] : bucket;
      }
    }
    return new TokenCount(bucket, dump, file.documents(), file.textBytes(), file.tokens());
  }

  TokenCount plus(TokenCount other) {
    return new TokenCount(
        bucket,
        dump,
        documents + other.documents,
        textBytes + other.textBytes,
        tokens + other.tokens);
  }

  /** Average size of a token's text; 0 without tokens. */
  public double bytesPerToken() {
    return tokens == 0 ? 0 : Math.round(1e4 * textBytes / tokens) / 1e4;
  }
}
