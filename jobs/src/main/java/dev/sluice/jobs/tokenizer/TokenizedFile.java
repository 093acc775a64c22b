package dev.sluice.jobs.tokenizer;

import dev.sluice.jobs.documents.FileTally;
import dev.sluice.jobs.validate.output.ShardPlaces.Place;
import dev.sluice.storage.text.TextFile;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The result for one file; stored beside the ids, so that the same command recognises it.
 *
 * @param name relative to its input
 * @param bucket of its documents; empty if no manifest lists it
 * @param dump of its documents; empty if no manifest tells
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
    String bucket,
    String dump,
    long sourceBytes,
    String sourceMark,
    long documents,
    long textBytes,
    long nullTexts,
    long rejected,
    List<String> rejections,
    long tokens) {
  /** Requires everything; copies the list. */
  public TokenizedFile {
    Objects.requireNonNull(bucket, "bucket");
    Objects.requireNonNull(dump, "dump");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(sourceMark, "sourceMark");
    rejections = List.copyOf(rejections);
  }

  static TokenizedFile of(
      TextFile file, Optional<Place> place, String mark, FileTally tally, long tokens) {
    return new TokenizedFile(
        file.name(),
        place.map(Place::bucket).orElse(""),
        place.map(Place::dump).orElse(""),
        file.bytes(),
        mark,
        tally.texts(),
        tally.textBytes(),
        tally.nulls(),
        tally.rejected(),
        tally.rejections(),
        tokens);
  }
}
