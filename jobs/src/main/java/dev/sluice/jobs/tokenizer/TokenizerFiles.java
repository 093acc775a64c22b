package dev.sluice.jobs.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.algorithms.bpe.BpeMerge;
import dev.sluice.algorithms.bpe.BpeModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes the files of a tokenizer for other libraries. The bytes are a function of the tokenizer.
 */
final class TokenizerFiles {
  /** The complete tokenizer for HF {@code tokenizers}. */
  static final String TOKENIZER = "tokenizer.json";

  /** Tokens with their ids. */
  static final String VOCABULARY = "vocab.json";

  /** Merges in rank order, as for GPT-2. */
  static final String MERGES = "merges.txt";

  /** Tokens with their ids as ranks, without special tokens, for tiktoken. */
  static final String TIKTOKEN = "tokenizer.tiktoken";

  /** What HF {@code transformers} needs in addition. */
  static final String CONFIG = "tokenizer_config.json";

  private static final List<String> ROLES = List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]");

  private TokenizerFiles() {}

  static void write(Tokenizer tokenizer, Path directory) throws IOException {
    BpeModel model = tokenizer.model();
    Files.write(directory.resolve(TOKENIZER), TokenizerJson.of(tokenizer));
    Files.write(directory.resolve(VOCABULARY), vocabulary(model));
    Files.writeString(directory.resolve(MERGES), merges(model));
    Files.writeString(directory.resolve(TIKTOKEN), tiktoken(model));
    Files.write(directory.resolve(CONFIG), config(model));
  }

  private static byte[] vocabulary(BpeModel model) throws IOException {
    Map<String, Object> ids = new LinkedHashMap<>(model.vocabulary());
    return json(ids);
  }

  private static byte[] json(Map<String, Object> fields) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      json.writeStartObject();
      for (Map.Entry<String, Object> field : fields.entrySet()) {
        json.writeFieldName(field.getKey());
        if (field.getValue() instanceof Integer number) {
          json.writeNumber(number);
        } else if (field.getValue() instanceof Boolean flag) {
          json.writeBoolean(flag);
        } else {
          json.writeString(field.getValue().toString());
        }
      }
      json.writeEndObject();
    }
    return bytes.toByteArray();
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

  private static byte[] config(BpeModel model) throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("tokenizer_class", "PreTrainedTokenizerFast");
    fields.put("clean_up_tokenization_spaces", false);
    for (int id = 0; id < model.size(); id++) {
      if (model.isSpecial(id) && ROLES.contains(model.text(id))) {
        String role = model.text(id).replaceAll("[\\[\\]]", "").toLowerCase(Locale.ROOT);
        fields.put(role + "_token", model.text(id));
      }
    }
    return json(fields);
  }
}
