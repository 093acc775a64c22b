package dev.sluice.jobs.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.jobs.text.JobDirectory;
import dev.sluice.jobs.text.JobOutput;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.MarkedFile;
import dev.sluice.jobs.text.OutputDirectory;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.jobs.tokenizer.TokenizeRequest.TokenFormat;
import dev.sluice.jobs.tokenizer.TokenizeResult.TokenizedFile;
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
 * The output directory for ids. {@code _sluice/tokenize.json} holds the arguments, {@code
 * _sluice/files} holds the records of finished files, and {@code _sluice/input.json} identifies the
 * input files of the completed output.
 */
final class TokenOutput {
  private static final String FILES = "files";

  private final Path directory;
  private final TokenFormat format;

  private TokenOutput(Path directory, TokenFormat format) {
    this.directory = directory.toAbsolutePath().normalize();
    this.format = format;
  }

  /**
   * Returns a directory for the ids of files.
   *
   * @throws JobRefusedException if two files would get the same name
   */
  static TokenOutput of(Path directory, TokenFormat format, List<TextFile> files) {
    TokenOutput output = new TokenOutput(directory, format);
    output.checkNames(files);
    return output;
  }

  private void checkNames(List<TextFile> files) {
    Map<Path, TextFile> stems = new HashMap<>();
    for (TextFile file : files) {
      Path stem = stem(file.name());
      Optional<TextFile> other = Optional.ofNullable(stems.put(stem, file));
      if (other.isPresent()) {
        throw new JobRefusedException(
            "--input: %s and %s would both become %s: run the command once for each file, with a separate output"
                .formatted(other.get().path(), file.path(), stem));
      }
    }
  }

  /** Returns a directory that contains finished or unfinished ids. */
  static TokenOutput begun(Path directory) throws IOException {
    String format = arguments(directory).path("format").asText();
    try {
      return new TokenOutput(directory, TokenFormat.valueOf(format.toUpperCase(Locale.ROOT)));
    } catch (IllegalArgumentException e) {
      throw new DamagedFileException(
          own(directory, "tokenize"), "unknown format of ids: \"" + format + "\"", e);
    }
  }

  /** Returns whether a directory contains finished or unfinished ids. */
  static boolean isBegun(Path directory) {
    return Files.isRegularFile(own(directory, "tokenize"));
  }

  /** Returns the arguments of a directory that contains finished or unfinished ids. */
  static JsonNode arguments(Path directory) throws IOException {
    return Json.read(own(directory, "tokenize"), JsonNode.class);
  }

  private static Path own(Path directory, String record) {
    return JobOutput.own(directory).resolve(record + ".json");
  }

