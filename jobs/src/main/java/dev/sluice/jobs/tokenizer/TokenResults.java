package dev.sluice.jobs.tokenizer;

import dev.sluice.jobs.documents.DocumentFile;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentResults;
import dev.sluice.jobs.documents.FileTally;
import dev.sluice.jobs.tokenizer.TokenizeJob.TokenBatch;
import dev.sluice.jobs.tokenizer.TokenizeRequest.TokenFormat;
import dev.sluice.jobs.tokenizer.TokenizeResult.TokenizedFile;
import dev.sluice.jobs.validate.output.ShardPlaces;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the ids of one file after the other, or only counts the ids. */
final class TokenResults implements DocumentResults<TokenBatch>, AutoCloseable {
  private final Optional<TokenOutput> output;
  private final TokenFormat format;
  private final int vocabulary;
  private final Map<TextFile, String> marks;
  private final ShardPlaces places = new ShardPlaces();
  private final Map<TextFile, TokenizedFile> tokenized = new HashMap<>();
  private final List<String> quarantined = new ArrayList<>();
  private Optional<TokenWriter> writer = Optional.empty();
  private FileTally tally = FileTally.NONE;
  private long tokens;

  /**
   * @param marks the marks that all files had before they were read
   */
  TokenResults(
      Optional<TokenOutput> output,
      TokenFormat format,
      int vocabulary,
      Map<TextFile, String> marks) {
    this.output = output;
    this.format = format;
    this.vocabulary = vocabulary;
    this.marks = marks;
  }

  @Override
  public void begun(DocumentFile file) throws IOException {
    open(file.file());
  }

  @Override
  public void accept(TokenBatch batch) throws IOException {
    tally = tally.plus(batch.tally());
    tokens += batch.ids().size();
    if (writer.isPresent()) {
      writer.get().write(batch);
    }
  }

  private void open(TextFile file) throws IOException {
    if (output.isPresent()) {
      writer =
          Optional.of(
              TokenWriter.open(format, output.get().stem(file.name()), file.path(), vocabulary));
    }
  }

  @Override
  public void ended(TextFile file) throws IOException {
    TokenizedFile record =
        TokenizedFile.of(file, places.of(file.path()), marks.get(file), tally, tokens);
    if (writer.isPresent()) {
      writer.get().publish();
      output.orElseThrow().note(record);
    }
    tokenized.put(file, record);
    begin();
  }

  @Override
  public void broken(TextFile file, SourceFormatException problem) throws IOException {
    close();
    quarantined.add("%s: %s".formatted(file.name(), problem.reason()));
    begin();
  }

  private void begin() {
    writer = Optional.empty();
    tally = FileTally.NONE;
    tokens = 0;
  }

  /** Returns the results of files that were read to the end. */
  Map<TextFile, TokenizedFile> tokenized() {
    return tokenized;
  }

  /** Returns the quarantined files, each with the reason. */
  List<String> quarantined() {
    return quarantined;
  }

  /** Discards the ids of a file that has not been read to the end. */
  @Override
  public void close() throws IOException {
    if (writer.isPresent()) {
      writer.get().discard();
    }
  }
}
