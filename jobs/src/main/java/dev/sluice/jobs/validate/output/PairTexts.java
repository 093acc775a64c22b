package dev.sluice.jobs.validate.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.jobs.validate.report.Excerpts;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.Match;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.source.JsonSource;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.SourceRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The texts of some documents of an output, as they are in its input. Operators have not changed
 * them. Of a Parquet file, only the row groups with these documents are read. Memory: the texts.
 */
public final class PairTexts {
  private final Map<String, Map<Long, String>> texts = new TreeMap<>();

  private PairTexts() {}

  /**
   * Reads the texts of both documents of each pair.
   *
   * @param source root of the input
   * @throws IOException if a file cannot be read
   */
  public static PairTexts read(Path source, ContentConfiguration content, Collection<Match> pairs)
      throws IOException, InterruptedException {
    Map<String, Set<Long>> rows = new TreeMap<>();
    for (Match pair : pairs) {
      for (DocumentOrigin each : new DocumentOrigin[] {pair.document(), pair.kept()}) {
        rows.computeIfAbsent(each.file(), file -> new TreeSet<>()).add(each.row());
      }
    }
    PairTexts found = new PairTexts();
    for (Map.Entry<String, Set<Long>> file : rows.entrySet()) {
      Map<Long, String> into = new HashMap<>();
      read(source, file.getKey(), content, file.getValue(), into);
      found.texts.put(file.getKey(), into);
    }
    return found;
  }

  private static void read(
      Path source,
      String file,
      ContentConfiguration content,
      Set<Long> rows,
      Map<Long, String> into)
      throws IOException, InterruptedException {
    Path path = source.resolve(file);
    SourceRow.RowConsumer take =
        row -> {
          if (rows.contains(row.row()) && row.hasText()) {
            into.put(row.row(), UTF_8.decode(row.text()).toString());
          }
        };
    if (JsonSource.reads(path)) {
      JsonSource.open(path, content.source(), content.fields().inFile(file)).read(take);
      return;
    }
    ParquetSource parquet =
        ParquetSource.open(path, content.source(), content.fields().inFile(file));
    for (int group = 0; group < parquet.rowGroups(); group++) {
      long first = parquet.firstRow(group);
      long end = first + parquet.rows(group);
      if (rows.stream().anyMatch(row -> row >= first && row < end)) {
        parquet.read(group, take);
      }
    }
  }

  /** Returns parts of both texts of a pair; an empty one if the input no longer has the row. */
  public Excerpts of(Match pair, int characters) {
    return Excerpts.of(of(pair.document()), of(pair.kept()), characters);
  }

  private String of(DocumentOrigin document) {
    return texts.getOrDefault(document.file(), Map.of()).getOrDefault(document.row(), "");
  }
}
