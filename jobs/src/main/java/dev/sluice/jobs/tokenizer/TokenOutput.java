package dev.sluice.jobs.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.jobs.text.FileNames;
import dev.sluice.jobs.text.JobDirectory;
import dev.sluice.jobs.text.JobOutput;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.MarkedFile;
import dev.sluice.jobs.text.OutputDirectory;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.DamagedFileException;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The directory for ids. {@code _sluice/tokenize.json} holds the arguments, {@code _sluice/files}
 * the finished files, {@code _sluice/unreadable} sizes and marks of those that could not be read.
 */
final class TokenOutput {
  private static final String FORMAT = "format";
  private static final String FILES = "files";
  private static final String UNREADABLE = "unreadable";

  private final Path directory;
  private final TokenFormat format;

  private TokenOutput(Path directory, TokenFormat format) {
    this.directory = directory;
    this.format = format;
  }

  /**
   * Requires that the directory can be filled with these arguments.
   *
   * @throws JobRefusedException if it holds anything else
   */
  void require(Map<String, Object> arguments) throws IOException {
    if (isBegun(directory)) {
      requireSame(arguments);
    } else {
      JoinedParts.requireNone(directory);
      checkEmpty();
    }
  }

  /**
   * Locks the directory until the lock is closed, which leaves nothing of it. A complete output in
   * an object store needs none, for it does not change.
   *
   * @throws JobRefusedException if another process holds it
   */
  Closeable lock() throws IOException {
    return SourceFile.isLocal(directory)
        ? JobDirectory.take(state().resolve("tokenize"), directory)::delete
        : () -> {};
  }

  /** Records the arguments in a directory that is locked, unless it has them. */
  void claim(Map<String, Object> arguments) throws IOException {
    require(arguments);
    if (!isBegun(directory)) {
      mark(arguments);
    }
  }

  /**
   * A directory for the ids of files.
   *
   * @throws JobRefusedException if two files would get the same name
   */
  static TokenOutput of(Path directory, TokenFormat format, List<TextFile> files) {
    TokenOutput output = new TokenOutput(directory.toAbsolutePath().normalize(), format);
    output.checkNames(files);
    return output;
  }

  /** A complete directory with ids in the format of this name. */
  static TokenOutput of(Path directory, String format) {
    return of(directory, TokenFormat.valueOf(format.toUpperCase(Locale.ROOT)), List.of());
  }

  private void requireSame(Map<String, Object> arguments) throws IOException {
    OutputDirectory.requireSame(directory, "result", arguments(directory), arguments);
  }

  /** Whether ids were begun in a directory. */
  static boolean isBegun(Path directory) {
    return Files.isRegularFile(marker(directory));
  }

  /** The arguments of a directory in which ids were begun. */
  static JsonNode arguments(Path directory) throws IOException {
    return Json.read(marker(directory), JsonNode.class);
  }

  /** Records the arguments. */
  void mark(Map<String, Object> arguments) throws IOException {
    TemporaryFile.write(marker(), Json.write(arguments));
  }

  /**
   * Whether a command or a join has finished with these arguments and files.
   *
   * @throws JobRefusedException if one has with others
   */
  boolean isComplete(Map<String, Object> arguments, List<TextFile> files) throws IOException {
    requireSameIfComplete(arguments, files);
    return isComplete();
  }

  /**
   * Requires a command or a join that has finished, if one has, to have had these arguments and
   * files.
   *
   * @throws JobRefusedException naming the first that differs
   */
  void requireSameIfComplete(Map<String, Object> arguments, List<TextFile> files)
      throws IOException {
    if (isComplete()) {
      requireSame(arguments);
      requireRead(files);
    }
  }

  private void requireRead(List<TextFile> files) throws IOException {
    JsonNode report = Json.read(result(directory), JsonNode.class);
    List<String> quarantined = quarantined(report);
    for (TextFile file : files) {
      if (finished(file).isEmpty() && !isUnreadable(file, quarantined)) {
        throw differs("was completed without " + file.name());
      }
    }
    int before = report.path(FILES).asInt() + quarantined.size();
    if (files.size() < before) {
      throw differs(
          "was completed with %,d files, of which %,d are there".formatted(before, files.size()));
    }
  }

  private JobRefusedException differs(String how) {
    return JobRefusedException.ofOutput(
        "%s %s: type the command without --part and --join, or name another directory"
            .formatted(directory, how));
  }

  /** Whether a file could not be read, and has not changed since. */
  private boolean isUnreadable(TextFile file, List<String> quarantined) throws IOException {
    if (quarantined.stream().noneMatch(one -> isOf(file, one))) {
      return false;
    }
    Path state = record(UNREADABLE, file);
    return !Files.exists(state)
        || Json.read(state, JsonNode.class)
            .asText()
            .equals(state(file, MarkedFile.mark(file.path())));
  }

  private static String state(TextFile file, String mark) {
    return "%d %s".formatted(file.bytes(), mark);
  }

  private boolean isComplete() {
    return Files.exists(result(directory)) && Files.exists(marker());
  }

