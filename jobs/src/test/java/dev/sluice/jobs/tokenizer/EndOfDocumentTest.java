package dev.sluice.jobs.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.tokenizer.TokenizeRequest.EndOfDocument;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndOfDocumentTest {
  private static final EndOfDocument KNOWN = new EndOfDocument(Optional.empty());

  /** The ids are 10, 11, ... in this order. */
  private static EndOfDocument.Token find(EndOfDocument asked, String... specials) {
    Map<String, Integer> ids = new HashMap<>();
    for (String special : specials) {
      ids.put(special, 10 + ids.size());
    }
    return asked.in(ids, Path.of("tok"));
  }

  private static EndOfDocument named(String token) {
    return new EndOfDocument(Optional.of(token));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<|endoftext|>", "<|end_of_text|>", "</s>", "<eos>", "[EOD]"})
  void shouldFindTheOnlyTokenThatEndsDocuments(String token) {
    assertThat(find(KNOWN, "[PAD]", token, "<|im_end|>"))
        .isEqualTo(new EndOfDocument.Token(token, 11));
  }

  @Test
  void shouldTakeTheTokenThatIsNamed() {
    assertThat(find(named("[SEP]"), "</s>", "<eos>", "[SEP]").id()).isEqualTo(12);
    assertThat(find(named("<eos>"), "</s>", "<eos>").id()).isEqualTo(11);
  }

  @Test
  void shouldSayWhichSpecialTokensThereAre() {
    assertThatThrownBy(() -> find(KNOWN, "[UNK]", "[PAD]"))
        .isInstanceOf(JobRefusedException.class)
        .hasMessage(
            "--append-eod: no special token of tok is known to end documents; the tokenizer has"
                + " [PAD], [UNK]: choose a token with --eod TOKEN, or train the tokenizer with"
                + " --special-token '<|endoftext|>'");
    assertThatThrownBy(() -> find(KNOWN, "[PAD]", "</s>", "<eos>"))
        .isInstanceOf(JobRefusedException.class)
        .hasMessage(
            "--append-eod: several special tokens of tok are known to end documents (</s>, <eos>):"
                + " choose a token with --eod TOKEN");
    assertThatThrownBy(() -> find(named("<end>"), "</s>", "[PAD]"))
        .isInstanceOf(JobRefusedException.class)
        .hasMessage("--eod <end>: tok has no such special token; the tokenizer has </s>, [PAD]");
    assertThatThrownBy(() -> find(KNOWN))
        .hasMessageContaining("; the tokenizer has none: choose a token");
  }

  @Test
  void shouldNotListHundredsOfSpecialTokens() {
    List<String> reserved =
        IntStream.range(0, 250).mapToObj("<|reserved_%03d|>"::formatted).toList();
    assertThatThrownBy(() -> find(KNOWN, reserved.toArray(String[]::new)))
        .hasMessageContaining("<|reserved_019|> and 230 more: choose a token")
        .hasMessageNotContaining("<|reserved_020|>");
  }
}