  /**
   * Checks that the directory can be filled with these arguments.
   *
   * @throws JobRefusedException if the directory contains anything else
   */
  void require(Map<String, Object> arguments) throws IOException {
    if (isBegun(directory)) {
      OutputDirectory.requireSame(directory, "result", arguments(directory), arguments);
      return;
    }
    JoinedParts.requireNone(directory);
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw JobRefusedException.ofOutput("%s is a file".formatted(directory));
    }
    OutputDirectory.requireEmpty(directory, JobOutput.own(directory));
  }

  /**
   * Locks the directory until the lock is closed. Closing deletes the lock file. A complete output
   * in an object store needs no lock, because it does not change.
   *
   * @throws JobRefusedException if another process holds the lock
   */
  Closeable lock() throws IOException {
    return SourceFile.isLocal(directory)
        ? JobDirectory.take(JobOutput.own(directory).resolve("tokenize"), directory)::delete
        : () -> {};
  }

  /** Records the arguments in the locked directory, unless they are recorded already. */
  void claim(Map<String, Object> arguments) throws IOException {
    require(arguments);
    if (!isBegun(directory)) {
      mark(arguments);
    }
  }

  /** Records the arguments. */
  void mark(Map<String, Object> arguments) throws IOException {
    TemporaryFile.write(own(directory, "tokenize"), Json.write(arguments));
  }

  /**
   * Returns the result of a command or a join that has finished with these arguments and files, if
   * any.
   *
   * @param input identifies the files
   * @throws JobRefusedException if one has finished with different arguments or files
   */
  Optional<TokenizeResult> complete(Map<String, Object> arguments, Map<String, Object> input)
      throws IOException {
    Optional<TokenizeResult> result = complete(directory);
    if (result.isPresent()) {
      require(arguments);
      if (!Json.read(own(directory, "input"), JsonNode.class).equals(Json.tree(input))) {
        throw differs(directory, "was made from different input files");
      }
    }
    return result;
  }

  private static JobRefusedException differs(Path directory, String how) {
    return JobRefusedException.ofOutput(
        "%s %s: run the command without --part and --join, or choose another directory"
            .formatted(directory, how));
  }

  /**
   * Returns the result of a command or a join that has finished, if any. Its files are in the order
   * of their names.
   *
   * @throws JobRefusedException if the ids of some files no longer exist
   */
  static Optional<TokenizeResult> complete(Path directory) throws IOException {
    Path result = own(directory, "tokens");
    if (!Files.exists(result) || !isBegun(directory)) {
      return Optional.empty();
    }
    JsonNode report = Json.read(result, JsonNode.class);
    TokenOutput output = begun(directory);
    List<TokenizedFile> files = new ArrayList<>();
    try (Stream<Path> records = Files.walk(result.resolveSibling(FILES))) {
      for (Path record : records.filter(Files::isRegularFile).sorted().toList()) {
        TokenizedFile tokenized = Json.read(record, TokenizedFile.class);
        if (output.hasIds(tokenized.name())) {
          files.add(tokenized);
        }
      }
    }
    int before = report.path(FILES).asInt();
    if (files.size() < before) {
      throw differs(
          directory,
          "was completed with the ids of %,d files, but only the ids of %,d files exist"
              .formatted(before, files.size()));
    }
    List<String> quarantined =
        Json.PLAIN.convertValue(report.path("quarantined"), new TypeReference<>() {});
    Map<String, Object> leftOut =
        Json.PLAIN.convertValue(report.path("left_out"), new TypeReference<>() {});
    return Optional.of(new TokenizeResult(files, files.size(), quarantined, leftOut, true));
  }

  /** Returns the path of the ids of a file with this name. The path has no extension. */
  Path stem(String name) {
    return directory.resolve(name.substring(0, name.length() - TextFormat.ending(name).length()));
  }

  private boolean hasIds(String name) {
    return TokenWriter.files(format, stem(name)).stream().allMatch(Files::exists);
  }

  /**
   * Returns the sizes of the files of ids of these inputs. The keys are paths relative to the
   * output.
   */
  Map<String, Long> sizes(List<TokenizedFile> files) throws IOException {
    Map<String, Long> sizes = new LinkedHashMap<>();
    for (TokenizedFile file : files) {
      for (Path path : TokenWriter.files(format, stem(file.name()))) {
        sizes.put(directory.relativize(path).toString(), Files.size(path));
      }
    }
    return sizes;
  }

  private Path record(String name) {
    return TemporaryFile.beside(JobOutput.own(directory).resolve(FILES).resolve(name), "", ".json");
  }

  /** Returns the record of a file, if the file is finished and has not changed since. */
  Optional<TokenizedFile> finished(MarkedFile file) throws IOException {
    Path path = record(file.name());
    if (!hasIds(file.name()) || !Files.exists(path)) {
      return Optional.empty();
    }
    TokenizedFile record = Json.read(path, TokenizedFile.class);
    boolean same = record.sourceBytes() == file.bytes() && record.sourceMark().equals(file.mark());
    return same ? Optional.of(record) : Optional.empty();
  }

  /** Records that a file is finished. */
  void note(TokenizedFile tokenized) throws IOException {
    TemporaryFile.write(record(tokenized.name()), Json.write(tokenized));
  }

  /**
   * Writes the overall result. This completes the output.
   *
   * @param input identifies all files
   */
  void report(TokenizeResult result, Object input) throws IOException {
    TemporaryFile.write(own(directory, "input"), Json.write(input));
    TemporaryFile.write(own(directory, "tokens"), result.json().getBytes(UTF_8));
  }
}
