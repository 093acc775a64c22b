package dev.sluice.jobs.tokenizer;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.jobs.documents.UsableFiles;
import dev.sluice.jobs.text.FileListing;
import dev.sluice.jobs.text.FileShares;
import dev.sluice.jobs.text.FinishedPart;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.MarkedFile;
import dev.sluice.jobs.text.PartDirectory;
import dev.sluice.jobs.text.PartTask;
import dev.sluice.jobs.text.PartTerms;
import dev.sluice.jobs.text.SeparateOutput;
import dev.sluice.jobs.tokenizer.TokenizeResult.TokenizedFile;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Runs {@link TokenizeJob} in parts. A part writes the ids of the files of its share under their
 * final names; the join adds up their counts.
 */
public final class TokenizeParts {
  private static final String NAME = "tokenize";
  private static final String INPUT = "input";

  private TokenizeParts() {}

  /**
   * Runs a part, or continues it with the first file that is not finished.
   *
   * @param request with an output
   * @return with the counts of the part
   * @throws dev.sluice.storage.text.TextInputs.TextInputException if there is nothing to read
   * @throws JobRefusedException if the output holds something else, was completed with other files,
   *     or the tokenizer cannot be used
   */
  public static TokenizeResult run(TokenizeRequest request, PartTask task, JobProgress progress)
      throws IOException, InterruptedException {
    Path directory = request.output().orElseThrow();
    TextInputs inputs = TextInputs.find(request.inputs());
    SeparateOutput.require(directory, request.inputs(), inputs.files());
    TokenEncoding encoding = TokenEncoding.of(request);
    UsableFiles.requireOne(inputs.files(), request.columns());
    TokenizeJob job = new TokenizeJob(request, encoding);
    TokenOutput output = TokenOutput.of(directory, request.format(), inputs.files());
    List<MarkedFile> marked = MarkedFile.of(inputs.files());
    List<TextFile> share = FileShares.of(inputs.files(), task.part());
    Map<String, Object> input = FileListing.ofMarked(marked);
    Optional<TokenizeResult> complete = output.complete(job.arguments(), input);
    if (complete.isPresent()) {
      return complete.get().of(share);
    }
    PartTerms terms = PartTerms.of(NAME, task, arguments(job, input));
    return PartDirectory.once(
        directory,
        terms,
        task.part(),
        result -> result(List.of(result), true),
        () ->
            part -> {
              List<MarkedFile> own = MarkedFile.of(share);
              TokenizeResult done =
                  job.tokenize(share, own, inputs.leftOut(), Optional.of(output), progress);
              part.end(share, Json.PLAIN.valueToTree(PartResult.of(done, output)), Set.of());
              return done;
            });
  }

  /**
   * The result of a part, for the join.
   *
   * @param written sizes of the files of ids, by path below the output
   */
  private record PartResult(
      List<TokenizedFile> files,
      Map<String, Long> written,
      List<String> quarantined,
      Map<String, Object> leftOut) {
    static PartResult of(TokenizeResult done, TokenOutput output) throws IOException {
      return new PartResult(
          done.files(), output.sizes(done.files()), done.quarantined(), done.leftOut());
    }

    static PartResult read(JsonNode result) throws IOException {
      return Json.PLAIN.treeToValue(result, PartResult.class);
    }
  }

  /** The arguments of an output, and the files that all parts share. */
  private static Map<String, Object> arguments(TokenizeJob job, Map<String, Object> input) {
    Map<String, Object> arguments = new LinkedHashMap<>(job.arguments());
    arguments.put(INPUT, input);
    return arguments;
  }

  private static TokenizeResult result(List<JsonNode> parts, boolean before) throws IOException {
    List<TokenizedFile> files = new ArrayList<>();
    List<String> quarantined = new ArrayList<>();
    Map<String, Object> leftOut = Map.of();
    for (JsonNode part : parts) {
      PartResult read = PartResult.read(part);
      files.addAll(read.files());
      quarantined.addAll(read.quarantined());
      leftOut = read.leftOut();
    }
    return new TokenizeResult(files, before ? files.size() : 0, quarantined, leftOut, before);
  }

  /**
   * Joins the parts of an output, which is then as if one invocation had written it.
   *
   * @param asked what the parts were asked to do, if that is to be checked
   * @param version of the program
   * @throws JobRefusedException if a part is missing, differs or is still running, or if the output
   *     was completed with other files
   */
  public static TokenizeResult join(Path directory, Optional<TokenizeRequest> asked, String version)
      throws IOException, InterruptedException {
    if (asked.isPresent()) {
      TokenizeJob job = new TokenizeJob(asked.get(), TokenEncoding.of(asked.get()));
      List<TextFile> files = TextInputs.find(asked.get().inputs()).files();
      Map<String, Object> input = FileListing.of(files);
      TokenOutput.of(directory, asked.get().format(), files).complete(job.arguments(), input);
      JoinedParts.requireSame(directory, arguments(job, input));
    }
    return JoinedParts.once(
        directory,
        NAME,
        version,
        () -> TokenOutput.complete(directory),
        parts -> {
          parts.requireWritten(part -> written(part, directory));
          Map<String, Object> arguments =
              Json.PLAIN.convertValue(parts.terms().arguments(), new TypeReference<>() {});
          Object input = arguments.remove(INPUT);
          TokenizeResult result =
              result(parts.parts().stream().map(FinishedPart::result).toList(), false);
          TokenOutput.mark(directory, arguments);
          TokenOutput.begun(directory).report(result, input);
          return result;
        });
  }

  private static Map<Path, Long> written(FinishedPart part, Path directory) throws IOException {
    Map<Path, Long> sizes = new LinkedHashMap<>();
    PartResult.read(part.result())
        .written()
        .forEach((name, bytes) -> sizes.put(directory.resolve(name), bytes));
    return sizes;
  }
}
