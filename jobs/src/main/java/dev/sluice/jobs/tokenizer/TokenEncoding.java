package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.bpe.BpeEncoder;
import dev.sluice.jobs.vocabulary.WordVocabulary;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * How texts are encoded. Thread-safe.
 *
 * @param argument name of the hash among the arguments of an output
 * @param hash of everything that determines ids, in hexadecimal digits
 * @param size upper bound of ids, exclusive
 * @param encoders creates an encoder for a thread
 */
record TokenEncoding(String argument, String hash, int size, Supplier<TextEncoder> encoders) {
  /**
   * The encoding of a request.
   *
   * @throws dev.sluice.jobs.text.JobRefusedException if it cannot be used
   */
  static TokenEncoding of(TokenizeRequest request) throws IOException {
    return request.words()
        ? of(WordVocabulary.read(request.tokenizer()))
        : of(TokenizerDirectory.read(request.tokenizer()));
  }

  private static TokenEncoding of(WordVocabulary words) {
    return new TokenEncoding(
        "vocabulary_sha256", words.hash(), words.size(), () -> words.encoder()::encode);
  }

  private static TokenEncoding of(TokenizerDirectory directory) {
    BpeEncoder encoder = directory.tokenizer().encoder();
    int size = directory.tokenizer().model().size();
    return new TokenEncoding(
        "tokenizer_sha256", directory.hash(), size, () -> encoder.another()::encode);
  }
}
