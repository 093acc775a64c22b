package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.bpe.TokenBuffer;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.documents.DocumentPiece;
import dev.sluice.jobs.documents.DocumentPipeline;
import dev.sluice.jobs.documents.DocumentWork;
import dev.sluice.jobs.documents.FileTally;
import dev.sluice.jobs.documents.UsableFiles;
import dev.sluice.jobs.text.FileListing;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.MarkedFile;
import dev.sluice.jobs.text.SeparateOutput;
import dev.sluice.jobs.tokenizer.TokenizeResult.TokenizedFile;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Encodes documents as token ids: for each input file a file of ids, in row order. Running the same
 * command again continues and skips finished files. The bytes do not depend on threads.
 */
public final class TokenizeJob {
  private final TokenizeRequest request;
  private final TokenEncoding encoding;
  private final ThreadLocal<TokenEncoding.TextEncoder> encoders;

  TokenizeJob(TokenizeRequest request, TokenEncoding encoding) {
    this.request = request;
    this.encoding = encoding;
    this.encoders = ThreadLocal.withInitial(encoding.encoders());
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

  /** Everything that determines the ids of a file. */
  Map<String, Object> arguments() {
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
      output.report(result, FileListing.ofMarked(marked));
      return result;
    } finally {
      lock.close();
    }
  }

  /**
   * Encodes the files that are not finished.
   *
   * @param marked the files, marked
   */
  TokenizeResult tokenize(
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
    TokenBatch tokens = new TokenBatch(piece.size());
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
   * The token ids of consecutive documents of one file. Filled by one thread, then read by another.
   */
  static final class TokenBatch {
    private final TokenBuffer ids = new TokenBuffer();
    private final long[] rows;
    private final int[] ends;
    private int documents;
    private FileTally tally = FileTally.NONE;

    /**
     * Creates a batch with room for this many documents.
     *
     * @param documents initial capacity
     */
    TokenBatch(int documents) {
      this.rows = new long[documents];
      this.ends = new int[documents];
    }

    /**
     * Ends the document of this row of the file; its ids are those added since the previous one.
     */
    void endDocument(long row) {
      rows[documents] = row;
      ends[documents++] = ids.size();
    }

    /** Notes what was read of the file for this batch. */
    void read(FileTally rows) {
      tally = rows;
    }

    /** What was read of the file for this batch. */
    FileTally tally() {
      return tally;
    }

    int documents() {
      return documents;
    }

    long row(int document) {
      return rows[document];
    }

    /** Index of a document's first id. */
    int from(int document) {
      return document == 0 ? 0 : ends[document - 1];
    }

    /** Index after a document's last id. */
    int to(int document) {
      return ends[document];
    }

    /** The ids of all documents. */
    TokenBuffer ids() {
      return ids;
    }
  }
}
