package dev.sluice.jobs.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.jobs.text.FileNames;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.OutputDirectory;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The directory for ids. {@code _sluice/tokenize.json} holds the arguments, {@code _sluice/files}
 * the finished files.
 */
final class TokenOutput {
  private static final String ENDINGS = "(?i)\\.(parquet|jsonl|json)(\\.(gz|zst))?$";

  private final Path directory;
  private final TokenFormat format;

  private TokenOutput(Path directory, TokenFormat format) {
    this.directory = directory;
    this.format = format;
  }

  /**
   * Prepares the directory for these arguments.
   *
   * @throws JobRefusedException if it holds anything else, or if two files would get the same name
   */
  static TokenOutput claim(
      Path directory, TokenFormat format, Map<String, Object> arguments, List<TextFile> files)
      throws IOException {
    TokenOutput output = new TokenOutput(directory.toAbsolutePath().normalize(), format);
    output.checkNames(files);
    Path marker = output.state().resolve("tokenize.json");
    if (Files.isRegularFile(marker)) {
      JsonNode found = new ObjectMapper().readTree(Files.readAllBytes(marker));
      OutputDirectory.requireSame(directory, "result", found, arguments);
    } else {
      output.checkEmpty();
      TemporaryFile.write(marker, Json.write(arguments));
    }
    return output;
  }

  private Path state() {
    return directory.resolve("_sluice");
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
      throw new JobRefusedException("--output %s is a file".formatted(directory));
    }
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> entries = Files.list(directory)) {
      Optional<Path> foreign = entries.filter(entry -> !entry.equals(state())).sorted().findFirst();
      if (foreign.isPresent()) {
        throw new JobRefusedException(
            "--output %s is not empty (it holds %s): name a new or an empty directory"
                .formatted(directory, foreign.get().getFileName()));
      }
    }
  }

  /** Path of a file's ids, without an extension. */
  Path stem(TextFile file) {
    return directory.resolve(file.name().replaceFirst(ENDINGS, ""));
  }

  private Path record(TextFile file) {
    return FileNames.beside(state().resolve("files").resolve(file.name()), "", ".json");
  }

  /** The record of a file that is finished and has not changed since. */
  Optional<TokenizedFile> finished(TextFile file) throws IOException {
    boolean there = TokenWriter.files(format, stem(file)).stream().allMatch(Files::exists);
    if (!there || !Files.exists(record(file))) {
      return Optional.empty();
    }
    TokenizedFile record = Json.read(record(file), TokenizedFile.class);
    return record.sourceBytes() == file.bytes() ? Optional.of(record) : Optional.empty();
  }

  /** Records that a file is finished. */
  void note(TextFile file, TokenizedFile tokenized) throws IOException {
    TemporaryFile.write(record(file), Json.write(tokenized));
  }

  /** Writes the overall result. */
  void report(byte[] json) throws IOException {
    TemporaryFile.write(state().resolve("tokens.json"), json);
  }
}
