package dev.sluice.jobs.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.jobs.documents.FileTally;
import dev.sluice.jobs.text.ReportMarkdown;
import dev.sluice.jobs.validate.output.ShardPlaces.Place;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.text.TextFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The result of a tokenize job.
 *
 * @param files the files that were read to the end, in this or an earlier run
 * @param finishedBefore number of files finished by earlier runs
 * @param quarantined files that could not be read, each with the reason
 * @param leftOut skipped paths, as JSON values
 * @param complete whether earlier runs had completed the output, so that this run did nothing
 */
public record TokenizeResult(
    List<TokenizedFile> files,
    int finishedBefore,
    List<String> quarantined,
    Map<String, Object> leftOut,
    boolean complete) {
  /** Copies the lists. */
  public TokenizeResult {
    files = List.copyOf(files);
    quarantined = List.copyOf(quarantined);
    leftOut = Map.copyOf(leftOut);
  }

  /** Returns the result for some of the files. */
  TokenizeResult of(List<TextFile> share) {
    Set<String> names = share.stream().map(TextFile::name).collect(Collectors.toSet());
    List<TokenizedFile> own = files.stream().filter(file -> names.contains(file.name())).toList();
    List<String> broken =
        quarantined.stream()
            .filter(file -> names.stream().anyMatch(name -> file.startsWith(name + ": ")))
            .toList();
    return new TokenizeResult(own, own.size(), broken, leftOut, complete);
  }

  /** Returns the counts of tokens by bucket and dump, or by directory, ordered by name. */
  public List<TokenCount> counts() {
    Map<String, TokenCount> counts = new TreeMap<>();
    for (TokenizedFile file : files) {
      TokenCount count = TokenCount.of(file);
      counts.merge(count.group(), count, TokenCount::plus);
    }
    return List.copyOf(counts.values());
  }

  /** Returns the total count. */
  public TokenCount total() {
    return counts().stream().reduce(TokenCount.NOTHING, TokenCount::plus);
  }

  /** Returns the number of rows without a document, by reason. */
  public SortedMap<String, Long> rejected() {
    SortedMap<String, Long> reasons = new TreeMap<>();
    for (TokenizedFile file : files) {
      reasons.merge("null_text", file.nullTexts(), Long::sum);
      reasons.merge("rejected", file.rejected(), Long::sum);
    }
    reasons.values().removeIf(rows -> rows == 0);
    return reasons;
  }

  /** Formats the result as JSON. */
  public String json() {
    return new String(Json.write(values()), UTF_8);
  }

  /** Formats the result as Markdown. */
  public String text() {
    return ReportMarkdown.of("Tokens", Json.PLAIN.valueToTree(values()));
  }

  private Map<String, Object> values() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("counts", counts().stream().map(TokenizeResult::json).toList());
    json.put("total", json(total()));
    json.put("files", files.size());
    json.put("null_texts", files.stream().mapToLong(TokenizedFile::nullTexts).sum());
    json.put("rejected", files.stream().mapToLong(TokenizedFile::rejected).sum());
    json.put(
        "rejections",
        files.stream()
            .flatMap(file -> file.rejections().stream().map(row -> file.name() + ": " + row))
            .limit(100)
            .toList());
    json.put("quarantined", quarantined);
    json.put("left_out", leftOut);
    return json;
  }

  private static Map<String, Object> json(TokenCount count) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("bucket", count.bucket());
    json.put("dump", count.dump());
    count.directory().ifPresent(directory -> json.put("directory", directory));
    json.put("documents", count.documents());
    json.put("bytes", count.textBytes());
    json.put("tokens", count.tokens());
    json.put("bytes_per_token", count.bytesPerToken());
    return json;
  }

  /**
   * The total of all files of a bucket and dump, or of a directory if no manifest lists its files.
   *
   * @param bucket the bucket of the documents, or {@code -}
   * @param dump the dump of the documents, or {@code -}
   * @param directory directory relative to the input, for files without a bucket
   * @param documents number of documents with a text
   * @param textBytes total size of the texts
   * @param tokens number of tokens
   */
  public record TokenCount(
      String bucket,
      String dump,
      Optional<String> directory,
      long documents,
      long textBytes,
      long tokens) {
    /** The total of no files. */
    static final TokenCount NOTHING = new TokenCount("total", "", Optional.empty(), 0, 0, 0);

    private static final String NONE = "-";

    static TokenCount of(TokenizedFile file) {
      boolean isListed = !file.bucket().isEmpty();
      return new TokenCount(
          isListed ? file.bucket() : NONE,
          file.dump().isEmpty() ? NONE : file.dump(),
          isListed ? Optional.empty() : Optional.of(directory(file.name())),
          file.documents(),
          file.textBytes(),
          file.tokens());
    }

    private static String directory(String name) {
      return name.contains("/") ? name.substring(0, name.lastIndexOf('/')) : ".";
    }

    /** Returns the key that is common to all files that are counted together. */
    String group() {
      return String.join("\0", bucket, dump, directory.orElse(""));
    }

    TokenCount plus(TokenCount other) {
      return new TokenCount(
          bucket,
          dump,
          directory,
          documents + other.documents,
          textBytes + other.textBytes,
          tokens + other.tokens);
    }

    /** Returns the average size of a token's text, or 0 if there are no tokens. */
    public double bytesPerToken() {
      return tokens == 0 ? 0 : Math.round(1e4 * textBytes / tokens) / 1e4;
    }
  }

  /**
   * The result for one file. It is stored beside the ids, so that a later run recognises it.
   *
   * @param name path relative to the input
   * @param bucket the bucket of the file's documents; empty if no manifest lists it
   * @param dump the dump of the file's documents; empty if no manifest has it
   * @param sourceBytes size of the file
   * @param sourceMark the mark of the file, from {@link dev.sluice.jobs.text.MarkedFile#mark}
   * @param documents number of rows with a text, which equals the number of documents in the output
   * @param textBytes total size of the texts
   * @param nullTexts number of rows without a text, which are omitted
   * @param rejected number of rejected rows, which are omitted
   * @param rejections the first rejected rows, with reasons
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
    /** Requires all components and copies the list. */
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
}
