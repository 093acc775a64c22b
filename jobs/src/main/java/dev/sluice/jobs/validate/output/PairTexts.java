package dev.sluice.jobs.validate.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.jobs.validate.report.Excerpts;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.Match;
import dev.sluice.settings.load.ContentConfiguration;
import dev.sluice.storage.source.JsonSource;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.SourceRow;
import dev.sluice.storage.takedown.NamedRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The texts of some documents of an output, as they are in its input. Operators have not changed
 * them. Texts of pairs of which one was taken down, or may have been, are left out. Of a Parquet
 * file, only the row groups with these documents are read. Memory: the texts.
 */
public final class PairTexts {
  private static final String HIDDEN = "(not shown: taken down, or it cannot be checked)";
  private static final Excerpts HIDDEN_PAIR = new Excerpts(HIDDEN, HIDDEN);

  private final Map<String, Map<Long, String>> texts = new TreeMap<>();
  private final Set<DocumentOrigin> takenDown = new HashSet<>();

  private final boolean hasTakeDowns;
  private final boolean hasOperators;

  private PairTexts(boolean hasTakeDowns, boolean hasOperators) {
    this.hasTakeDowns = hasTakeDowns;
    this.hasOperators = hasOperators;
  }

  /**
   * Reads the texts of both documents of each pair.
   *
   * @param source root of the input
   * @param named the rows that take-downs of the output name
   * @throws IOException if a file cannot be read
   */
  public static PairTexts read(
      Path source, SealedOutput output, NamedRows named, Collection<Match> pairs)
      throws IOException, InterruptedException {
    Map<String, Map<Long, DocumentOrigin>> rows = new TreeMap<>();
    for (Match pair : pairs) {
      for (DocumentOrigin each : new DocumentOrigin[] {pair.document(), pair.kept()}) {
        rows.computeIfAbsent(each.file(), file -> new HashMap<>()).put(each.row(), each);
      }
    }
    PairTexts found = new PairTexts(named.takeDown() > 0, output.content().hasOperators());
    for (Map.Entry<String, Map<Long, DocumentOrigin>> file : rows.entrySet()) {
      read(
          source,
          file.getKey(),
          output.content(),
          file.getValue().keySet(),
          row -> found.take(file.getValue().get(row.row()), row, named));
    }
    return found;
  }

  private void take(DocumentOrigin document, SourceRow row, NamedRows named) throws IOException {
    if (named.kind(row, document.id().getBytes(UTF_8), row.text()).isPresent()) {
      takenDown.add(document);
    }
    texts
        .computeIfAbsent(document.file(), file -> new HashMap<>())
        .put(row.row(), UTF_8.decode(row.text()).toString());
  }

  private static void read(
      Path source,
      String file,
      ContentConfiguration content,
      Set<Long> rows,
      SourceRow.RowConsumer taker)
      throws IOException, InterruptedException {
    Path path = source.resolve(file);
    SourceRow.RowConsumer take =
        row -> {
          if (rows.contains(row.row()) && row.hasText()) {
            taker.accept(row);
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
    return isShown(pair.document()) && isShown(pair.kept())
        ? Excerpts.of(of(pair.document()), of(pair.kept()), characters)
        : HIDDEN_PAIR;
  }

  /**
   * Returns whether it is certain that a document was not taken down. Entries have the texts that
   * operators have made, so a document of the input can only be compared without operators.
   */
  private boolean isShown(DocumentOrigin document) {
    boolean isRead = texts.getOrDefault(document.file(), Map.of()).containsKey(document.row());
    return !hasTakeDowns || (isRead && !hasOperators && !isTakenDown(document));
  }

  /** Returns whether a document of a pair was taken down, as far as the input has it. */
  public boolean isTakenDown(DocumentOrigin document) {
    return takenDown.contains(document);
  }

  private String of(DocumentOrigin document) {
    return texts.getOrDefault(document.file(), Map.of()).getOrDefault(document.row(), "");
  }
}
