package dev.sluice.jobs.tokenizer;

import dev.sluice.jobs.text.FileTally;
import dev.sluice.storage.text.TextFile;
import java.util.List;

/**
 * What became of one file; kept beside the ids, so that the same command recognises it.
 *
 * @param name of the file below its input
 * @param sourceBytes its size
 * @param documents rows with a text: as many are in the output
 * @param textBytes of these
 * @param nullTexts rows without a text, left out
 * @param rejected rows that could not be used, left out
 * @param rejections the first of them
 * @param tokens ids in all
 */
public record TokenizedFile(
    String name,
    long sourceBytes,
    long documents,
    long textBytes,
    long nullTexts,
    long rejected,
    List<String> rejections,
    long tokens) {
  /** Copies the list. */
  public TokenizedFile {
    rejections = List.copyOf(rejections);
  }

  static TokenizedFile of(TextFile file, FileTally tally, long tokens) {
    return new TokenizedFile(
        file.name(),
        file.bytes(),
        tally.texts(),
        tally.textBytes(),
        tally.nulls(),
        tally.rejected(),
        tally.rejections().stream().map(Object::toString).toList(),
        tokens);
  }
}
