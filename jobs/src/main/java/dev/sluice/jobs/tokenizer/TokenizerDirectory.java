package dev.sluice.jobs.tokenizer;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.algorithms.bpe.BpeEncoder;
import dev.sluice.algorithms.bpe.BpeModel;
import dev.sluice.algorithms.words.PreTokenizer;
import dev.sluice.algorithms.words.PreTokenizer.SplitPattern;
import dev.sluice.algorithms.words.TextNormaliser;
import dev.sluice.core.Digests;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.storage.DamagedFileException;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A tokenizer read from {@code tokenizer.json}. The file was written by Sluice, or by HF {@code
 * tokenizers} as byte-level BPE with one of the supported patterns.
 *
 * @param tokenizer the tokenizer
 * @param specials the ids of the special tokens
 * @param hash the hash of the file, in hexadecimal digits
 */
record TokenizerDirectory(Tokenizer tokenizer, Map<String, Integer> specials, String hash) {
  /**
   * Reads a tokenizer.
   *
   * @throws JobRefusedException if there is no tokenizer, or if its kind is not supported
   */
  static TokenizerDirectory read(Path directory) throws IOException {
    Path file = directory.resolve(TokenizerFiles.TOKENIZER);
    if (!Files.isRegularFile(file)) {
      throw new JobRefusedException(
          "--tokenizer %s: has no %s; specify a directory written by train-tokenizer"
              .formatted(directory, TokenizerFiles.TOKENIZER));
    }
    byte[] bytes = Files.readAllBytes(file);
    try {
      JsonNode json = Json.read(bytes, file, JsonNode.class);
      String hash = HexFormat.of().formatHex(Digests.sha256().digest(bytes));
      return new TokenizerDirectory(tokenizer(json), specials(json), hash);
    } catch (DamagedFileException e) {
      throw new JobRefusedException("--tokenizer: " + e.getMessage());
    } catch (IllegalArgumentException e) {
      throw refused(file, e.getMessage());
    }
  }

  private static JobRefusedException refused(Path file, String reason) {
    return new JobRefusedException("--tokenizer: %s: %s".formatted(file, reason));
  }

  private static Tokenizer tokenizer(JsonNode json) {
    JsonNode model = json.path("model");
    require(model.path("type").asText().equals("BPE"), "model", model.path("type"), "BPE");
    return new Tokenizer(
        normaliser(json.path("normalizer")),
        preTokenizer(json.path("pre_tokenizer")),
        BpeModel.of(vocabulary(model), merges(model), specials(json).keySet()));
  }

  private static void require(boolean met, String what, JsonNode seen, String allowed) {
    if (!met) {
      throw new IllegalArgumentException(
          "its %s is %s, but must be %s".formatted(what, seen, allowed));
    }
  }

  private static Map<String, Integer> vocabulary(JsonNode model) {
    Map<String, Integer> ids = new LinkedHashMap<>();
    model.path("vocab").properties().forEach(e -> ids.put(e.getKey(), e.getValue().asInt()));
    return ids;
  }

  private static List<String> merges(JsonNode model) {
    List<String> merges = new ArrayList<>();
    for (JsonNode merge : model.path("merges")) {
      merges.add(
          merge.isArray() ? merge.path(0).asText() + " " + merge.path(1).asText() : merge.asText());
    }
    return merges;
  }

  private static Map<String, Integer> specials(JsonNode json) {
    Map<String, Integer> specials = new LinkedHashMap<>();
    json.path("added_tokens")
        .forEach(token -> specials.put(token.path("content").asText(), token.path("id").asInt()));
    return specials;
  }

  private static TextNormaliser normaliser(JsonNode json) {
    Optional<Normalizer.Form> form = Optional.empty();
    boolean lowerCase = false;
    List<JsonNode> steps = steps(json, "normalizers");
    for (JsonNode step : steps) {
      String type = step.path("type").asText();
      boolean known = List.of("NFC", "NFKC", "Lowercase").contains(type) && !lowerCase;
      require(known, "normalizer", json, "NFC or NFKC, then Lowercase");
      lowerCase = type.equals("Lowercase");
      form = lowerCase ? form : Optional.of(Normalizer.Form.valueOf(type));
    }
    return new TextNormaliser(form, lowerCase);
  }

  private static List<JsonNode> steps(JsonNode json, String sequence) {
    List<JsonNode> steps = new ArrayList<>();
    if (json.path("type").asText().equals("Sequence")) {
      json.path(sequence).forEach(steps::add);
    } else if (json.isObject()) {
      steps.add(json);
    }
    return steps;
  }

  private static PreTokenizer preTokenizer(JsonNode json) {
    List<JsonNode> steps = steps(json, "pretokenizers");
    String allowed = "ByteLevel, alone or after one Split, as train-tokenizer writes it";
    require(!steps.isEmpty() && steps.size() <= 2, "pre_tokenizer", json, allowed);
    JsonNode last = steps.get(steps.size() - 1);
    boolean byteLevel =
        last.path("type").asText().equals("ByteLevel")
            && !last.path("add_prefix_space").asBoolean(true)
            && last.path("use_regex").asBoolean(true) == (steps.size() == 1);
    require(byteLevel, "pre_tokenizer", json, allowed);
    if (steps.size() == 1) {
      return new PreTokenizer(SplitPattern.GPT2, false);
    }
    String regex = steps.get(0).path("pattern").path("Regex").asText();
    for (SplitPattern pattern : SplitPattern.values()) {
      for (boolean digitsApart : new boolean[] {false, true}) {
        PreTokenizer known = new PreTokenizer(pattern, digitsApart);
        if (known.regex().equals(regex)) {
          return known;
        }
      }
    }
    throw new IllegalArgumentException(
        "the pattern %s is not supported; see --pattern of train-tokenizer".formatted(regex));
  }

  /**
   * Everything that determines ids. This is the normalisation, the pre-tokenizer, and the
   * vocabulary. Immutable.
   */
  public record Tokenizer(TextNormaliser normaliser, PreTokenizer preTokenizer, BpeModel model) {
    /** Requires all components. */
    public Tokenizer {
      requireNonNull(normaliser, "normaliser");
      requireNonNull(preTokenizer, "preTokenizer");
      requireNonNull(model, "model");
    }

    /**
     * Creates an encoder. It never recognises special tokens in texts. The encoder is not
     * thread-safe.
     */
    public BpeEncoder encoder() {
      return new BpeEncoder(model, preTokenizer, normaliser);
    }
  }
}
