package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.bpe.BpeEncoder;
import dev.sluice.jobs.vocabulary.WordVocabulary;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * How texts become ids. Thread-safe.
 *
 * @param argument the name of its hash among the arguments of an output
 * @param hash of all that decides ids, in hexadecimal digits
 * @param size ids are smaller
 * @param encoders makes one for each thread
 */
record TokenEncoding(String argument, String hash, int size, Supplier<TextEncoder> encoders) {
  /**
   * That of a request.
   *
   * @throws dev.sluice.jobs.text.JobRefusedException when it cannot be used
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
