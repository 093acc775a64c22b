package dev.sluice.jobs.shuffle;

import dev.sluice.jobs.shuffle.ShuffleRequest.ShuffleInput;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.JobRefusedException.OfOutput;
import dev.sluice.jobs.text.JobRefusedException.OfRequest;
import dev.sluice.jobs.text.JobRefusedException.Reason;
import dev.sluice.jobs.text.MarkedFile;
import dev.sluice.jobs.text.SeparateOutput;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.storage.text.InputListing;
import dev.sluice.storage.text.SkippedPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The files of all inputs, and the output format.
 *
 * @param parts the inputs, in the order that determines row numbers
 * @param from the formats of the files
 * @param to the output format
 */
record ShuffleInputs(List<InputPart> parts, Set<RowFormat> from, RowFormat to) {
  /**
   * Finds the files.
   *
   * @throws JobRefusedException if the inputs have problems; lists all of them
   */
  static ShuffleInputs find(ShuffleRequest request) throws IOException {
    List<Reason> problems = new ArrayList<>();
    List<InputPart> parts = new ArrayList<>();
    Set<RowFormat> from = EnumSet.noneOf(RowFormat.class);
    for (ShuffleInput input : request.inputs()) {
      InputListing listing = InputListing.of(input.path(), RowFormat.names(request.format()));
      listing.problem().ifPresent(problem -> problems.add(new OfRequest("--input " + problem)));
      SkippedPath.log(input.path(), listing.leftOut());
      parts.add(new InputPart(input, listing.files(), listing.leftOut()));
      listing.files().forEach(file -> from.add(RowFormat.of(file)));
    }
    checkShares(request.inputs(), problems);
    checkTwice(parts, problems);
    problems.addAll(outside(request.output(), parts));
    Optional<RowFormat> to =
        problems.isEmpty() ? target(request, from, problems) : Optional.empty();
    if (!problems.isEmpty()) {
      throw new JobRefusedException(problems);
    }
    return new ShuffleInputs(parts, from, to.orElseThrow());
  }

  private static void checkShares(List<ShuffleInput> inputs, List<Reason> problems) {
    long weighted =
        inputs.stream()
            .filter(input -> input.share().kind() == ShuffleInput.Share.Kind.WEIGHT)
            .count();
    if (weighted > 0 && weighted < inputs.size()) {
      problems.add(
          new OfRequest(
              "--input: %d of %d inputs have a weight: set a weight for all of them, or use epochs instead"
                  .formatted(weighted, inputs.size())));
    }
  }

  private static void checkTwice(List<InputPart> parts, List<Reason> problems) throws IOException {
    Map<Path, InputPart> seen = new HashMap<>();
    for (InputPart part : parts) {
      for (InputListing.InputFile file : part.files()) {
        InputPart before = seen.putIfAbsent(SourcePath.identity(file.path()), part);
        if (before != null && before != part) {
          problems.add(
              new OfRequest(
                  "--input %s: %s is also in %s; to read its rows twice, pass PATH:epochs=2"
                      .formatted(part.input().path(), file.path(), before.input().path())));
          return;
        }
      }
    }
  }

  private static List<OfOutput> outside(Path output, List<InputPart> parts) throws IOException {
    List<InputPart> found = parts.stream().filter(part -> !part.files().isEmpty()).toList();
    return SeparateOutput.problems(
        output,
        found.stream().map(part -> part.input().path()).toList(),
        found.stream()
            .flatMap(part -> part.files().stream())
            .map(InputListing.InputFile::path)
            .toList());
  }

  private static Optional<RowFormat> target(
      ShuffleRequest request, Set<RowFormat> from, List<Reason> problems) {
    if (request.format().isEmpty() && from.size() > 1) {
      problems.add(
          new OfRequest(
              "the inputs have the formats %s: choose the format of the output with --format"
                  .formatted(new TreeSet<>(from))));
      return Optional.empty();
    }
    RowFormat to = request.format().orElseGet(() -> from.iterator().next());
    if (to == RowFormat.LINES && from.contains(RowFormat.PARQUET)) {
      problems.add(
          new OfRequest(
              "--format lines: Parquet rows cannot be written as lines; use --format jsonl"));
    }
    if (to != RowFormat.LINES && from.contains(RowFormat.LINES)) {
      problems.add(
          new OfRequest(
              "--format %s: lines of text have no columns; use --format lines, or convert the lines to JSON objects"
                  .formatted(to)));
    }
    if (to == RowFormat.PARQUET && from.size() > 1) {
      problems.add(
          new OfRequest(
              "--format parquet: the inputs have the formats %s, but only one can become columns: shuffle each format to Parquet separately, or all of them with --format jsonl"
                  .formatted(new TreeSet<>(from))));
    }
    return Optional.of(to);
  }

  /**
   * Returns the inputs without the given files.
   *
   * @param broken the paths of these files, each with the reason
   * @throws JobRefusedException if an input has no other files
   */
  ShuffleInputs without(Map<String, String> broken) {
    List<InputPart> left = new ArrayList<>();
    Set<RowFormat> formats = EnumSet.noneOf(RowFormat.class);
    for (InputPart part : parts) {
      List<InputListing.InputFile> files =
          part.files().stream()
              .filter(file -> !broken.containsKey(file.path().toString()))
              .toList();
      if (files.isEmpty()) {
        Path first = part.files().get(0).path();
        throw new JobRefusedException(
            "--input %s: none of its files can be used; the first problem is: %s: %s"
                .formatted(part.input().path(), first, broken.get(first.toString())));
      }
      left.add(new InputPart(part.input(), files, part.leftOut()));
      files.forEach(file -> formats.add(RowFormat.of(file)));
    }
    return new ShuffleInputs(left, formats, to);
  }

  /** Returns the skipped paths of all inputs. */
  List<SkippedPath> leftOut() {
    return parts.stream().flatMap(part -> part.leftOut().stream()).toList();
  }

  /** Returns all files of a format. */
  List<InputListing.InputFile> files(RowFormat format) {
    return parts.stream()
        .flatMap(part -> part.files().stream())
        .filter(file -> RowFormat.of(file) == format)
        .toList();
  }

  /** Returns everything except the seed that determines the result, as JSON values. */
  Map<String, Object> arguments(ShuffleRequest request) throws IOException {
    Map<String, Object> arguments = new LinkedHashMap<>();
    List<Map<String, Object>> inputs = new ArrayList<>();
    for (InputPart part : parts) {
      inputs.add(arguments(part));
    }
    arguments.put("inputs", inputs);
    arguments.put("format", to.toString());
    arguments.put("union", request.union());
    request.split().shards().ifPresent(shards -> arguments.put("shards", shards));
    request.split().rowsPerFile().ifPresent(rows -> arguments.put("rows_per_file", rows));
    return arguments;
  }

  private static Map<String, Object> arguments(InputPart part) throws IOException {
    List<String> marks =
        MarkedFile.marks(part.files().stream().map(InputListing.InputFile::path).toList());
    List<MarkedFile> files = new ArrayList<>();
    for (InputListing.InputFile file : part.files()) {
      files.add(new MarkedFile(file.name(), file.bytes(), marks.get(files.size())));
    }
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("path", part.input().path());
    arguments.put(
        part.input().share().kind().toString(), part.input().share().amount().toPlainString());
    arguments.putAll(MarkedFile.listing(files));
    return arguments;
  }

  /**
   * The files of an input.
   *
   * @param input the input as requested
   * @param files the files in their order
   * @param leftOut the skipped paths
   */
  record InputPart(
      ShuffleInput input, List<InputListing.InputFile> files, List<SkippedPath> leftOut) {}
}
