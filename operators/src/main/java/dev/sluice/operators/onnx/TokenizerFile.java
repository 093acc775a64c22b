package dev.sluice.operators.onnx;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.algorithms.wordpiece.BertTokenizer;
import dev.sluice.algorithms.wordpiece.WordPieces;
import java.io.CharConversionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads {@code tokenizer.json} of a BERT tokenizer. Refuses anything that would lead to different
 * tokens than those of {@link BertTokenizer}. One text needs no padding, and the caller truncates
 * texts: of the settings for padding and truncation, only the direction matters.
 */
public final class TokenizerFile {
  private static final int LONGEST_WORD = 10_000;

  private final JsonFields root;

  private TokenizerFile(JsonFields root) {
    this.root = root;
  }

  /**
   * Reads a tokenizer.
   *
   * @throws ModelFormatException if the file is not a tokenizer, or is a different kind of
   *     tokenizer
   * @throws IOException if the file cannot be read
   */
  public static BertTokenizer read(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    try {
      JsonNode json = new ObjectMapper().readTree(bytes);
      return new TokenizerFile(new JsonFields(file, "", json)).tokenizer();
    } catch (JsonProcessingException e) {
      throw new ModelFormatException(file, "is not JSON: " + e.getOriginalMessage(), e);
    } catch (CharConversionException e) {
      throw new ModelFormatException(file, "is not JSON: " + e.getMessage(), e);
    }
  }

  private BertTokenizer tokenizer() throws ModelFormatException {
    root.allow(
        "version",
        "truncation",
        "padding",
        "added_tokens",
        "normalizer",
        "pre_tokenizer",
        "post_processor",
        "decoder",
        "model");
    if (!root.isNull("truncation")) {
      root.child("truncation").text("direction", "Right");
    }
    JsonFields words = root.child("pre_tokenizer");
    words.text("type", "BertPreTokenizer");
    words.allow("type");
    BertTokenizer.Steps steps = steps(root.child("normalizer"));
    return new BertTokenizer(steps, pieces(root.child("model")), specials(), frame());
  }

  private static BertTokenizer.Steps steps(JsonFields json) throws ModelFormatException {
    json.text("type", "BertNormalizer");
    json.allow("type", "clean_text", "handle_chinese_chars", "strip_accents", "lowercase");
    boolean lowers = json.flag("lowercase");
    return new BertTokenizer.Steps(
        json.flag("clean_text"),
        json.flag("handle_chinese_chars"),
        json.isNull("strip_accents") ? lowers : json.flag("strip_accents"),
        lowers);
  }

  private static WordPieces pieces(JsonFields json) throws ModelFormatException {
    json.text("type", "WordPiece");
    json.allow(
        "type", "unk_token", "continuing_subword_prefix", "max_input_chars_per_word", "vocab");
    Map<String, Integer> ids = new HashMap<>();
    JsonFields vocabulary = json.child("vocab");
    for (String piece : vocabulary.names()) {
      ids.put(piece, vocabulary.whole(piece, 0, Integer.MAX_VALUE));
    }
    String unknown = json.text("unk_token");
    if (!ids.containsKey(unknown)) {
      throw json.problem("unk_token", "\"%s\"".formatted(unknown), "a piece of model.vocab");
    }
    return new WordPieces(
        ids,
        json.text("continuing_subword_prefix"),
        unknown,
        json.whole("max_input_chars_per_word", 1, LONGEST_WORD));
  }

  private Map<String, Integer> specials() throws ModelFormatException {
    Map<String, Integer> ids = new HashMap<>();
    for (JsonFields token : root.elements("added_tokens")) {
      token.allow("id", "content", "single_word", "lstrip", "rstrip", "normalized", "special");
      for (String refused : List.of("single_word", "lstrip", "rstrip", "normalized")) {
        if (token.flag(refused)) {
          throw token.problem(refused, "true", "false");
        }
      }
      ids.put(token.text("content"), token.whole("id", 0, Integer.MAX_VALUE));
    }
    return ids;
  }

  private BertTokenizer.Frame frame() throws ModelFormatException {
    if (root.isNull("post_processor")) {
      return new BertTokenizer.Frame(List.of(), List.of());
    }
    JsonFields json = root.child("post_processor");
    if (json.text("type", "TemplateProcessing", "BertProcessing").equals("BertProcessing")) {
      json.allow("type", "sep", "cls");
      return new BertTokenizer.Frame(List.of(json.idOfPair("cls")), List.of(json.idOfPair("sep")));
    }
    json.allow("type", "single", "pair", "special_tokens");
    List<Integer> before = new ArrayList<>();
    List<Integer> after = new ArrayList<>();
    boolean isAfter = false;
    for (JsonFields item : json.elements("single")) {
      item.allow("SpecialToken", "Sequence");
      if (item.has("SpecialToken")) {
        (isAfter ? after : before).addAll(special(item.child("SpecialToken"), json));
      } else {
        JsonFields sequence = item.child("Sequence");
        sequence.text("id", "A");
        sequence.whole("type_id", 0, 0);
        if (isAfter) {
          throw json.problem("single", "two sequences", "one");
        }
        isAfter = true;
      }
    }
    if (!isAfter) {
      throw json.problem("single", "no sequence", "one");
    }
    return new BertTokenizer.Frame(before, after);
  }

  private static List<Integer> special(JsonFields token, JsonFields template)
      throws ModelFormatException {
    token.whole("type_id", 0, 0);
    List<Integer> ids = new ArrayList<>();
    JsonFields special = template.child("special_tokens").child(token.text("id"));
    for (JsonFields id : special.elements("ids")) {
      ids.add(id.whole(0, Integer.MAX_VALUE));
    }
    return ids;
  }
}
