package dev.sluice.jobs.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.algorithms.words.TextNormaliser;
import dev.sluice.core.Digests;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.WholeOutput;
import dev.sluice.jobs.tokenizer.VocabularyJob.WordSegmenter;
import dev.sluice.storage.DamagedFileException;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A vocabulary that {@link VocabularyJob} has created. It is used for encoding. Immutable and
 * thread-safe. Memory: about 100 bytes for each word.
 *
 * @param normaliser applied to texts first
 * @param ids the ids of the words
 * @param specials ids of the special tokens
 * @param size number of ids, including special tokens
 * @param unknown id of all other words
 * @param hash the hash of tokens and normalisation, in hexadecimal digits
 */
record WordVocabulary(
    TextNormaliser normaliser,
    Map<String, Integer> ids,
    Map<String, Integer> specials,
    int size,
    int unknown,
    String hash) {
  private static final List<String> UNKNOWN = List.of("[UNK]", "<unk>");

  /**
   * Reads a vocabulary from its directory.
   *
   * @throws JobRefusedException if there is no vocabulary, or if it has no token for unknown words
   */
  static WordVocabulary read(Path directory) throws IOException {
    Path tokens = directory.resolve(VocabularyJob.TOKENS);
    Path report = directory.resolve(WholeOutput.REPORT);
    if (!Files.isRegularFile(tokens) || !Files.isRegularFile(report)) {
      throw new JobRefusedException(
          "--vocabulary %s: lacks %s or %s; specify a directory written by vocabulary"
              .formatted(directory, VocabularyJob.TOKENS, WholeOutput.REPORT));
    }
    try {
      JsonNode arguments = Json.read(report, JsonNode.class).path("arguments");
      return of(directory, Files.readString(tokens), arguments);
    } catch (DamagedFileException | IllegalArgumentException e) {
      throw new JobRefusedException(
          "--vocabulary: %s was not written by vocabulary: %s".formatted(report, e.getMessage()));
    }
  }

  private static WordVocabulary of(Path directory, String tokens, JsonNode arguments) {
    Map<String, Integer> specials = new HashMap<>();
    arguments
        .path(VocabularyJob.SPECIAL_TOKENS)
        .forEach(token -> specials.put(token.asText(), specials.size()));
    int unknown =
        UNKNOWN.stream()
            .filter(specials::containsKey)
            .map(specials::get)
            .findFirst()
            .orElseThrow(
                () ->
                    new JobRefusedException(
                        "--vocabulary %s: has no token for unknown words: create the vocabulary with --special-token %s"
                            .formatted(directory, String.join(" or ", UNKNOWN))));
    String[] lines = tokens.split("\n");
    Map<String, Integer> ids = new HashMap<>();
    for (int id = specials.size(); id < lines.length; id++) {
      ids.put(lines[id], id);
    }
    TextNormaliser normaliser = normaliser(arguments);
    MessageDigest digest = Digests.sha256();
    digest.update((normaliser + "\n").getBytes(UTF_8));
    String hash = HexFormat.of().formatHex(digest.digest(tokens.getBytes(UTF_8)));
    return new WordVocabulary(normaliser, ids, specials, lines.length, unknown, hash);
  }

  private static TextNormaliser normaliser(JsonNode arguments) {
    String form = arguments.path(VocabularyJob.NORMALISE).asText();
    return new TextNormaliser(
        form.equals(VocabularyJob.NONE)
            ? Optional.empty()
            : Optional.of(Normalizer.Form.valueOf(form)),
        arguments.path(VocabularyJob.LOWER_CASE).asBoolean());
  }

  /**
   * Creates an encoder for one thread. It splits texts as they were split for counting. Unknown
   * words get the id of the unknown token.
   */
  TokenEncoding.TextEncoder encoder() {
    WordPass.Split segmenter = new WordSegmenter()::split;
    WordPass.Split words = segmenter.after(normaliser);
    return (text, offset, length, tokens) ->
        words.split(
            text,
            offset,
            length,
            (bytes, from, count) ->
                tokens.add(ids.getOrDefault(new String(bytes, from, count, UTF_8), unknown)));
  }
}
