package dev.sluice.jobs.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.IntList;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.documents.DocumentPiece;
import dev.sluice.jobs.documents.DocumentPipeline;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentWork;
import dev.sluice.jobs.documents.FileTally;
import dev.sluice.jobs.documents.UsableFiles;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.MarkedFile;
import dev.sluice.jobs.text.PartDirectory;
import dev.sluice.jobs.text.PartDirectory.FinishedPart;
import dev.sluice.jobs.text.PartTerms;
import dev.sluice.jobs.text.PartTerms.PartTask;
import dev.sluice.jobs.text.SeparateOutput;
import dev.sluice.jobs.tokenizer.TokenizeResult.TokenizedFile;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Encodes documents as token ids. For each input file, it writes a file of ids, in row order.
 * Running the same command again continues and skips finished files. The bytes do not depend on the
 * number of threads.
 *
 * <p>If the job is divided into parts, each part writes the ids of its share of the files under
 * their final names, and the join adds up the counts of the parts.
 */
public final class TokenizeJob {
  private static final String NAME = "tokenize";
  private static final String INPUT = "input";

  /** Most texts have more bytes than this for each token, so that few lists of ids must grow. */
  private static final int BYTES_PER_TOKEN = 3;

  private final TokenizeRequest request;
  private final TokenEncoding encoding;
  private final ThreadLocal<TokenEncoding.TextEncoder> encoders;

  private TokenizeJob(TokenizeRequest request, TokenEncoding encoding) {
    this.request = request;
    this.encoding = encoding;
    this.encoders = ThreadLocal.withInitial(encoding::encoder);
  }

  /**
   * Runs the job.
   *
   * @throws dev.sluice.storage.text.TextInputs.TextInputException if there is nothing to read
   * @throws dev.sluice.jobs.text.JobRefusedException if the output holds something else, or the
   *     tokenizer cannot be used
   */
  public static TokenizeResult run(TokenizeRequest request, JobProgress progress)
      throws IOException, InterruptedException {
    TextInputs inputs = TextInputs.find(request.inputs());
    if (request.output().isPresent()) {
      SeparateOutput.require(request.output().get(), request.inputs(), inputs.files());
    }
    TokenEncoding encoding = TokenEncoding.of(request);
    UsableFiles.requireOne(inputs.files(), request.columns());
    return new TokenizeJob(request, encoding).tokenize(inputs, progress);
  }

