package dev.sluice.jobs.tokenizer;

import java.util.Optional;

/**
 * The total of all files of a bucket and dump; or of a directory, if no manifest lists its files.
 *
 * @param bucket of the documents, or {@code -}
 * @param dump of the documents, or {@code -}
 * @param directory below the input, of files without a bucket
 * @param documents number of documents with a text
 * @param textBytes size of their texts
 * @param tokens number of their tokens
 */
public record TokenCount(
    String bucket,
    String dump,
    Optional<String> directory,
    long documents,
    long textBytes,
    long tokens) {
  /** The total of no files. */
  static final TokenCount NOTHING = new TokenCount("total", "", Optional.empty(), 0, 0, 0);

  private static final String NONE = "-";

  static TokenCount of(TokenizedFile file) {
    boolean isListed = !file.bucket().isEmpty();
    return new TokenCount(
        isListed ? file.bucket() : NONE,
        file.dump().isEmpty() ? NONE : file.dump(),
        isListed ? Optional.empty() : Optional.of(directory(file.name())),
        file.documents(),
        file.textBytes(),
        file.tokens());
  }

  private static String directory(String name) {
    return name.contains("/") ? name.substring(0, name.lastIndexOf('/')) : ".";
  }

  /** The same for the files that are counted together. */
  String group() {
    return String.join("\0", bucket, dump, directory.orElse(""));
  }

  TokenCount plus(TokenCount other) {
    return new TokenCount(
        bucket,
        dump,
        directory,
        documents + other.documents,
        textBytes + other.textBytes,
        tokens + other.tokens);
  }

  /** Average size of a token's text; 0 without tokens. */
  public double bytesPerToken() {
    return tokens == 0 ? 0 : Math.round(1e4 * textBytes / tokens) / 1e4;
  }
}
