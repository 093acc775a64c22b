package dev.sluice.it.formats;

import dev.sluice.it.PlainCuration.Document;
import dev.sluice.storage.testing.FieldType;
import dev.sluice.storage.testing.FileForm;
import dev.sluice.storage.testing.RandomRowFiles;
import dev.sluice.storage.testing.RowFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Files with random schemas and rows, to be written in any form.
 *
 * @param ownEndings whether a file's name says which form it has; else all say that they are plain
 *     JSON, and ids that are made of the name are the same
 * @param lacking files without the id, the text or the score
 * @param any files of any schemas, with whatever may be wrong
 * @param alike files of one schema, with nothing wrong
 */
record DataSet(
    String id,
    String text,
    String score,
    boolean ownEndings,
    List<RowFile> lacking,
    List<RowFile> any,
    List<RowFile> alike) {
  /** Makes so many files. The same random numbers give the same. */
  static DataSet of(Random random, int count) {
    boolean isNested = random.nextInt(3) == 0;
    String id = isNested ? "meta.id" : "id";
    String text = isNested ? "content.text" : "text";
    String score = isNested ? "meta.edu.score" : "score";
    RandomRowFiles files = new RandomRowFiles(random, id, text, score);
    boolean areCrawls = random.nextBoolean();
    List<RowFile> any = new ArrayList<>();
    List<RowFile> lacking = new ArrayList<>();
    for (int i = 0; i < count / 8; i++) {
      lacking.add(files.lacking("lacking/%03d".formatted(i)));
    }
    for (int i = lacking.size(); i < count * 3 / 4; i++) {
      any.add(files.any("%s/%03d".formatted(areCrawls ? "CC-MAIN-2024-10" : "any", i)));
    }
    Map<String, FieldType> fields = new LinkedHashMap<>();
    fields.put(id, one(random, FieldType.STRING, FieldType.INT64, FieldType.UINT64));
    fields.put(text, FieldType.STRING);
    fields.put(
        score, one(random, FieldType.DOUBLE, FieldType.FLOAT, FieldType.STRING, FieldType.INT32));
    fields.put("dump", FieldType.STRING);
    fields.putAll(RandomRowFiles.OTHERS);
    List<RowFile> alike = new ArrayList<>();
    for (int i = count * 3 / 4; i < count; i++) {
      alike.add(files.of("%s/%03d".formatted(areCrawls ? "CC-MAIN-2024-18" : "same", i), fields));
    }
    return new DataSet(id, text, score, random.nextBoolean(), lacking, any, alike);
  }

  private static FieldType one(Random random, FieldType... of) {
    return of[random.nextInt(of.length)];
  }

  /** All files in the order of their paths. */
  List<RowFile> files() {
    return Stream.of(any, lacking, alike)
        .flatMap(List::stream)
        .sorted(Comparator.comparing(RowFile::name))
        .toList();
  }

  /** The directory of those that are alike. */
  Path alike(Path directory) {
    return directory.resolve(alike.get(0).name()).getParent();
  }

  /** The directory of those that are unlike, and lack nothing. */
  Path any(Path directory) {
    return directory.resolve(any.get(0).name()).getParent();
  }

  /** Whether all fields are at the top. */
  boolean isFlat() {
    return !text.contains(".");
  }

  String path(RowFile file, FileForm form) {
    return file.path(form, ownEndings);
  }

  /** The same path in every form. */
  String plain(String path) {
    return ownEndings ? path.replaceAll("\\.(parquet|jsonl(\\.gz|\\.zst)?)", ".jsonl") : path;
  }

  Path write(Path directory, FileForm form) throws IOException {
    for (RowFile file : files()) {
      file.write(directory.resolve(path(file, form)), form);
    }
    return directory;
  }

  /**
   * What a run should read. Of JSON, rows count before it is known that no object has a field; but
   * for ids, which are looked for beforehand.
   */
  List<Document> documents(FileForm form) {
    List<Document> documents = new ArrayList<>();
    for (RowFile file : files()) {
      boolean isRead = form != FileForm.PARQUET && file.fields().containsKey(id);
      for (int row = 0; row < file.rows().size() && (isRead || !lacking.contains(file)); row++) {
        documents.add(document(file, row, form));
      }
    }
    return documents;
  }

  private Document document(RowFile file, int number, FileForm form) {
    Map<String, Object> row = file.rows().get(number);
    return new Document(
        path(file, form) + "#" + number,
        file.id(row, id),
        file.bytes(row, text),
        file.score(row, score),
        Optional.ofNullable((String) row.get("dump"))
            .filter(name -> name.startsWith("CC-MAIN-"))
            .orElse("unknown"));
  }
}
