package dev.sluice.jobs.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.Utf8;
import dev.sluice.core.values.InputPath;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.documents.DocumentFile;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.MarkedFile;
import dev.sluice.jobs.tokenizer.BinTokens.BinIndex;
import dev.sluice.jobs.tokenizer.TokenizeRequest.TokenFormat;
import dev.sluice.jobs.tokenizer.TokenizeResult.TokenizedFile;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Finds the documents of token ids. It needs a complete output of {@link TokenizeJob} with the
 * format {@link TokenFormat#BIN}. Tokens and documents are numbered from 0 across all files, in the
 * order of the UTF-8 bytes of the files' paths.
 */
public final class TokenTrace {
  private static final String ID = "id";
  private static final String DUMP = "dump";
  private static final String BUCKET = "bucket";

  private final Path path;
  private final TokenOutput output;
  private final DocumentColumns columns;
  private final List<TokenizedFile> files;

  /**
   * A document.
   *
   * @param file absolute path or URL of the file that contains the document
   * @param row index of the document's row in the file, from 0
   * @param fields those of {@code id}, {@code dump} and {@code bucket} that are known
   * @param ids the file that contains the document's tokens
   * @param document index of the document in that file, from 0
   * @param firstToken index of the document's first token in that file, from 0
   * @param tokens number of the document's tokens
   */
  public record Document(
      String file,
      long row,
      Map<String, String> fields,
      Path ids,
      long document,
      long firstToken,
      long tokens) {
    /** Copies the fields. */
    public Document {
      fields = Map.copyOf(fields);
    }

    private Map<String, Object> all() {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("file", file);
      all.put("row", row);
      for (String name : List.of(ID, DUMP, BUCKET)) {
        Optional.ofNullable(fields.get(name)).ifPresent(value -> all.put(name, value));
      }
      all.put("ids", ids.toString());
      all.put("document", document);
      all.put("first_token", firstToken);
      all.put("tokens", tokens);
      return all;
    }

    /** Formats the document as JSON. Unknown fields are left out. */
    public String json() {
      return new String(Json.write(all()), UTF_8);
    }

    /** Formats the document as lines of names and values. Unknown fields are left out. */
    public String text() {
      StringBuilder text = new StringBuilder();
      all().forEach((name, value) -> text.append("%-12s %s\n".formatted(name, value)));
      return text.toString();
    }
  }

  private TokenTrace(
      Path path, TokenOutput output, DocumentColumns columns, TokenizeResult result) {
    this.path = path;
    this.output = output;
    this.columns = columns;
    this.files =
        result.files().stream()
            .filter(file -> ids(file).startsWith(path))
            .sorted(Comparator.comparing(file -> ids(file).toString(), Utf8.ORDER))
            .toList();
  }

  /**
   * Opens an output.
   *
   * @param path the output, or a directory or {@code .bin} file in the output; tokens and documents
   *     are numbered from its beginning
   * @throws JobRefusedException if the path is not an output, or if the output is not complete or
   *     has a different format
   */
  public static TokenTrace open(Path path) throws IOException {
    Path at = path.toAbsolutePath().normalize();
    Path root = at;
    while (root != null && !TokenOutput.isBegun(root)) {
      root = root.getParent();
    }
    if (root == null) {
      throw new JobRefusedException(
          "%s is not an output of tokenize, nor inside such an output: specify the --output directory of a tokenize command"
              .formatted(at));
    }
    JsonNode arguments = TokenOutput.arguments(root);
    String format = arguments.path("format").asText();
    if (!format.equals(TokenFormat.BIN.name().toLowerCase(Locale.ROOT))) {
      throw new JobRefusedException(
          "%s has ids in the format %s, but trace needs the format bin. The files of this output already have the row of each document, in the column row"
              .formatted(root, format));
    }
    Optional<TokenizeResult> result = TokenOutput.complete(root);
    if (result.isEmpty()) {
      throw new JobRefusedException(
          "%s is not complete: run the tokenize command again to complete it".formatted(root));
    }
    DocumentColumns columns =
        DocumentColumns.ofText(
            arguments.path("text_column").asText(),
            arguments.path("max_document_bytes").asInt(),
            Set.of(ID, DUMP));
    return new TokenTrace(at, TokenOutput.begun(root), columns, result.get());
  }

  private Path ids(TokenizedFile file) {
    return beside(file, TokenWriter.IDS);
  }

  private Path beside(TokenizedFile file, String ending) {
    return TokenWriter.with(output.stem(file.name()), ending);
  }

  /**
   * Returns the document that contains a token.
   *
   * @throws JobRefusedException if there is no such token
   * @throws JobFailedException if the file of the document no longer exists or has changed
   * @throws IOException if a file cannot be read
   */
  public Document ofToken(long token) throws IOException {
    Position position = position("token", token, TokenizedFile::tokens);
    try (BinIndex index = BinIndex.open(beside(position.file(), TokenWriter.INDEX))) {
      return document(position.file(), index, index.documentOf(position.number()));
    }
  }

  /**
   * Returns a document by its number.
   *
   * @throws JobRefusedException if there is no such document
   * @throws JobFailedException if the file of the document no longer exists or has changed
   * @throws IOException if a file cannot be read
   */
  public Document document(long document) throws IOException {
    Position position = position("document", document, TokenizedFile::documents);
    try (BinIndex index = BinIndex.open(beside(position.file(), TokenWriter.INDEX))) {
      return document(position.file(), index, position.number());
    }
  }

  /** The position of a token or a document in one of the files. */
  private record Position(TokenizedFile file, long number) {}

  private Position position(String what, long number, ToLongFunction<TokenizedFile> count) {
    long begin = 0;
    for (TokenizedFile file : files) {
      long end = begin + count.applyAsLong(file);
      if (number >= begin && number < end) {
        return new Position(file, number - begin);
      }
      begin = end;
    }
    String allowed = begin == 0 ? "" : "; must be from 0 to %d".formatted(begin - 1);
    throw new JobRefusedException(
        "--%s %d: %s has %d %ss%s".formatted(what, number, path, begin, what, allowed));
  }

  private Document document(TokenizedFile file, BinIndex index, long document) throws IOException {
    DocumentRows.Row row = DocumentRows.read(beside(file, TokenWriter.ROWS), document);
    return new Document(
        row.file(),
        row.number(),
        fields(file, row),
        ids(file),
        document,
        index.firstToken(document),
        index.tokens(document));
  }

  /**
   * Returns the known fields of a document. A dump from a manifest overrides the dump of the row.
   */
  private Map<String, String> fields(TokenizedFile file, DocumentRows.Row row) throws IOException {
    Path source = InputPath.of(row.file());
    try {
      long bytes = SourcePath.bytes(source);
      if (bytes != file.sourceBytes() || !MarkedFile.mark(source).equals(file.sourceMark())) {
        throw lost(row, "has changed since it was tokenized");
      }
      Map<String, String> fields =
          DocumentFile.open(
                  new TextFile(source, file.name(), TextFormat.of(source), bytes), columns)
              .fields(row.number());
      if (!file.dump().isEmpty()) {
        fields.put(DUMP, file.dump());
      }
      if (!file.bucket().isEmpty()) {
        fields.put(BUCKET, file.bucket());
      }
      return fields;
    } catch (NoSuchFileException e) {
      throw lost(row, "no longer exists");
    }
  }

  private static JobFailedException lost(DocumentRows.Row row, String why) {
    return new JobFailedException(
        "the document is row %d of %s, which %s: restore the file"
            .formatted(row.number(), row.file(), why));
  }
}
