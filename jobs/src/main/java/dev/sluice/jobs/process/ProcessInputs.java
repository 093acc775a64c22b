package dev.sluice.jobs.process;

import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.documents.UsableFiles;
import dev.sluice.jobs.text.FileListing;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.operators.BoundOperator;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files of a request, and all that its result depends on. */
final class ProcessInputs {
  private final ProcessRequest request;
  private final List<TextFile> files;

  private ProcessInputs(ProcessRequest request, List<TextFile> files) {
    this.request = request;
    this.files = files;
  }

  /**
   * Finds the files; nothing is read yet.
   *
   * @throws dev.sluice.storage.text.TextInputException when there are none
   * @throws JobRefusedException with all else that is wrong with the inputs
   */
  static ProcessInputs find(ProcessRequest request) throws IOException {
    List<TextFile> files = TextInputs.find(request.inputs());
    List<String> problems = new ArrayList<>();
    checkNames(files, problems);
    checkOutside(request, problems);
    if (!problems.isEmpty()) {
      throw new JobRefusedException(problems);
    }
    return new ProcessInputs(request, files);
  }

  private static void checkNames(List<TextFile> files, List<String> problems) {
    Map<String, TextFile> seen = new HashMap<>();
    for (TextFile file : files) {
      TextFile before = seen.put(file.name(), file);
      if (before != null) {
        problems.add(
            "--input: %s and %s would both be written as %s: process them into two directories, or name one above both"
                .formatted(before.path(), file.path(), file.name()));
        return;
      }
    }
  }

  private static void checkOutside(ProcessRequest request, List<String> problems) {
    Path target = request.output().toAbsolutePath().normalize();
    for (String input : request.inputs()) {
      Path path = Path.of(input).toAbsolutePath().normalize();
      if (Files.isDirectory(path) && target.startsWith(path)) {
        problems.add(
            "--output %s is inside of the input %s, and would be processed with it the next time: name a directory outside"
                .formatted(request.output(), input));
      }
    }
  }

  List<TextFile> files() {
    return files;
  }

  /**
   * Checks that at least one file can be used, and that some file has every column that an operator
   * needs.
   *
   * @throws JobRefusedException when there is none
   */
  void check() throws IOException {
    UsableFiles.requireOne(files, columns(), request.chain().requiredFields());
  }

  /** Where documents are, and which columns the operators need. */
  DocumentColumns columns() {
    return request.columns().of(request.chain());
  }

  /** All that the result depends on, as a tree for JSON. */
  Map<String, Object> arguments() {
    Map<String, Object> arguments = new LinkedHashMap<>();
    List<BoundOperator> operators = request.chain().operators();
    for (int i = 0; i < operators.size(); i++) {
      Map<String, Object> operator = new LinkedHashMap<>();
      operator.put("name", operators.get(i).name());
      operator.put("arguments", operators.get(i).arguments());
      arguments.put("process.%d".formatted(i), operator);
    }
    arguments.put("input", FileListing.of(files));
    arguments.put("text_column", request.columns().text());
    arguments.put("id_column", request.columns().id());
    arguments.put("max_document_size", request.columns().maxBytes());
    arguments.put("trace", request.trace());
    return arguments;
  }
}
