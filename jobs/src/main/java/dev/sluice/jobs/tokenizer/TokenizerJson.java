package dev.sluice.jobs.tokenizer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.sluice.algorithms.bpe.BpeMerge;
import dev.sluice.algorithms.bpe.BpeModel;
import dev.sluice.algorithms.words.PreTokenizer;
import dev.sluice.algorithms.words.SplitPattern;
import dev.sluice.algorithms.words.TextNormaliser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Writes {@code tokenizer.json}, the complete tokenizer for HF {@code tokenizers}. */
final class TokenizerJson {
  private final Tokenizer tokenizer;
  private final JsonGenerator json;

  private TokenizerJson(Tokenizer tokenizer, JsonGenerator json) {
    this.tokenizer = tokenizer;
    this.json = json;
  }

  static byte[] of(Tokenizer tokenizer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      json.setPrettyPrinter(printer);
      new TokenizerJson(tokenizer, json).write();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private void write() throws IOException {
    json.writeStartObject();
    json.writeStringField("version", "1.0");
    json.writeNullField("truncation");
    json.writeNullField("padding");
    addedTokens();
    normaliser();
    json.writeFieldName("pre_tokenizer");
    preTokenizer();
    json.writeNullField("post_processor");
    json.writeFieldName("decoder");
    byteLevel(true);
    model();
    json.writeEndObject();
  }

  private void addedTokens() throws IOException {
    json.writeArrayFieldStart("added_tokens");
    BpeModel model = tokenizer.model();
    for (int id = 0; id < model.size(); id++) {
      if (model.isSpecial(id)) {
        json.writeStartObject();
        json.writeNumberField("id", id);
        json.writeStringField("content", model.text(id));
        for (String flag : List.of("single_word", "lstrip", "rstrip", "normalized")) {
          json.writeBooleanField(flag, false);
        }
        json.writeBooleanField("special", true);
        json.writeEndObject();
      }
    }
    json.writeEndArray();
  }

  private void normaliser() throws IOException {
    TextNormaliser normaliser = tokenizer.normaliser();
    List<String> types =
        Stream.concat(
                normaliser.form().map(Enum::name).stream(),
                normaliser.lowerCase() ? Stream.of("Lowercase") : Stream.empty())
            .toList();
    json.writeFieldName("normalizer");
    if (types.isEmpty()) {
      json.writeNull();
    } else if (types.size() == 1) {
      type(types.get(0));
    } else {
      json.writeStartObject();
      json.writeStringField("type", "Sequence");
      json.writeArrayFieldStart("normalizers");
      for (String type : types) {
        type(type);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  private void type(String type) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", type);
    json.writeEndObject();
  }

  /** GPT-2's pattern is built into HF's ByteLevel. */
  private void preTokenizer() throws IOException {
    PreTokenizer cut = tokenizer.preTokenizer();
    if (cut.pattern() == SplitPattern.GPT2 && !cut.digitsApart()) {
      byteLevel(true);
      return;
    }
    json.writeStartObject();
    json.writeStringField("type", "Sequence");
    json.writeArrayFieldStart("pretokenizers");
    json.writeStartObject();
    json.writeStringField("type", "Split");
    json.writeObjectFieldStart("pattern");
    json.writeStringField("Regex", cut.regex());
    json.writeEndObject();
    json.writeStringField("behavior", "Isolated");
    json.writeBooleanField("invert", false);
    json.writeEndObject();
    byteLevel(false);
    json.writeEndArray();
    json.writeEndObject();
  }

  private void byteLevel(boolean cuts) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "ByteLevel");
    json.writeBooleanField("add_prefix_space", false);
    json.writeBooleanField("trim_offsets", true);
    json.writeBooleanField("use_regex", cuts);
    json.writeEndObject();
  }

  private void model() throws IOException {
    json.writeObjectFieldStart("model");
    json.writeStringField("type", "BPE");
    json.writeNullField("dropout");
    json.writeNullField("unk_token");
    json.writeNullField("continuing_subword_prefix");
    json.writeNullField("end_of_word_suffix");
    json.writeBooleanField("fuse_unk", false);
    json.writeBooleanField("byte_fallback", false);
    json.writeBooleanField("ignore_merges", false);
    json.writeObjectFieldStart("vocab");
    for (Map.Entry<String, Integer> token : tokenizer.model().vocabulary().entrySet()) {
      json.writeNumberField(token.getKey(), token.getValue());
    }
    json.writeEndObject();
    json.writeArrayFieldStart("merges");
    for (BpeMerge merge : tokenizer.model().merges()) {
      json.writeStartArray();
      json.writeString(tokenizer.model().text(merge.left()));
      json.writeString(tokenizer.model().text(merge.right()));
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
