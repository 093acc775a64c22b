package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.bpe.BpeEncoder;
import dev.sluice.algorithms.bpe.TokenBuffer;
import dev.sluice.jobs.tokenizer.TokenizeRequest.EndOfDocument;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The encoding of texts as ids. Thread-safe.
 *
 * @param argument name under which the hash is an argument of an output
 * @param hash the hash of everything except {@code eod} that determines ids, in hexadecimal digits
 * @param size upper bound of ids, exclusive
 * @param eod the token that encoders add to each document, if any
 * @param encoders creates an encoder for a thread
 */
record TokenEncoding(
    String argument,
    String hash,
    int size,
    Optional<EndOfDocument.Token> eod,
    Supplier<TextEncoder> encoders) {
  /**
   * Returns the encoding of a request.
   *
   * @throws dev.sluice.jobs.text.JobRefusedException if the tokenizer cannot be used
   */
  static TokenEncoding of(TokenizeRequest request) throws IOException {
    Path directory = request.tokenizer();
    if (request.words()) {
      WordVocabulary words = WordVocabulary.read(directory);
      return of(words).ending(request.eod().map(eod -> eod.in(words.specials(), directory)));
    }
    TokenizerDirectory tokenizer = TokenizerDirectory.read(directory);
    return of(tokenizer).ending(request.eod().map(eod -> eod.in(tokenizer.specials(), directory)));
  }

  private static TokenEncoding of(WordVocabulary words) {
    return new TokenEncoding(
        "vocabulary_sha256", words.hash(), words.size(), Optional.empty(), words::encoder);
  }

  private static TokenEncoding of(TokenizerDirectory directory) {
    BpeEncoder encoder = directory.tokenizer().encoder();
    int size = directory.tokenizer().model().size();
    return new TokenEncoding(
        "tokenizer_sha256",
        directory.hash(),
        size,
        Optional.empty(),
        () -> encoder.another()::encode);
  }

  /**
   * Returns the encoding with a token at the end of each document. A tokenizer's added special
   * tokens have ids beyond its vocabulary.
   */
  private TokenEncoding ending(Optional<EndOfDocument.Token> token) {
    if (token.isEmpty()) {
      return this;
    }
    int id = token.get().id();
    return new TokenEncoding(
        argument, hash, Math.max(size, id + 1), token, () -> ending(encoders.get(), id));
  }

  private static TextEncoder ending(TextEncoder encoder, int id) {
    return (text, offset, length, ids) -> {
      encoder.encode(text, offset, length, ids);
      ids.add(id);
    };
  }

  /** Encodes texts as ids. Not thread-safe. */
  @FunctionalInterface
  interface TextEncoder {
    /** Appends the ids of a text. The text must be valid UTF-8. */
    void encode(byte[] text, int offset, int length, TokenBuffer ids);
  }
}