  /**
   * The result of a command or a join that has finished, with its files in the order of names.
   *
   * @throws JobRefusedException if ids of some of them are no longer there
   */
  static Optional<TokenizeResult> complete(Path directory) throws IOException {
    Path file = result(directory.toAbsolutePath().normalize());
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    JsonNode report = Json.read(file, JsonNode.class);
    TokenOutput output = marked(directory, marker(directory));
    List<TokenizedFile> files = new ArrayList<>();
    try (Stream<Path> records = Files.walk(file.resolveSibling(FILES))) {
      for (Path record : records.filter(Files::isRegularFile).sorted().toList()) {
        TokenizedFile tokenized = Json.read(record, TokenizedFile.class);
        if (output.hasIds(tokenized.name())) {
          files.add(tokenized);
        }
      }
    }
    int before = report.path(FILES).asInt();
    if (files.size() < before) {
      throw output.differs(
          "was completed with ids of %,d files, of which %,d are there"
              .formatted(before, files.size()));
    }
    Map<String, Object> leftOut =
        Json.PLAIN.convertValue(report.path("left_out"), new TypeReference<>() {});
    return Optional.of(new TokenizeResult(files, files.size(), quarantined(report), leftOut, true));
  }

  private static TokenOutput marked(Path directory, Path marker) throws IOException {
    String format = Json.read(marker, JsonNode.class).path(FORMAT).asText();
    try {
      return of(directory, format);
    } catch (IllegalArgumentException e) {
      throw new DamagedFileException(marker, "no format of ids: \"" + format + "\"", e);
    }
  }

  /** Those of a complete output that could not be read, each with the reason. */
  List<String> quarantined(List<TextFile> files) throws IOException {
    return quarantined(Json.read(result(directory), JsonNode.class)).stream()
        .filter(one -> files.stream().anyMatch(file -> isOf(file, one)))
        .toList();
  }

  private static boolean isOf(TextFile file, String quarantined) {
    return quarantined.startsWith(file.name() + ": ");
  }

  private static List<String> quarantined(JsonNode report) {
    List<String> quarantined = new ArrayList<>();
    report.path("quarantined").forEach(one -> quarantined.add(one.asText()));
    return quarantined;
  }

  private Path marker() {
    return marker(directory);
  }

  private static Path marker(Path directory) {
    return JobOutput.own(directory).resolve("tokenize.json");
  }

  private static Path result(Path directory) {
    return JobOutput.own(directory).resolve("tokens.json");
  }

  private Path state() {
    return JobOutput.own(directory);
  }

  private void checkNames(List<TextFile> files) {
    Map<Path, TextFile> stems = new HashMap<>();
    for (TextFile file : files) {
      Optional<TextFile> other = Optional.ofNullable(stems.put(stem(file), file));
      if (other.isPresent()) {
        throw new JobRefusedException(
            "--input: %s and %s would both become %s: run the command once for each"
                .formatted(other.get().path(), file.path(), stem(file)));
      }
    }
  }

  private void checkEmpty() throws IOException {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw JobRefusedException.ofOutput("%s is a file".formatted(directory));
    }
    OutputDirectory.requireEmpty(directory, state());
  }

  /** Path of a file's ids, without an extension. */
  Path stem(TextFile file) {
    return stem(file.name());
  }

  /** The same of a file with this name. */
  Path stem(String name) {
    return directory.resolve(name.substring(0, name.length() - TextFormat.ending(name).length()));
  }

  /** The sizes of the files of ids of these inputs, by path below the output. */
  Map<String, Long> sizes(List<TokenizedFile> files) throws IOException {
    Map<String, Long> sizes = new LinkedHashMap<>();
    for (TokenizedFile file : files) {
      for (Path path : TokenWriter.files(format, stem(file.name()))) {
        sizes.put(directory.relativize(path).toString(), Files.size(path));
      }
    }
    return sizes;
  }

  /** The records of those files that are finished, in their order. */
  List<TokenizedFile> finished(List<TextFile> files) throws IOException {
    List<TokenizedFile> finished = new ArrayList<>();
    for (TextFile file : files) {
      finished(file).ifPresent(finished::add);
    }
    return finished;
  }

  private Path record(String kind, TextFile file) {
    return FileNames.beside(state().resolve(kind).resolve(file.name()), "", ".json");
  }

  private boolean hasIds(String name) {
    return TokenWriter.files(format, stem(name)).stream().allMatch(Files::exists);
  }

  /** The record of a file that is finished and has not changed since. */
  Optional<TokenizedFile> finished(TextFile file) throws IOException {
    Path path = record(FILES, file);
    if (!hasIds(file.name()) || !Files.exists(path)) {
      return Optional.empty();
    }
    TokenizedFile record = Json.read(path, TokenizedFile.class);
    boolean same =
        record.sourceBytes() == file.bytes()
            && record.sourceMark().equals(MarkedFile.mark(file.path()));
    return same ? Optional.of(record) : Optional.empty();
  }

  /** Records that a file is finished. */
  void note(TextFile file, TokenizedFile tokenized) throws IOException {
    TemporaryFile.write(record(FILES, file), Json.write(tokenized));
    Files.deleteIfExists(record(UNREADABLE, file));
  }

  /** Records that a file cannot be read. */
  void noteUnreadable(TextFile file, String mark) throws IOException {
    TemporaryFile.write(record(UNREADABLE, file), Json.write(state(file, mark)));
  }

  /** Writes the overall result. */
  void report(TokenizeResult result) throws IOException {
    TemporaryFile.write(result(directory), result.json().getBytes(UTF_8));
  }
}
