package dev.sluice.jobs.tokenizer;

import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.algorithms.words.TextNormaliser;
import dev.sluice.core.work.FileTree;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.TestingLines;
import dev.sluice.jobs.text.TestingParts;
import dev.sluice.jobs.tokenizer.TokenizeRequest.EndOfDocument;
import dev.sluice.jobs.tokenizer.TokenizeRequest.TokenFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenizePartsTest {
  @TempDir private Path directory;

  private Path input;
  private Path output;
  private TokenFormat format = TokenFormat.PARQUET;
  private Optional<EndOfDocument> eod = Optional.empty();

  @BeforeEach
  void write() throws Exception {
    input = TestingParts.write(directory.resolve("in"), 24);
    output = directory.resolve("out");
    VocabularyJob.run(
        new VocabularyRequest(
            List.of(input.toString()),
            TestingLines.COLUMNS,
            directory.resolve("words"),
            TextNormaliser.NONE,
            20,
            1,
            List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]"),
            2,
            64 << 20),
        JobProgress.NONE);
  }

  private TokenizeRequest request() {
    return new TokenizeRequest(
        List.of(input.toString()),
        TestingLines.COLUMNS,
        directory.resolve("words"),
        true,
        Optional.of(output),
        format,
        eod,
        2);
  }

  private TokenizeResult part(int number, int of) throws Exception {
    return TokenizeJob.run(request(), TestingParts.task(number, of), JobProgress.NONE);
  }

  @ParameterizedTest
  @CsvSource({"1, PARQUET,", "3, BIN,", "64, PARQUET,", "4, BIN, [SEP]", "3, PARQUET, [SEP]"})
  void shouldWriteWhatOneProcessWrites(int parts, TokenFormat ids, String end) throws Exception {
    format = ids;
    eod = Optional.ofNullable(end).map(Optional::of).map(EndOfDocument::new);
    Path whole = directory.resolve("whole");
    TokenizeResult expected = TokenizeJob.run(request().into(whole), JobProgress.NONE);
    TestingParts.inAnyOrder(parts, task -> TokenizeJob.run(request(), task, JobProgress.NONE));
    assertThat(output.resolve("_sluice/tokens.json")).doesNotExist();
    TokenizeResult joined = TokenizeJob.join(request(), TestingParts.VERSION);
    assertThat(joined).isEqualTo(expected);
    assertThat(expected.quarantined()).hasSize(1);
    assertThat(expected.total().tokens()).isPositive();
    assertThat(TestingParts.content(output)).isEqualTo(TestingParts.content(whole));
    TokenizeResult again = TokenizeJob.join(request(), TestingParts.VERSION);
    assertThat(again.json()).isEqualTo(expected.json());
    assertThat(again.finishedBefore()).isEqualTo(24);
    assertThat(TokenizeJob.run(request(), JobProgress.NONE).finishedBefore()).isEqualTo(24);
    TokenizeResult part = part(1, parts);
    assertThat(part.finishedBefore()).isEqualTo(part.files().size());
    assertThat(TestingParts.content(output)).isEqualTo(TestingParts.content(whole));
  }

  @Test
  void shouldNameWhatIsMissingDiffersOrIsLost() throws Exception {
    TokenizeResult first = part(2, 3);
    TokenizeResult again = part(2, 3);
    assertThat(again.files()).isEqualTo(first.files());
    assertThat(again.finishedBefore()).isEqualTo(first.files().size()).isPositive();
    assertRefusal(
        () -> TokenizeJob.join(request(), TestingParts.VERSION), "parts 1/3, 3/3 are missing");
    assertThatThrownBy(() -> TokenizeJob.run(request(), JobProgress.NONE))
        .hasMessageContaining("holds parts: complete the output with --part and --join");
    assertThatThrownBy(() -> part(1, 4)).hasMessageContaining("parts 3, but this run has 4");
    part(1, 3);
    part(3, 3);
    Path lost = output.resolve("d0/000.parquet");
    Files.delete(lost);
    assertRefusal(
        () -> TokenizeJob.join(request(), TestingParts.VERSION), lost + " of part 1/3 is missing");
    format = TokenFormat.BIN;
    assertRefusal(
        () -> TokenizeJob.join(request(), TestingParts.VERSION), "started with format \"parquet\"");
  }

  @Test
  void shouldRefusePartsWithAnotherEndOfDocuments() throws Exception {
    eod = Optional.of(new EndOfDocument(Optional.of("[SEP]")));
    part(1, 2);
    part(2, 2);
    eod = Optional.of(new EndOfDocument(Optional.of("[CLS]")));
    assertOtherEnd(() -> part(2, 2));
    assertOtherEnd(() -> TokenizeJob.join(request(), TestingParts.VERSION));
    eod = Optional.empty();
    assertOtherEnd(() -> part(1, 2));
    assertOtherEnd(() -> TokenizeJob.join(request(), TestingParts.VERSION));
  }

  private static void assertOtherEnd(ThrowingCallable work) {
    assertRefusal(work, "started with append_eod {\"id\":3,\"token\":\"[SEP]\"}");
  }

  @ParameterizedTest
  @CsvSource({"PARQUET, .parquet", "BIN, .bin", "BIN, .idx", "BIN, .meta.parquet"})
  void shouldNameAFileOfAnotherSize(TokenFormat ids, String ending) throws Exception {
    format = ids;
    part(1, 2);
    part(2, 2);
    Path cut = output.resolve("d0/000" + ending);
    byte[] whole = Files.readAllBytes(cut);
    Files.write(cut, Arrays.copyOf(whole, whole.length - 1));
    assertRefusal(
        () -> TokenizeJob.join(request(), TestingParts.VERSION),
        cut + " of part 1/2 is missing or has the wrong size");
    Files.delete(cut);
    FileTree.deleteAll(output.resolve("_sluice/parts/1-of-2"));
    part(1, 2);
    assertThat(TokenizeJob.join(request(), TestingParts.VERSION).complete()).isFalse();
    assertThat(cut).hasBinaryContent(whole);
  }

  private void twoPartsJoined() throws Exception {
    part(1, 2);
    part(2, 2);
    TokenizeJob.join(request(), TestingParts.VERSION);
  }

  @Test
  void shouldNameQuarantinedFilesOfACompleteOutput() throws Exception {
    twoPartsJoined();
    assertThat(part(1, 2).quarantined()).isEmpty();
    assertThat(part(2, 2).quarantined()).singleElement().asString().contains("d0/broken.parquet");
  }

  @Test
  void shouldRefuseOtherFilesThanThoseOfACompleteOutput() throws Exception {
    twoPartsJoined();
    Path changed = input.resolve("d0/000.jsonl");
    Files.writeString(changed, "{\"text\": \"more\"}\n", StandardOpenOption.APPEND);
    assertOtherFiles();
    Files.writeString(input.resolve("d1/new.jsonl"), "{\"text\": \"new\"}\n");
    assertOtherFiles();
    Files.delete(changed);
    assertOtherFiles();
    Path broken = input.resolve("d0/broken.parquet");
    Files.copy(input.resolve("d0/002.parquet"), broken, StandardCopyOption.REPLACE_EXISTING);
    assertOtherFiles();
  }

  @Test
  void shouldNotCallAnOutputCompleteThatHasLostIds() throws Exception {
    twoPartsJoined();
    Files.delete(output.resolve("d0/000.parquet"));
    assertRefusal(
        () -> TokenizeJob.join(request(), TestingParts.VERSION),
        "was completed with the ids of 24 files, but only the ids of 23 files exist: run");
    TokenizeJob.run(request(), JobProgress.NONE);
    assertThat(TokenizeJob.join(request(), TestingParts.VERSION).complete()).isTrue();
  }

  /** Also the part that the file does not belong to; the whole command takes them. */
  private void assertOtherFiles() throws Exception {
    List<ThrowingCallable> commands =
        List.of(
            () -> part(1, 2),
            () -> part(2, 2),
            () -> TokenizeJob.join(request(), TestingParts.VERSION));
    for (ThrowingCallable command : commands) {
      assertRefusal(command, "was made from different input files: run the command without --part");
    }
    TokenizeJob.run(request(), JobProgress.NONE);
    assertThat(part(1, 2).complete()).isTrue();
  }

  @Test
  void shouldContinueAPartThatWasStopped() throws Exception {
    Path whole = directory.resolve("whole");
    TokenizeJob.run(request().into(whole), JobProgress.NONE);
    JobProgress stopping = TestingParts.stopping(position -> position.file().contains("006"));
    assertThatThrownBy(() -> TokenizeJob.run(request(), TestingParts.task(1, 2), stopping))
        .hasMessage("stopped");
    assertThatThrownBy(() -> TokenizeJob.join(request(), TestingParts.VERSION))
        .hasMessageContaining("part 1/2 is unfinished");
    part(1, 2);
    part(2, 2);
    TokenizeJob.join(request(), TestingParts.VERSION);
    assertThat(TestingParts.content(output)).isEqualTo(TestingParts.content(whole));
  }
}
