package dev.sluice.jobs.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.jobs.text.FileListing;
import dev.sluice.jobs.text.FileShares;
import dev.sluice.jobs.text.FinishedPart;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.PartDirectory;
import dev.sluice.jobs.text.PartTask;
import dev.sluice.jobs.text.PartTerms;
import dev.sluice.jobs.text.SeparateOutput;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.text.SkippedPath;
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
 * {@link TokenizeJob} in parts. A part writes the ids of the files of its share under their final
 * names; the join adds up their counts.
 */
public final class TokenizeParts {
  private static final String NAME = "tokenize";
  private static final String INPUT = "input";
  private static final String FILES = "files";
  private static final String WRITTEN = "written";
  private static final String QUARANTINED = "quarantined";
  private static final String LEFT_OUT = "left_out";

  private TokenizeParts() {}

  /**
   * Runs a part, or continues it with the first file that is not finished.
   *
   * @param request with an output
   * @return with the counts of the part
   * @throws dev.sluice.storage.text.TextInputException if there is nothing to read
   * @throws JobRefusedException if the output holds something else, was completed with other files,
   *     or the tokenizer cannot be used
   */
  public static TokenizeResult run(TokenizeRequest request, PartTask task, JobProgress progress)
      throws IOException, InterruptedException {
    Path directory = request.output().orElseThrow();
    TextInputs inputs = TextInputs.find(request.inputs());
    SeparateOutput.require(directory, request.inputs(), inputs.files());
    TokenEncoding encoding = TokenEncoding.of(request);
    inputs.check(request.columns());
    TokenizeJob job = new TokenizeJob(request, encoding);
    TokenOutput output = TokenOutput.of(directory, request.format(), inputs.files());
    List<TextFile> share = FileShares.of(inputs.files(), task.part());
    if (output.isComplete(job.arguments(), inputs.files())) {
      List<TokenizedFile> finished = output.finished(share);
      return new TokenizeResult(
          finished,
          finished.size(),
          output.quarantined(share),
          SkippedPath.json(inputs.leftOut()),
          true);
    }
    PartTerms terms = PartTerms.of(NAME, task, arguments(job, inputs.files()));
    return PartDirectory.once(
        directory,
        terms,
        task.part(),
        result -> result(List.of(result), true),
        () ->
            part -> {
              TokenizeResult done =
                  job.tokenize(share, inputs.leftOut(), Optional.of(output), progress);
              part.end(share, result(done, output.finished(share), output), Set.of());
              return done;
            });
  }

  /** What the join needs to know of a part. */
  private static JsonNode result(
      TokenizeResult done, List<TokenizedFile> finished, TokenOutput output) throws IOException {
    ObjectNode result = Json.PLAIN.createObjectNode();
    result.set(FILES, Json.PLAIN.valueToTree(finished));
    result.set(WRITTEN, Json.PLAIN.valueToTree(output.sizes(finished)));
    result.set(QUARANTINED, Json.PLAIN.valueToTree(done.quarantined()));
    result.set(LEFT_OUT, Json.PLAIN.valueToTree(done.leftOut()));
    return result;
  }

  /** Those of an output, and the files that all parts share. */
  private static Map<String, Object> arguments(TokenizeJob job, List<TextFile> files)
      throws IOException {
    Map<String, Object> arguments = new LinkedHashMap<>(job.arguments());
    arguments.put(INPUT, FileListing.of(files));
    return arguments;
  }

  private static TokenizeResult result(List<JsonNode> parts, boolean before) throws IOException {
    List<TokenizedFile> files = new ArrayList<>();
    List<String> quarantined = new ArrayList<>();
    for (JsonNode part : parts) {
      for (JsonNode file : part.path(FILES)) {
        files.add(Json.PLAIN.treeToValue(file, TokenizedFile.class));
      }
      part.path(QUARANTINED).forEach(file -> quarantined.add(file.asText()));
    }
    return new TokenizeResult(
        files, before ? files.size() : 0, quarantined, map(parts.get(0).path(LEFT_OUT)), before);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(JsonNode json) {
    return Json.PLAIN.convertValue(json, Map.class);
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
      TokenOutput.of(directory, asked.get().format(), files)
          .requireSameIfComplete(job.arguments(), files);
      JoinedParts.requireSame(directory, arguments(job, files));
    }
    return JoinedParts.once(
        directory,
        NAME,
        version,
        () -> TokenOutput.complete(directory),
        parts -> {
          parts.requireWritten(part -> written(part, directory));
          Map<String, Object> arguments = map(parts.terms().arguments());
          arguments.remove(INPUT);
          TokenOutput output = TokenOutput.of(directory, arguments.get("format").toString());
          TokenizeResult result =
              result(parts.parts().stream().map(FinishedPart::result).toList(), false);
          output.mark(arguments);
          output.report(result);
          return result;
        });
  }

  private static Map<Path, Long> written(FinishedPart part, Path directory) {
    Map<Path, Long> sizes = new LinkedHashMap<>();
    part.result()
        .path(WRITTEN)
        .properties()
        .forEach(file -> sizes.put(directory.resolve(file.getKey()), file.getValue().asLong()));
    return sizes;
  }
}
