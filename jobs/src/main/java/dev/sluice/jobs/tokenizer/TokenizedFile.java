package dev.sluice.jobs.tokenizer;

import dev.sluice.jobs.text.FileTally;
import dev.sluice.storage.text.TextFile;
import java.util.List;
import java.util.Objects;

/**
 * The result for one file; stored beside the ids, so that the same command recognises it.
 *
 * @param name relative to its input
 * @param sourceBytes size of the file
 * @param sourceMark as {@link dev.sluice.jobs.text.MarkedFile#mark} gives it
 * @param documents number of rows with a text, and of documents in the output
 * @param textBytes size of their texts
 * @param nullTexts number of rows without a text, which are left out
 * @param rejected number of rejected rows, which are left out
 * @param rejections the first of them
 * @param tokens total number of ids
 */
public record TokenizedFile(
    String name,
    long sourceBytes,
    String sourceMark,
    long documents,
    long textBytes,
    long nullTexts,
    long rejected,
    List<String> rejections,
    long tokens) {
  /** Requires the name; copies the list. */
  public TokenizedFile {
    Objects.requireNonNull(name, "name");
    sourceMark = Objects.requireNonNullElse(sourceMark, "");
    rejections = List.copyOf(rejections);
  }

  static TokenizedFile of(TextFile file, String mark, FileTally tally, long tokens) {
    return new TokenizedFile(
        file.name(),
        file.bytes(),
        mark,
        tally.texts(),
        tally.textBytes(),
        tally.nulls(),
        tally.rejected(),
        tally.rejections().stream().map(Object::toString).toList(),
        tokens);
  }
}