  /**
   * Runs a part. It continues with the first unfinished file.
   *
   * @param request the request, with an output
   * @return the result with the counts of the part
   * @throws dev.sluice.storage.text.TextInputs.TextInputException if there is nothing to read
   * @throws JobRefusedException if the output holds something else, was made from different input
   *     files, or the tokenizer cannot be used
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
    List<TextFile> share = task.part().share(inputs.files());
    Map<String, Object> input = MarkedFile.listing(marked);
    Optional<TokenizeResult> complete = output.complete(job.arguments(), input);
    if (complete.isPresent()) {
      return complete.get().of(share);
    }
    PartTerms terms = PartTerms.of(NAME, task, job.arguments(input));
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
   * The result of a part, stored for the join.
   *
   * @param written sizes of the files of ids, by path relative to the output
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

  /** Returns the arguments of an output, including the files of all parts. */
  private Map<String, Object> arguments(Map<String, Object> input) {
    Map<String, Object> arguments = new LinkedHashMap<>(arguments());
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
   * Joins the parts of an output. The result is the same as if one invocation had written it.
   *
   * @param request the request of the parts, with an output
   * @param version the version of the program
   * @throws JobRefusedException if a part is missing, differs or is still running, or if the output
   *     was made from different input files
   */
  public static TokenizeResult join(TokenizeRequest request, String version)
      throws IOException, InterruptedException {
    Path directory = request.output().orElseThrow();
    TokenizeJob job = new TokenizeJob(request, TokenEncoding.of(request));
    List<TextFile> files = TextInputs.find(request.inputs()).files();
    TokenOutput output = TokenOutput.of(directory, request.format(), files);
    Map<String, Object> input = MarkedFile.listing(MarkedFile.of(files));
    return JoinedParts.once(
        directory,
        NAME,
        version,
        Optional.of(job.arguments(input)),
        () -> output.complete(job.arguments(), input),
        parts -> {
          parts.requireWritten(part -> written(part, directory));
          TokenizeResult result =
              result(parts.parts().stream().map(FinishedPart::result).toList(), false);
          output.mark(job.arguments());
          output.report(result, input);
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

  /** Returns the arguments that determine the ids of a file. */
  private Map<String, Object> arguments() {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put(encoding.argument(), encoding.hash());
    arguments.put("format", request.format().name().toLowerCase(Locale.ROOT));
    arguments.put("text_column", request.columns().text());
    arguments.put("max_document_bytes", request.columns().maxBytes());
    encoding.eod().ifPresent(token -> arguments.put("append_eod", token.json()));
    return arguments;
  }

  private TokenizeResult tokenize(TextInputs inputs, JobProgress progress)
      throws IOException, InterruptedException {
    List<MarkedFile> marked = MarkedFile.of(inputs.files());
    if (request.output().isEmpty()) {
      return tokenize(inputs.files(), marked, inputs.leftOut(), Optional.empty(), progress);
    }
    TokenOutput output = TokenOutput.of(request.output().get(), request.format(), inputs.files());
    output.require(arguments());
    Closeable lock = output.lock();
    try {
      output.claim(arguments());
      TokenizeResult result =
          tokenize(inputs.files(), marked, inputs.leftOut(), Optional.of(output), progress);
      output.report(result, MarkedFile.listing(marked));
      return result;
    } finally {
      lock.close();
    }
  }

  /**
   * Encodes the unfinished files.
   *
   * @param marked the files, marked
   */
  private TokenizeResult tokenize(
      List<TextFile> files,
      List<MarkedFile> marked,
      List<SkippedPath> leftOut,
      Optional<TokenOutput> output,
      JobProgress progress)
      throws IOException, InterruptedException {
    Map<TextFile, TokenizedFile> done = new HashMap<>();
    Map<TextFile, String> left = new LinkedHashMap<>();
    for (int i = 0; i < files.size(); i++) {
      MarkedFile file = marked.get(i);
      Optional<TokenizedFile> before =
          output.isPresent() ? output.get().finished(file) : Optional.empty();
      if (before.isPresent()) {
        done.put(files.get(i), before.get());
      } else {
        left.put(files.get(i), file.mark());
      }
    }
    int finished = done.size();
    try (TokenResults results = new TokenResults(output, request.format(), encoding.size(), left)) {
      encode(List.copyOf(left.keySet()), results, progress);
      done.putAll(results.tokenized());
      List<TokenizedFile> all = files.stream().filter(done::containsKey).map(done::get).toList();
      return new TokenizeResult(
          all,
          finished,
          results.quarantined(),
          SkippedPath.json(leftOut),
          finished > 0 && all.size() == finished);
    }
  }

  private void encode(List<TextFile> files, TokenResults results, JobProgress progress)
      throws IOException, InterruptedException {
    try (WorkerPool workers = new WorkerPool("texts", request.threads())) {
      DocumentWork<TokenBatch> encoding = DocumentWork.of(this::encode);
      new DocumentPipeline<>(request.columns(), workers, encoding, results, progress).run(files);
    }
  }

  private TokenBatch encode(DocumentPiece piece) {
    TokenEncoding.TextEncoder encoder = encoders.get();
    TokenBatch tokens = new TokenBatch(piece.size(), piece.bytes() / BYTES_PER_TOKEN);
    tokens.read(
        FileTally.of(
            piece,
            row -> {
              encoder.encode(row.textArray(), row.textOffset(), row.textBytes(), tokens.ids());
              tokens.endDocument(row.row());
            }));
    return tokens;
  }

  /**
   * The token ids of consecutive documents of one file. Filled by one thread, then read by a
   * different one.
   */
  static final class TokenBatch {
    private final IntList ids;
    private final IntList ends = new IntList();
    private final long[] rows;
    private FileTally tally = FileTally.NONE;

    /**
     * Creates a batch.
     *
     * @param documents the greatest number of documents
     * @param ids the number of ids for which there is room at first
     */
    TokenBatch(int documents, int ids) {
      this.ids = new IntList(ids);
      this.rows = new long[documents];
    }

    /**
     * Ends the document that comes from this row of the file. Its ids are the ids added since the
     * end of the previous document.
     */
    void endDocument(long row) {
      rows[ends.size()] = row;
      ends.add(ids.size());
    }

    /** Sets the counts of rows read for this batch. */
    void read(FileTally rows) {
      tally = rows;
    }

    /** Returns the counts of rows read for this batch. */
    FileTally tally() {
      return tally;
    }

    int documents() {
      return ends.size();
    }

    long row(int document) {
      return rows[document];
    }

    /** Returns the index of a document's first id. */
    int from(int document) {
      return document == 0 ? 0 : ends.get(document - 1);
    }

    /** Returns the index after a document's last id. */
    int to(int document) {
      return ends.get(document);
    }

    /** Returns the ids of all documents. */
    IntList ids() {
      return ids;
    }
  }
}
