package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.bpe.BpeEncoder;
import dev.sluice.core.IntList;
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
 * @param vocabulary upper bound of the ids of texts, exclusive
 * @param eod the token that encoders add to each document, if any
 * @param texts creates an encoder of texts alone
 */
record TokenEncoding(
    String argument,
    String hash,
    int vocabulary,
    Optional<EndOfDocument.Token> eod,
    Supplier<TextEncoder> texts) {
  /**
   * Returns the encoding of a request.
   *
   * @throws dev.sluice.jobs.text.JobRefusedException if the tokenizer cannot be used
   */
  static TokenEncoding of(TokenizeRequest request) throws IOException {
    Path directory = request.tokenizer();
    if (request.words()) {
      WordVocabulary words = WordVocabulary.read(directory);
      return new TokenEncoding(
          "vocabulary_sha256",
          words.hash(),
          words.size(),
          request.eod().map(eod -> eod.in(words.specials(), directory)),
          words::encoder);
    }
    TokenizerDirectory tokenizer = TokenizerDirectory.read(directory);
    BpeEncoder encoder = tokenizer.tokenizer().encoder();
    return new TokenEncoding(
        "tokenizer_sha256",
        tokenizer.hash(),
        tokenizer.tokenizer().model().size(),
        request.eod().map(eod -> eod.in(tokenizer.specials(), directory)),
        () -> encoder.another()::encode);
  }

  /**
   * Returns an exclusive upper bound of the ids. A tokenizer's added special tokens have ids beyond
   * its vocabulary.
   */
  int size() {
    return Math.max(vocabulary, eod.map(token -> token.id() + 1).orElse(0));
  }

  /** Returns an encoder for a thread. */
  TextEncoder encoder() {
    TextEncoder encoder = texts.get();
    if (eod.isEmpty()) {
      return encoder;
    }
    int id = eod.get().id();
    return (text, offset, length, ids) -> {
      encoder.encode(text, offset, length, ids);
      ids.add(id);
    };
  }

  /** Encodes texts as ids. Not thread-safe. */
  @FunctionalInterface
  interface TextEncoder {
    /** Appends the ids of a text. The text must be valid UTF-8. */
    void encode(byte[] text, int offset, int length, IntList ids);
  }
}
