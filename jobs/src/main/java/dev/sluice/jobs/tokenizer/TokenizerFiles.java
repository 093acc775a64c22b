package dev.sluice.jobs.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.sluice.algorithms.bpe.BpeModel;
import dev.sluice.algorithms.bpe.BpeModel.BpeMerge;
import dev.sluice.algorithms.words.PreTokenizer;
import dev.sluice.algorithms.words.PreTokenizer.SplitPattern;
import dev.sluice.algorithms.words.TextNormaliser;
import dev.sluice.jobs.tokenizer.TokenizerDirectory.Tokenizer;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the files of a tokenizer for other libraries. The bytes are a function of the tokenizer.
 */
final class TokenizerFiles {
  /** The complete tokenizer for HF {@code tokenizers}. */
  static final String TOKENIZER = "tokenizer.json";

  /** A vocabulary file with tokens and their ids. */
  static final String VOCABULARY = "vocab.json";

  /** A file with the merges in rank order, as for GPT-2. */
  static final String MERGES = "merges.txt";

  /** A file with tokens and their ids as ranks, without special tokens, for tiktoken. */
  static final String TIKTOKEN = "tokenizer.tiktoken";

  /** The settings that HF {@code transformers} needs in addition. */
  static final String CONFIG = "tokenizer_config.json";

  private static final ObjectWriter TOKENIZER_JSON =
      Json.PLAIN.writer(
          new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));

  private static final List<String> ROLES = List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]");

  private TokenizerFiles() {}

  static void write(Tokenizer tokenizer, Path directory) throws IOException {
    BpeModel model = tokenizer.model();
    Files.write(directory.resolve(TOKENIZER), json(tokenizer));
    Files.write(directory.resolve(VOCABULARY), Json.PLAIN.writeValueAsBytes(model.vocabulary()));
    Files.writeString(directory.resolve(MERGES), merges(model));
    Files.writeString(directory.resolve(TIKTOKEN), tiktoken(model));
    Files.write(directory.resolve(CONFIG), Json.PLAIN.writeValueAsBytes(config(model)));
  }

  /** Returns the content of {@code tokenizer.json}. */
  static byte[] json(Tokenizer tokenizer) throws IOException {
    return TOKENIZER_JSON.writeValueAsBytes(document(tokenizer));
  }

  private static String merges(BpeModel model) {
    StringBuilder lines = new StringBuilder("#version: 0.2\n");
    for (BpeMerge merge : model.merges()) {
      lines.append(model.text(merge.left())).append(' ');
      lines.append(model.text(merge.right())).append('\n');
    }
    return lines.toString();
  }

  private static String tiktoken(BpeModel model) {
    StringBuilder lines = new StringBuilder();
    Base64.Encoder base64 = Base64.getEncoder();
    for (int id = 0; id < model.size(); id++) {
      if (!model.isSpecial(id)) {
        lines.append(new String(base64.encode(model.bytes(id)), UTF_8));
        lines.append(' ').append(id).append('\n');
      }
    }
    return lines.toString();
  }

  private static Map<String, Object> config(BpeModel model) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("tokenizer_class", "PreTrainedTokenizerFast");
    fields.put("clean_up_tokenization_spaces", false);
    for (int id = 0; id < model.size(); id++) {
      if (model.isSpecial(id) && ROLES.contains(model.text(id))) {
        String role = model.text(id).replaceAll("[\\[\\]]", "").toLowerCase(Locale.ROOT);
        fields.put(role + "_token", model.text(id));
      }
    }
    return fields;
  }

  /**
   * Returns the content of {@code tokenizer.json}, with fields in the order of HF {@code
   * tokenizers}.
   */
  private static Map<String, Object> document(Tokenizer tokenizer) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("version", "1.0");
    json.put("truncation", null);
    json.put("padding", null);
    json.put("added_tokens", addedTokens(tokenizer.model()));
    json.put("normalizer", normaliser(tokenizer.normaliser()).orElse(null));
    json.put("pre_tokenizer", preTokenizer(tokenizer.preTokenizer()));
    json.put("post_processor", null);
    json.put("decoder", byteLevel(true));
    json.put("model", model(tokenizer.model()));
    return json;
  }

  private static List<Map<String, Object>> addedTokens(BpeModel model) {
    List<Map<String, Object>> tokens = new ArrayList<>();
    for (int id = 0; id < model.size(); id++) {
      if (model.isSpecial(id)) {
        Map<String, Object> token = new LinkedHashMap<>();
        token.put("id", id);
        token.put("content", model.text(id));
        for (String flag : List.of("single_word", "lstrip", "rstrip", "normalized")) {
          token.put(flag, false);
        }
        token.put("special", true);
        tokens.add(token);
      }
    }
    return tokens;
  }

  private static Optional<Map<String, Object>> normaliser(TextNormaliser normaliser) {
    List<Map<String, Object>> steps = new ArrayList<>();
    normaliser.form().ifPresent(form -> steps.add(typed(form.name())));
    if (normaliser.lowerCase()) {
      steps.add(typed("Lowercase"));
    }
    return steps.size() > 1
        ? Optional.of(sequence("normalizers", steps))
        : steps.stream().findFirst();
  }

  /** GPT-2's pattern is built into HF's ByteLevel. */
  private static Map<String, Object> preTokenizer(PreTokenizer cut) {
    if (cut.pattern() == SplitPattern.GPT2 && !cut.digitsApart()) {
      return byteLevel(true);
    }
    Map<String, Object> split = typed("Split");
    split.put("pattern", Map.of("Regex", cut.regex()));
    split.put("behavior", "Isolated");
    split.put("invert", false);
    return sequence("pretokenizers", List.of(split, byteLevel(false)));
  }

  private static Map<String, Object> byteLevel(boolean cuts) {
    Map<String, Object> json = typed("ByteLevel");
    json.put("add_prefix_space", false);
    json.put("trim_offsets", true);
    json.put("use_regex", cuts);
    return json;
  }

  private static Map<String, Object> sequence(String name, List<Map<String, Object>> steps) {
    Map<String, Object> json = typed("Sequence");
    json.put(name, steps);
    return json;
  }

  private static Map<String, Object> typed(String type) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("type", type);
    return json;
  }

  private static Map<String, Object> model(BpeModel model) {
    Map<String, Object> json = typed("BPE");
    for (String none :
        List.of("dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix")) {
      json.put(none, null);
    }
    for (String off : List.of("fuse_unk", "byte_fallback", "ignore_merges")) {
      json.put(off, false);
    }
    json.put("vocab", model.vocabulary());
    json.put(
        "merges",
        model.merges().stream()
            .map(merge -> List.of(model.text(merge.left()), model.text(merge.right())))
            .toList());
    return json;
  }
}
